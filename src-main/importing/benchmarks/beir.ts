import type { GoldenSet } from '../../domain/golden-set'
import type { JsonObject, JsonValue, ToolId } from '../../domain/tool'
import { isObject } from '../reading/clean-json'
import type { ImportFormat } from '../import-format'
import { importReport } from '../catalog/report'
import type { Report } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import type { LabelIndex, LabelledQuery } from '../catalog/resolve-labels'
import type { SourceFile } from '../reading/source-file'
import { collectTools } from '../catalog/collect-tools'
import type { ToolCollector, ToolEntry } from '../catalog/collect-tools'
import { isQrels, readQrels } from './beir-qrels'
import type { Qrel } from './beir-qrels'
import { parametersSchema } from './document-parameters'
import { filesOfRows, missingCatalog, reportUnused, requireReadable, rowsOf } from '../reading/file-content'
import type { ObjectRow } from '../reading/file-content'
import { idOf, proseOf } from './json-text'
import { setName, setNames } from '../golden/set-names'

/** BEIR: `corpus.jsonl`, `queries.jsonl` and graded judgements under `qrels/`, one golden set per file of them. */
export const beir: ImportFormat = {
  id: 'beir',
  title: 'BEIR (corpus, queries, qrels)',
  detect(files) {
    const { corpus, queries, qrels } = sortFiles(files)
    if (corpus.length > 0) return qrels.length > 0 || queries.length > 0 ? 0.95 : 0.7
    if (qrels.length > 0) return 0.5
    return queries.length > 0 ? 0.3 : 0
  },
  parse(files) {
    requireReadable(files, /(^|\/)(corpus|queries)[^/]*$/i)
    const report = importReport()
    const { corpus, queries, qrels } = sortFiles(files)
    if (corpus.length === 0) throw missingCatalog(files, 'corpus.jsonl')
    const collector = collectTools('beir', report)
    const aliases = collectCorpus(corpus, collector, report)
    const texts = new Map<string, ObjectRow>()
    for (const file of queries) {
      for (const row of rowsOf(file, isEntry, report)) texts.set(documentId(row.value), row)
    }
    const index = labelIndex(collector.tools, aliases)
    const goldenSets = readSets(qrels, { texts, index }, report)
    reportUnjudged(texts, goldenSets, report)
    reportUnused(files, [...corpus, ...queries, ...qrels], report)
    const { tools } = collector
    return { format: 'beir', tools, goldenSets, bundles: [], report: report.rows() }
  },
}

const isEntry = (value: JsonValue): value is JsonObject =>
  isObject(value) &&
  idOf(value._id) !== undefined &&
  (typeof value.text === 'string' || typeof value.title === 'string')

const documentId = (entry: JsonObject): string => idOf(entry._id) ?? ''

type Roles = Record<'corpus' | 'queries' | 'qrels', SourceFile[]>

/** Corpus and queries look alike: the name tells, or else that only documents have titles, or else whom the qrels name. */
function sortFiles(files: SourceFile[]): Roles {
  const qrels = files.filter(isQrels)
  const roles: Roles = { corpus: [], queries: [], qrels }
  const [judgements = []] = qrels.map((file) => readQrels(file).qrels)
  const judged = new Set(judgements.map(({ query }) => query))
  for (const file of filesOfRows(files, isEntry)) {
    roles[roleOf(file, judged)].push(file)
  }
  return roles
}

function roleOf(file: SourceFile, judged: Set<string>): 'corpus' | 'queries' {
  const name = setName(file.path)
  if (/corpus|documents|tools/.test(name)) return 'corpus'
  if (/quer(y|ies)|questions/.test(name)) return 'queries'
  const rows = rowsOf(file, isEntry, importReport())
  if (rows.some(({ value }) => typeof value.title === 'string')) return 'corpus'
  return rows.some(({ value }) => judged.has(documentId(value))) ? 'queries' : 'corpus'
}

/** Files the documents and returns their ids → the tools'. */
function collectCorpus(
  files: SourceFile[],
  collector: ToolCollector,
  report: Report,
): Map<string, ToolId> {
  const aliases = new Map<string, ToolId>()
  for (const row of files.flatMap((file) => rowsOf(file, isEntry, report))) {
    const tool = collector.add(readDocument(row))
    if (tool) aliases.set(documentId(row.value), tool.id)
  }
  return aliases
}

/** The title of a tool's document is its name; `metadata` may say more of it. */
function readDocument({ value, where }: ObjectRow): ToolEntry {
  const { title, text } = value
  const metadata = isObject(value.metadata) ? value.metadata : {}
  const names = [metadata.name, title, documentId(value)]
  const { server, tags } = metadata
  return {
    name: names.find((name) => typeof name === 'string' && name.trim() !== ''),
    ...(typeof server === 'string' && { server }),
    ...(typeof title === 'string' && typeof metadata.name === 'string' && { title }),
    description: text,
    parameters: parametersSchema(metadata),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    entry: value,
    where,
  }
}

function readSets(
  files: SourceFile[],
  { texts, index }: { texts: Map<string, ObjectRow>; index: LabelIndex },
  report: Report,
): GoldenSet[] {
  const names = setNames(files.map(({ path }) => path))
  return files.map((file, at) => {
    const { qrels, broken } = readQrels(file)
    for (const where of broken) {
      const why = 'Not a judgement: a query id, a document id and a score, separated by tabs'
      report.add({ outcome: 'skipped', where, why })
    }
    const queries = [...groupByQuery(qrels)].flatMap(([id, judgements]) =>
      readQuery({ id, judgements, row: texts.get(id) }, report),
    )
    return {
      name: names[at] ?? setName(file.path),
      queries: resolveQueries(queries, index, report),
    }
  })
}

function groupByQuery(qrels: Qrel[]): Map<string, Qrel[]> {
  const groups = new Map<string, Qrel[]>()
  for (const qrel of qrels) {
    const group = groups.get(qrel.query)
    if (group) group.push(qrel)
    else groups.set(qrel.query, [qrel])
  }
  return groups
}

function readQuery(
  { id, judgements, row }: { id: string; judgements: Qrel[]; row: ObjectRow | undefined },
  report: Report,
): LabelledQuery[] {
  const where = judgements[0]?.where ?? id
  const relevant = judgements.filter(({ score }) => score > 0)
  if (!row || relevant.length === 0) {
    const why = row ? 'No document is judged relevant' : `No query has the id ${id}`
    const fix = row ? undefined : 'Add the query to queries.jsonl and import the folder again.'
    report.add({ outcome: 'skipped', where, entry: id, why, ...(fix && { fix }) })
    return []
  }
  const { _id, text, title, ...extra } = row.value
  const isGraded = relevant.some(({ score }) => score !== 1)
  return [
    {
      id,
      text: proseOf(text ?? title).trim(),
      tools: relevant.map(({ document }) => document),
      ...(isGraded && {
        grades: Object.fromEntries(relevant.map(({ document, score }) => [document, score])),
      }),
      origin: 'published',
      ...(Object.keys(extra).length > 0 && { extra }),
      where,
    },
  ]
}

function reportUnjudged(texts: Map<string, ObjectRow>, sets: GoldenSet[], report: Report): void {
  const judged = new Set(sets.flatMap(({ queries }) => queries.map(({ id }) => id)))
  const unjudged = [...texts].filter(([id]) => !judged.has(id))
  const [first] = unjudged
  if (!first) return
  const why = `${unjudged.length} queries have no relevant tool in any qrels file and are in no golden set`
  report.add({ outcome: 'notice', where: first[1].where, why })
}
