import type { GoldenSet } from '../../../domain/query/golden-set'
import type { JsonObject, JsonValue, ToolId } from '../../../domain/tool/tool'
import { counted } from '../../../domain/value/quantity'
import { causes, importReport, type Causes, type Report } from '../../../importing/catalog/report'
import {
  collectTools,
  type ToolCollector,
  type ToolEntry,
} from '../../../importing/catalog/collect-tools'
import { missingCatalog, pathsOf, requireReadable } from '../../../importing/catalog/data-files'
import {
  documentIndex,
  resolveQueries,
  type LabelIndex,
  type LabelledQuery,
} from '../../../importing/catalog/resolve-labels'
import { filesOfRows, rowsOf, type ObjectRow, type RowsFile } from '../../../importing/catalog/rows'
import { unreadFields, type UnreadFields } from '../../../importing/catalog/unsearched'
import {
  judgedIn,
  labelsOfJudged,
  NO_QUERY,
  qrelsFiles,
  type Judged,
  type QrelsFile,
} from '../../../importing/golden/qrels'
import { setName, setNames } from '../../../importing/golden/set-names'
import type { FormatReading, ImportFormat } from '../../../importing/import-format'
import { isObject } from '../../../importing/reading/parse-json'
import { once } from '../../../importing/reading/once'
import type { SourceFile } from '../../../importing/reading/source-file'
import { readFields, saysSomething, type DocumentedTool } from './document-fields'
import { idOf, proseOf, fieldsOfText } from './json-text'

/**
 * A data set below the folder that is imported: its name where there are several, and which files
 * are its own.
 */
interface DataSet<Corpus, Queries, Qrels> {
  /** Empty where it is the only one. */
  name: string
  corpus: Corpus[]
  queries: Queries[]
  qrels: Qrels[]
}

interface Placed {
  path: string
}

/** Folders that hold one part of a data set and are not the data set's own. */
const OF_PART = /^(corpus|queries|qrels|documents|docs|tools|data|train|dev|test)$/i
const PART_WORDS =
  /(^|-)(corpus|queries|query|questions|qrels|documents|tools|train|dev|valid|validation|test)(?=-|$)/g

/**
 * The data sets of some files: every folder with a corpus is one, and so is every stem
 * (`sea-corpus.jsonl`) where one folder has corpora of several. Queries and judgements go to the
 * set in whose folder they are, or else the nearest.
 */
function dataSets<Corpus extends Placed, Queries extends Placed, Qrels extends Placed>({
  corpus,
  queries,
  qrels,
}: {
  corpus: Corpus[]
  queries: Queries[]
  qrels: Qrels[]
}): DataSet<Corpus, Queries, Qrels>[] {
  const folders = Map.groupBy(corpus, ({ path }) => folderOf(path))
  const sets = [...folders].flatMap(([folder, files]) => {
    const stems = Map.groupBy(files, ({ path }) => stemOf(path))
    return [...stems].map(([stem, own]) => ({
      folder,
      stem: stems.size > 1 ? stem : '',
      set: { name: '', corpus: own, queries: [] as Queries[], qrels: [] as Qrels[] },
    }))
  })
  const homeOf = ({ path }: Placed) =>
    sets.toSorted((a, b) => nearness(path, b) - nearness(path, a))[0]?.set
  for (const file of queries) homeOf(file)?.queries.push(file)
  for (const file of qrels) homeOf(file)?.qrels.push(file)
  if (sets.length > 1) for (const { folder, stem, set } of sets) set.name = nameOf(folder, stem)
  return sets.map(({ set }) => set)
}

/** The folder of the data set that a file belongs to. */
function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1)
  while (OF_PART.test(folders.at(-1) ?? '')) folders.pop()
  return folders.join('/')
}

const stemOf = (path: string): string => setName(path).replace(PART_WORDS, '').replace(/^-|-$/g, '')

const nameOf = (folder: string, stem: string): string =>
  [folder.split('/').at(-1) ?? '', stem].filter((part) => part !== '').join('-') || 'main'

/** How near a file is to a data set: the folders they share, then a stem in its name or folder. */
function nearness(path: string, { folder, stem }: { folder: string; stem: string }): number {
  const own = folderOf(path).split('/')
  const wanted = folder.split('/')
  const differs = wanted.findIndex((name, at) => own[at] !== name)
  const shared = differs < 0 ? wanted.length : differs
  const whole = folderOf(path) === folder ? 1000 : differs < 0 ? 100 : 0
  const named =
    stem !== '' && setName(path.replaceAll('/', '-')).includes(stem) ? stem.length / 1000 : 0
  return whole + shared + named
}

