import { FOLD_FIELD, type RewrittenQuery } from '../../domain/golden-set'
import type { JsonObject, JsonValue } from '../../domain/tool'
import { causes } from '../catalog/causes'
import type { Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { filesOfRows, rowsOf } from '../catalog/rows'
import type { RowsFile } from '../catalog/rows'
import type { Row } from '../reading/file-content'
import { isObject } from '../reading/json-object'
import { jsonIn } from '../reading/parse-json'
import { idOf, proseOf } from './json-text'

interface Label {
  id: string
  doc: JsonValue | undefined
  relevance: number
}

/** A query of a ToolRet file: its text, its labels read, and all its fields as written. */
export interface ToolretQuery {
  text: string
  labels: Label[]
  fields: JsonObject
}

export function asQuery(value: JsonValue): ToolretQuery | undefined {
  if (!isObject(value) || typeof value.query !== 'string') return undefined
  const labels = readLabels(value.labels)
  return labels && { text: value.query, labels, fields: value }
}

/** ToolRet's labels, which its published tables hold as JSON in a string; undefined where they are none. */
function readLabels(written: JsonValue | undefined): Label[] | undefined {
  const list = typeof written === 'string' ? jsonIn(written) : written
  if (!Array.isArray(list)) return undefined
  const labels = list.filter(isObject).flatMap(({ id: label, doc, relevance }) => {
    const id = idOf(label)
    return id === undefined ? [] : [{ id, doc, relevance: Number(relevance ?? 1) }]
  })
  return labels.length < list.length ? undefined : labels
}

export type QueryFile = RowsFile<ToolretQuery>

const FOLD_NAME = /(?:^|[/_-])fold[_-]?(\d+)/i

/** The fold that the name of a file or of a folder around it says. */
export const foldIn = (path: string): number | undefined => {
  const fold = FOLD_NAME.exec(path)?.[1]
  return fold === undefined ? undefined : Number(fold)
}

const isFold = ({ path }: QueryFile): boolean => foldIn(path) !== undefined

/** MFTR keeps both parts of a fold in one folder, `train_and_test`, which says nothing of either. */
const isTraining = ({ path }: QueryFile): boolean =>
  path.split('/').some((name) => /train/i.test(name) && !/test/i.test(name))

const ID_OF_SET = /^(.+)_query_\d+$/

/** The data set that ToolRet’s ids of a file’s queries name (`apibank_query_7`); undefined where they name none, or several. */
export function setOfIds(file: QueryFile): string | undefined {
  const named = file
    .read()
    .rows.map(({ value }) => ID_OF_SET.exec(idOf(value.fields.id) ?? '')?.[1])
  return named.every((name) => name === named[0]) ? named[0] : undefined
}

/** The texts of the queries that are tested in each fold, by its number. */
export function textsOfFolds(files: readonly QueryFile[]): Map<number, string[]> {
  const texts = new Map<number, string[]>()
  for (const file of files) {
    const fold = foldIn(file.path)
    if (fold === undefined || isTraining(file)) continue
    const own = file.read().rows.map(({ value }) => value.text.trim())
    texts.set(fold, [...(texts.get(fold) ?? []), ...own])
  }
  return texts
}

const asRewriting = (value: JsonValue): JsonValue | undefined =>
  isObject(value) && 'rewritten_query' in value ? value : undefined

const holdsRewritings = (file: QueryFile): boolean => filesOfRows([file], asRewriting).length > 0

/** What MFTR wrote down while it rewrote: the prompts and what stood in them. */
const REWRITING_FIELDS = ['rewritten_messages', 'retrieved_tool_descriptions', 'tool_view']

/**
 * The queries of all files, each once: as the plain files have it, with the rewriting that other files have for it.
 * The files of single folds repeat the others, and serve only for what those have not: all of it, or the rewritings.
 */
export function readQueries(files: QueryFile[], report: Report): LabelledQuery[] {
  const sources = sourcesOf(files)
  const plainFirst = sources.toSorted(
    (one, other) => Number(holdsRewritings(one)) - Number(holdsRewritings(other)),
  )
  const queries = new Map<string, LabelledQuery>()
  for (const file of plainFirst) addQueries(queries, file, report)
  for (const file of files.filter((candidate) => !sources.includes(candidate))) {
    const why =
      'The queries of one fold, which the other files hold as well: only their fold is kept'
    report.add({ outcome: 'notice', where: file.path, why })
  }
  return withFolds([...queries.values()], textsOfFolds(files))
}

function sourcesOf(files: QueryFile[]): QueryFile[] {
  const whole = files.filter((file) => !isFold(file))
  const folds = files.filter((file) => isFold(file) && !isTraining(file))
  if (whole.length === 0) return folds.length > 0 ? folds : files
  return whole.some(holdsRewritings) ? whole : [...whole, ...folds.filter(holdsRewritings)]
}

/** The queries, each with the number of the fold that it is tested in, where it is in one. */
function withFolds(
  queries: LabelledQuery[],
  folds: ReadonlyMap<number, readonly string[]>,
): LabelledQuery[] {
  if (folds.size === 0) return queries
  const foldOf = new Map([...folds].flatMap(([fold, texts]) => texts.map((text) => [text, fold])))
  return queries.map((query) => {
    const fold = foldOf.get(query.text)
    return fold === undefined ? query : { ...query, extra: { ...query.extra, [FOLD_FIELD]: fold } }
  })
}

function addQueries(queries: Map<string, LabelledQuery>, file: QueryFile, report: Report): void {
  let leftOut = false
  const found = causes('queries')
  for (const row of rowsOf(file, report)) {
    const { where, value } = row
    const query = readQuery(row)
    leftOut ||= REWRITING_FIELDS.some((key) => key in value.fields)
    const known = queries.get(query.id)
    if (!known) queries.set(query.id, query)
    // Another query under the same number: resolving the labels gives it an id of its own.
    else if (known.text !== query.text) queries.set(where, query)
    else if (query.rewritten && !known.rewritten) known.rewritten = query.rewritten
    else {
      const isRewriting = 'rewritten_query' in value.fields
      const why = isRewriting
        ? 'The rewriting is not used: its query has another one already, or it cannot be read'
        : 'The same query comes earlier in these files'
      found.add({ outcome: isRewriting ? 'notice' : 'skipped', where, entry: query.id, why })
    }
  }
  found.report(report)
  if (leftOut) {
    const why = 'Rewritten queries are kept; the prompts they were made with are left out'
    report.add({ outcome: 'notice', where: file.path, why })
  }
}

function readQuery({ number, where, value }: Row<ToolretQuery>): LabelledQuery {
  const { id, query: _query, rewritten_query, ...rest } = value.fields
  const labels = value.labels.filter(({ relevance }) => relevance > 0)
  const isGraded = labels.some(({ relevance }) => relevance !== 1)
  const grades = Object.fromEntries(labels.map((label) => [label.id, label.relevance]))
  const rewritten = readRewriting(rewritten_query)
  return {
    id: idOf(id) ?? `queries-${number}`,
    text: value.text.trim(),
    tools: labels.map((label) => label.id),
    ...(isGraded && { grades }),
    origin: 'published',
    ...(rewritten && { rewritten }),
    // `instruction` stays here: it was written with the golden tools in view.
    extra: Object.fromEntries(
      Object.entries(rest).filter(([key]) => !REWRITING_FIELDS.includes(key)),
    ),
    where,
  }
}

/** An object, or the same as JSON in a string; undefined where the model gave no usable answer. */
function readRewriting(written: JsonValue | undefined): RewrittenQuery | undefined {
  const value = typeof written === 'string' ? jsonIn(written) : written
  if (!isObject(value)) return undefined
  const { tool_needs, extracted_arguments } = value
  if (!Array.isArray(tool_needs) && !isObject(extracted_arguments)) return undefined
  return {
    toolNeeds: (Array.isArray(tool_needs) ? tool_needs : []).filter(isObject).map((need) => ({
      userIntent: proseOf(need.user_intent),
      toolDescription: proseOf(need.tool_description),
      expectedResponse: proseOf(need.expected_response),
    })),
    extractedArguments: Object.fromEntries(
      Object.entries(isObject(extracted_arguments) ? extracted_arguments : {}).map(
        ([name, role]) => [name, proseOf(role)],
      ),
    ),
  }
}
