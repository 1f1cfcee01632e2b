import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { counted } from '../../domain/value/quantity'
import { isDataFile } from '../catalog/data-files'
import { causes, type Causes, type Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { filesOfRows, rowsOf, type RowsFile } from '../catalog/rows'
import { isObject } from '../reading/parse-json'
import type { SourceFile } from '../reading/source-file'
import {
  judgedIn,
  labelsOfJudged,
  NO_QUERY,
  qrelsFiles,
  type Judged,
  type QrelsFile,
} from './qrels'
import { setName, setNames } from './set-names'

/** A set of judged queries. */
interface JudgedSet {
  name: string
  queries: LabelledQuery[]
  /** No file says what its queries ask: they are known by their ids. */
  isWithoutTexts?: true
}

const ID_KEYS = ['_id', 'id', 'query_id', 'qid']
const TEXT_KEYS = ['text', 'query', 'question']
const NAME_KEYS = ['name', 'title']

/**
 * Golden sets of judgements, as BEIR and trec_eval have them: one per file, with the queries that
 * stand beside it, by id. Undefined where no file holds judgements.
 */
export function readJudgedSets(files: SourceFile[], report: Report): JudgedSet[] | undefined {
  const qrels = qrelsFiles(files)
  if (qrels.length === 0) return undefined
  const entries = filesOfRows(files, asEntry)
  const corpus = entries.filter(({ path }) => /corpus|documents|docs|tools/.test(setName(path)))
  const rows = entries.filter((file) => !corpus.includes(file))
  const tables = files.filter((file) => isQueryTable(file, qrels))
  const texts = new Map([
    ...tables.flatMap(textsOfTable),
    ...rows.flatMap((file) => textsOf(file, report)),
  ])
  const names = new Map(corpus.flatMap((file) => namesOf(file, report)))
  reportUnused(files, [...qrels, ...entries, ...tables], report)
  const setsNames = setNames(qrels.map(({ path }) => path))
  const found = causes('judgements')
  const sets = qrels.map((file, at): JudgedSet => {
    const queries = judgedIn(file, found).flatMap((judged) =>
      queryOf(judged, { texts, names, found }),
    )
    const name = setsNames[at] ?? setName(file.path)
    return { name, queries, ...(texts.size === 0 && { isWithoutTexts: true }) }
  })
  found.report(report)
  reportUnjudged({ texts, qrels }, report)
  return sets
}

const idIn = (entry: JsonObject): string | undefined => {
  const id = ID_KEYS.map((key) => entry[key]).find((value) => value !== undefined)
  return typeof id === 'object' || typeof id === 'boolean' || id === '' ? undefined : id?.toString()
}

const textUnder = (entry: JsonObject, keys: readonly string[]): string | undefined => {
  const text = keys.map((key) => entry[key]).find((value) => typeof value === 'string')
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** A query or a document: what has an id and a text. */
const asEntry = (value: JsonValue): JsonObject | undefined =>
  isObject(value) && idIn(value) !== undefined && textUnder(value, [...TEXT_KEYS, ...NAME_KEYS])
    ? value
    : undefined

type Pair = [id: string, text: string]

const textsOf = (file: RowsFile<JsonObject>, report: Report): Pair[] =>
  rowsOf(file, report).flatMap(({ value }) => pairOf(idIn(value), textUnder(value, TEXT_KEYS)))

/** What tools are called, by the ids of their documents. */
const namesOf = (file: RowsFile<JsonObject>, report: Report): Pair[] =>
  rowsOf(file, report).flatMap(({ value }) => {
    const { metadata } = value
    const inner = isObject(metadata) ? textUnder(metadata, ['name']) : undefined
    return pairOf(idIn(value), inner ?? textUnder(value, NAME_KEYS))
  })

const pairOf = (id: string | undefined, text: string | undefined): Pair[] =>
  id === undefined || text === undefined ? [] : [[id, text]]

/** A table of ids and texts without a header, as MS MARCO has them. */
const isQueryTable = (file: SourceFile, qrels: readonly QrelsFile[]): boolean =>
  /quer(y|ies)|questions|topics/.test(setName(file.path)) &&
  /\.(tsv|txt)$/i.test(file.path) &&
  file.content().kind === 'other' &&
  !qrels.some(({ path }) => path === file.path)

const textsOfTable = (file: SourceFile): Pair[] =>
  file
    .text()
    .split(/\r?\n/)
    .flatMap((line) => {
      const [id, text] = line.split('\t')
      return pairOf(id?.trim(), text?.trim() || undefined)
    })

interface Known {
  texts: ReadonlyMap<string, string>
  names: ReadonlyMap<string, string>
  found: Causes
}

function queryOf(judged: Judged, { texts, names, found }: Known): LabelledQuery[] {
  const { query: id, where } = judged
  const text = texts.get(id)
  if (text === undefined && texts.size > 0) {
    const fix = 'Add the query to the file of queries and import the folder again.'
    found.add({ outcome: 'skipped', where, entry: id, why: NO_QUERY, fix })
    return []
  }
  const labels = labelsOfJudged(judged, found)
  if (!labels) return []
  const called = (document: string) => names.get(document) ?? document
  const { tools, grades } = labels
  const graded = Object.entries(grades ?? {}).map(([tool, grade]) => [called(tool), grade] as const)
  return [
    {
      id,
      text: text ?? '',
      tools: tools.map(called),
      ...(grades && { grades: Object.fromEntries(graded) }),
      origin: 'human',
      where,
    },
  ]
}

function reportUnjudged(
  { texts, qrels }: { texts: ReadonlyMap<string, string>; qrels: readonly QrelsFile[] },
  report: Report,
): void {
  const judged = new Set(qrels.flatMap((file) => file.read().qrels.map(({ query }) => query)))
  const unjudged = [...texts.keys()].filter((id) => !judged.has(id))
  if (unjudged.length === 0) return
  const count = counted(unjudged.length, 'query', 'queries')
  const first = `${unjudged.slice(0, 5).join(', ')}${unjudged.length > 5 ? ' …' : ''}`
  const why = `Not in any golden set: ${count} without a judgement (${first})`
  report.add({ outcome: 'notice', where: qrels[0]?.path ?? 'qrels', why })
}

/** Names data files that hold neither judgements nor what these refer to. */
function reportUnused(files: SourceFile[], used: { path: string }[], report: Report): void {
  const paths = new Set(used.map(({ path }) => path))
  for (const { path, content } of files) {
    if (paths.has(path) || !isDataFile(path)) continue
    const read = content()
    if (read.kind === 'broken') {
      const { message, fix } = read.error
      report.add({ outcome: 'skipped', where: path, why: message, fix })
    } else {
      const why = 'It holds neither judgements nor queries of them; ignored'
      report.add({ outcome: 'notice', where: path, why })
    }
  }
}