/**
 * BEIR: `corpus.jsonl`, `queries.jsonl` and graded judgements under `qrels/`, one golden set per
 * file of them.
 */
export const beir: ImportFormat = {
  id: 'beir',
  title: 'BEIR (corpus, queries, qrels)',
  recognise(files) {
    const parts = sortFiles(files)
    return { confidence: confidenceOf(parts), read: () => readDataSet(files, parts) }
  },
}

type EntryFile = RowsFile<JsonObject>

interface Parts {
  corpus: EntryFile[]
  queries: EntryFile[]
  qrels: QrelsFile[]
}

const CORPUS_NAME = /(^|\/)[^/]*(corpus|documents|docs|tools)[^/]*$/i

function confidenceOf({ corpus, queries, qrels }: Parts): number {
  if (corpus.length > 0) {
    if (qrels.length > 0 || queries.length > 0) return 0.95
    // Rows with an id and a text are many things.
    return corpus.some(({ path }) => CORPUS_NAME.test(path)) ? 0.7 : 0.3
  }
  if (qrels.length > 0) return 0.5
  return queries.length > 0 ? 0.3 : 0
}

function readDataSet(files: SourceFile[], parts: Parts): FormatReading {
  requireReadable(files, /(^|\/)(corpus|queries)[^/]*$/i)
  const { corpus, queries, qrels } = parts
  if (corpus.length === 0) throw missingCatalog(files, 'corpus.jsonl')
  const report = importReport()
  const collector = collectTools('beir', report)
  const unread = unreadFields()
  const collecting = { collector, report, unread }
  const goldenSets = dataSets(parts).flatMap((set) => readSet(set, collecting))
  unread.report(report, corpus[0]?.path ?? 'corpus')
  const { tools } = collector
  return {
    format: 'beir',
    tools,
    goldenSets,
    bundles: [],
    report: report.rows(),
    used: pathsOf([...corpus, ...queries, ...qrels]),
  }
}

interface Collecting {
  collector: ToolCollector
  report: Report
  unread: UnreadFields
}

/**
 * Files the tools of one data set, and gives its golden sets, whose labels mean its own documents
 * alone.
 */
function readSet(
  { name, corpus, queries, qrels }: DataSet<EntryFile, EntryFile, QrelsFile>,
  collecting: Collecting,
): GoldenSet[] {
  const { report } = collecting
  const rows = corpus.flatMap((file) => rowsOf(file, report))
  const documents = collectCorpus(rows, name, collecting)
  const texts = new Map<string, ObjectRow>()
  for (const file of queries) {
    for (const row of rowsOf(file, report)) texts.set(documentId(row.value), row)
  }
  if (qrels.length > 0 && queries.length === 0) {
    reportMissingQueries(qrels, report)
    return []
  }
  const index = documentIndex(documents)
  const goldenSets = readGoldenSets({ files: qrels, prefix: name }, { texts, index }, report)
  reportUnjudged(texts, goldenSets, report)
  return goldenSets
}

function reportMissingQueries(files: QrelsFile[], report: Report): void {
  const judged = new Set(files.flatMap((file) => file.read().qrels.map(({ query }) => query)))
  report.add({
    outcome: 'skipped',
    where: files.map(({ path }) => path).join(', '),
    why: `There is no queries.jsonl: ${counted(judged.size, 'judged query has', 'judged queries have')} no text, and no golden set is made`,
    fix: 'Add queries.jsonl to the folder and import it again.',
  })
}

const asEntry = (value: JsonValue): JsonObject | undefined =>
  isObject(value) &&
  idOf(value._id) !== undefined &&
  (typeof value.text === 'string' || typeof value.title === 'string')
    ? value
    : undefined

const documentId = (entry: JsonObject): string => idOf(entry._id) ?? ''

/**
 * Corpus and queries look alike: the name tells, or else that only documents have titles, or else
 * whom the qrels name.
 */
function sortFiles(files: SourceFile[]): Parts {
  const parts: Parts = { corpus: [], queries: [], qrels: qrelsFiles(files) }
  const judged = once(() => new Set(parts.qrels[0]?.read().qrels.map(({ query }) => query)))
  for (const file of filesOfRows(files, asEntry)) parts[roleOf(file, judged)].push(file)
  return parts
}

function roleOf(file: EntryFile, judged: () => Set<string>): 'corpus' | 'queries' {
  const name = setName(file.path)
  if (/corpus|documents|tools/.test(name)) return 'corpus'
  if (/quer(y|ies)|questions/.test(name)) return 'queries'
  const { rows } = file.read()
  if (rows.some(({ value }) => typeof value.title === 'string')) return 'corpus'
  return rows.some(({ value }) => judged().has(documentId(value))) ? 'queries' : 'corpus'
}

