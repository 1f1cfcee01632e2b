import { FOLD_FIELD, type RewrittenQuery } from '../../../domain/query/golden-set'
import type { ToolId, JsonObject, JsonValue } from '../../../domain/tool/tool'
import { causes, type Report } from '../../../importing/catalog/report'
import type { LabelIndex, LabelledQuery } from '../../../importing/catalog/resolve-labels'
import { filesOfRows, rowsOf, type RowsFile } from '../../../importing/catalog/rows'
import { setName } from '../../../importing/golden/set-names'
import type { Row } from '../../../importing/reading/file-content'
import { isObject, jsonIn } from '../../../importing/reading/parse-json'
import { idOf, proseOf } from './json-text'

/** The files of one data set by what they hold, and its name; empty where nothing names it. */
export interface ToolretSet<Parts> {
  name: string
  parts: Parts
}

/** Folders that say what is in them, or at which step it was made, not of which data set it is. */
const OF_PART =
  /^(data|datasets?|from[_-]toolret|raw|origin(al)?|tools|queries|corpus|documents|(augmented|standardi[sz]ed)[_-]tools|rewritten[_-]queries|train[_-]and[_-]test|train|dev|test|hard[_-]negatives|weights?|learned[_-]params|fold[_-]?\d+)$/i

/**
 * ToolRet's three corpora. Labels lead from any to any, so that together they are the tools of one
 * data set.
 */
const CORPUS = /^(web|code|customi[sz]ed)$/i

/** Words of a file's name that say the same. */
const PART_WORDS =
  /(^|-)(tools?|quer(y|ies)|augmented|standardi[sz]ed|rewritten|train|dev|test|fold-?\d*)(?=-|$)/g

const foldersOf = (path: string): string[] => path.split('/').slice(0, -1)

/** The nearest folder that names something, but for those that are told. */
export const namingFolder = (path: string, otherThan: readonly string[] = []): string =>
  foldersOf(path).findLast(
    (folder) =>
      !OF_PART.test(folder) && !CORPUS.test(folder) && !otherThan.includes(folder.toLowerCase()),
  ) ?? ''

/**
 * What the beginning of a file's name says beside what the file holds: `bank_tools.v2.json` →
 * `bank`.
 */
function stemOf(path: string): string {
  const stem = setName((path.split('/').at(-1) ?? '').split('.')[0] ?? '')
    .replace(PART_WORDS, '')
    .replace(/^-|-$/g, '')
  return CORPUS.test(stem) ? '' : stem
}

interface Placed {
  path: string
}

/**
 * Which data set a file is of: told by folders, or where one folder has tools of several, by the
 * beginning of the files’ names.
 * @param anchors the files that hold tools, of which each data set has some
 * @param asked the files of queries
 */
export function dataSetsOf(anchors: readonly Placed[], asked: readonly Placed[]) {
  const stems = new Set(asked.map(({ path }) => stemOf(path)))
  const nameOfAnchor = ({ path }: Placed): string => {
    const folder = namingFolder(path)
    const isAlone = anchors.filter((other) => namingFolder(other.path) === folder).length === 1
    const stem = isAlone || !stems.has(stemOf(path)) ? '' : stemOf(path)
    return (stem || folder).toLowerCase()
  }
  const names = anchors.length > 0 ? [...new Set(anchors.map(nameOfAnchor))] : ['']
  const [only] = names
  /** The data set of a file; undefined where there are several and nothing tells. */
  const setOf = ({ path }: Placed): string | undefined => {
    if (names.length === 1) return only
    const said = [...foldersOf(path.toLowerCase()), stemOf(path)]
    return (
      said.findLast((word) => word !== '' && names.includes(word)) ??
      (names.includes('') ? '' : undefined)
    )
  }
  return { names, setOf }
}

/**
 * Finds a tool by the id of its document, for queries of no data set in particular, where one data
 * set alone has that id.
 */
export const documentsOfAll = (documents: readonly ReadonlyMap<string, ToolId>[]): LabelIndex => ({
  find(label) {
    const [id, ...others] = new Set(documents.flatMap((each) => each.get(label) ?? []))
    if (id === undefined) return { why: `No document has the id "${label}"` }
    return others.length === 0 ? { id } : { why: `Several data sets have a tool "${label}"` }
  },
})

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

/**
 * ToolRet's labels, which its published tables hold as JSON in a string; undefined where they are
 * none.
 */
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

/**
 * MFTR keeps both parts of a fold in one folder, `train_and_test`, which says nothing of either.
 */
const isTraining = ({ path }: QueryFile): boolean =>
  path.split('/').some((name) => /train/i.test(name) && !/test/i.test(name))

const ID_OF_SET = /^(.+)_query_\d+$/

/**
 * The data set that ToolRet’s ids of a file’s queries name (`apibank_query_7`); undefined where
 * they name none, or several.
 */
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
 * The queries of all files, each once: as the plain files have it, with the rewriting that other
 * files have for it. The files of single folds repeat the others, and serve only for what those
 * have not: all of it, or the rewritings.
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
    const identity = identityOf(query)
    const known = queries.get(identity)
    if (!known) queries.set(identity, query)
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

/**
 * What makes two rows one query. Tasks of ToolRet share numbers, and some of them texts that other
 * tools answer: resolving the labels gives each an id of its own.
 */
const identityOf = ({ id, text, tools }: LabelledQuery): string =>
  JSON.stringify([id, text, [...new Set(tools)].sort()])

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