/**
 * Files the documents, under the data set's name where they name no server, and gives their ids →
 * the tools'.
 */
function collectCorpus(
  rows: ObjectRow[],
  dataSet: string,
  { collector, unread }: Collecting,
): Map<string, ToolId> {
  const documents = new Map<string, ToolId>()
  for (const row of rows) {
    const entry = readDocument(row)
    const server = entry.server ?? (dataSet || undefined)
    const tool = collector.add({ ...entry, ...(server !== undefined && { server }) })
    if (!tool) continue
    unread.add(entry.unread)
    documents.set(documentId(row.value), tool.id)
  }
  return documents
}

/**
 * The title of a tool's document is its name; `metadata` may say more of it, and so may fields
 * within its text (ToolLens).
 */
function readDocument({ value, where }: ObjectRow): ToolEntry & Pick<DocumentedTool, 'unread'> {
  const { _id, title, text, metadata: about, ...around } = value
  const metadata = isObject(about) ? about : {}
  const inText = typeof text === 'string' ? fieldsOfText(text) : undefined
  const read = readFields(inText ?? {})
  const { server, tags, name: called, ...more } = metadata
  const said = readFields(more)
  const [name = documentId(value), ...others] = distinctTexts([
    called,
    title,
    read.name,
    read.title,
    said.name,
    said.title,
  ])
  return {
    ...read,
    name,
    ...(typeof server === 'string' && { server }),
    ...(others.length > 0 && { title: others.join(', ') }),
    description: distinctTexts([inText ? read.description : text, said.description]).join('\n'),
    parameters: said.parameters ?? read.parameters,
    response: read.response ?? said.response,
    tags: [tags, read.tags, said.tags].flatMap((some) => textsIn(some)),
    unread: [
      ...read.unread,
      ...said.unread,
      ...Object.keys(around).filter((key) => saysSomething(around[key])),
    ],
    entry: value,
    where,
  }
}

const textsIn = (list: JsonValue | undefined): string[] =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []

const distinctTexts = (values: (JsonValue | undefined)[]): string[] => [
  ...new Set(textsIn(values.map((value) => value ?? null)).filter((text) => text.trim() !== '')),
]

function readGoldenSets(
  { files, prefix }: { files: QrelsFile[]; prefix: string },
  { texts, index }: { texts: Map<string, ObjectRow>; index: LabelIndex },
  report: Report,
): GoldenSet[] {
  const names = setNames(files.map(({ path }) => path))
  return files.map((file, at) => {
    const found = causes('judgements')
    const queries = judgedIn(file, found).flatMap((judged) =>
      readQuery(judged, texts.get(judged.query), found),
    )
    found.report(report)
    const name = names[at] ?? setName(file.path)
    return {
      name: prefix === '' || name === prefix ? name : `${prefix}-${name}`,
      queries: resolveQueries(queries, index, report),
    }
  })
}

function readQuery(judged: Judged, row: ObjectRow | undefined, found: Causes): LabelledQuery[] {
  const { query: id, where } = judged
  if (!row) {
    const fix = 'Add the query to queries.jsonl and import the folder again.'
    found.add({ outcome: 'skipped', where, entry: id, why: NO_QUERY, fix })
    return []
  }
  const labels = labelsOfJudged(judged, found)
  if (!labels) return []
  const { _id, text, title, ...extra } = row.value
  return [
    {
      id,
      text: proseOf(text ?? title).trim(),
      ...labels,
      origin: 'published',
      ...(Object.keys(extra).length > 0 && { extra }),
      where,
    },
  ]
}

/** Ids that a row about several queries names. */
const IDS_NAMED = 5

function reportUnjudged(texts: Map<string, ObjectRow>, sets: GoldenSet[], report: Report): void {
  const judged = new Set(sets.flatMap(({ queries }) => queries.map(({ id }) => id)))
  const unjudged = [...texts].filter(([id]) => !judged.has(id))
  const [first] = unjudged
  if (!first) return
  const ids = `${unjudged
    .slice(0, IDS_NAMED)
    .map(([id]) => id)
    .join(', ')}${unjudged.length > IDS_NAMED ? ' …' : ''}`
  const why = `Not in any golden set: ${counted(unjudged.length, 'query', 'queries')} without a relevant tool in the qrels files (${ids})`
  report.add({ outcome: 'notice', where: first[1].where, why })
}
