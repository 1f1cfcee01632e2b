import type { CatalogImport } from '../../domain/catalog-import'
import type { GoldenSet } from '../../domain/golden-set'
import type { JsonObject, JsonValue, StandardisedFields, Tool, ToolId } from '../../domain/tool'
import { collectTools } from '../catalog/collect-tools'
import type { ToolCollector } from '../catalog/collect-tools'
import { missingCatalog, reportUnused, requireReadable } from '../catalog/data-files'
import { importReport } from '../catalog/report'
import type { Report } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import type { LabelIndex } from '../catalog/resolve-labels'
import { filesOfRows, rowsOf } from '../catalog/rows'
import type { ObjectRow, RowsFile } from '../catalog/rows'
import { unreadFields } from '../catalog/unsearched'
import type { UnreadFields } from '../catalog/unsearched'
import { setName } from '../golden/set-names'
import type { ImportFormat } from '../import-format'
import { isObject } from '../reading/json-object'
import type { SourceFile } from '../reading/source-file'
import { idOf } from './json-text'
import { readDocument } from './toolret-document'
import { asQuery, readQueries, setOfIds, textsOfFolds } from './toolret-queries'
import type { QueryFile, ToolretQuery } from './toolret-queries'
import { dataSetsOf, documentsOfAll } from './toolret-sets'
import type { ToolretSet } from './toolret-sets'
import { readStandardised } from './toolret-standardised'
import { readWeights, weightsFiles } from './toolret-weights'
import type { WeightsFile } from './toolret-weights'

/**
 * ToolRet (`{id, documentation}` tools and `{id, query, labels}` queries) and what MFTR adds to it: documents
 * standardised into four fields, rewritten queries, folds of queries and weights of fields. One golden set, `queries`, or where
 * the files are of several data sets, one for each.
 */
export const toolret: ImportFormat = {
  id: 'toolret',
  title: 'ToolRet / MFTR',
  recognise(files) {
    const parts = {
      tools: filesOfRows(files, asTool),
      augmented: filesOfRows(files, asAugmented),
      queries: filesOfRows(files, asQuery),
    }
    return { confidence: confidenceOf(parts), read: () => readDataSet(files, parts) }
  },
}

interface Parts {
  tools: RowsFile<JsonObject>[]
  augmented: RowsFile<JsonObject>[]
  queries: RowsFile<ToolretQuery>[]
}

function confidenceOf({ tools, augmented, queries }: Parts): number {
  const hasQueries = queries.length > 0
  if (tools.length + augmented.length > 0) return hasQueries ? 0.95 : 0.85
  return hasQueries ? 0.5 : 0
}

function readDataSet(files: SourceFile[], parts: Parts): CatalogImport {
  requireReadable(files, /(^|[/_])(tools|queries)[^/]*$/i)
  const report = importReport()
  const collector = collectTools('toolret', report)
  const unread = unreadFields()
  const weights = weightsFiles(files)
  const { sets, names, unplaced } = sortedIntoSets({ ...parts, weights })
  reportUnplaced(unplaced, report)
  const read = sets.map((set) => readSet(set, names, { collector, report, unread }))
  if (!read.some(({ hasSource }) => hasSource)) throw missingCatalog(files, 'tools.json')
  unread.report(report, parts.tools[0]?.path ?? 'documents')
  const index = documentsOfAll(read.map(({ documents }) => documents))
  const others = readGoldenSets(unplaced.queries, { name: '', index }, report)
  const fieldWeights = read.flatMap((set) => set.fieldWeights)
  reportUnused(files, [...parts.tools, ...parts.augmented, ...parts.queries, ...weights], report)
  return {
    ...{ format: 'toolret', tools: collector.tools, bundles: [] },
    goldenSets: [...read.flatMap((set) => set.goldenSets), ...others],
    ...(fieldWeights.length > 0 && { fieldWeights }),
    report: report.rows(),
  }
}

interface AllParts extends Parts {
  weights: WeightsFile[]
}

/** The files by data set; of queries, standardised tools and weights, some may be of none that is known. */
function sortedIntoSets(parts: AllParts) {
  const { tools, augmented, queries, weights } = parts
  const [holders] = [tools, augmented].filter(({ length }) => length > 0)
  const { names, setOf } = holders ? dataSetsOf(holders, queries) : dataSetsOf(plain(queries), [])
  const of = (name: string | undefined): AllParts => {
    const own = <File extends { path: string }>(all: File[]) =>
      all.filter((file) => setOf(file) === name)
    return {
      ...{ tools: own(tools), augmented: own(augmented) },
      ...{ queries: own(queries), weights: own(weights) },
    }
  }
  const sets = names.map((name) => ({ name: names.length > 1 ? name : '', parts: of(name) }))
  return { sets, names, unplaced: of(undefined) }
}

/** Rewritten queries are kept in folders of settings, which are no data sets. */
const plain = (queries: QueryFile[]): QueryFile[] =>
  queries.filter(({ path }) => !/rewritten/i.test(path))

function reportUnplaced({ augmented, weights }: AllParts, report: Report): void {
  for (const { path } of [...augmented, ...weights]) {
    const why = 'Not used: neither its name nor its folders say of which of these data sets it is'
    const fix = 'Put it into a folder named as that of its data set, and import all of them again.'
    report.add({ outcome: 'skipped', where: path, why, fix })
  }
}

interface Collecting {
  collector: ToolCollector
  report: Report
  unread: UnreadFields
}

/** Files the tools of one data set, and gives its golden sets, whose labels mean its own tools alone, and its weights. */
function readSet(
  { name, parts }: ToolretSet<AllParts>,
  names: readonly string[],
  { collector, report, unread }: Collecting,
) {
  const sources = toolSources(parts, report)
  const standardised = readStandardised(rowsOfAll(parts.augmented, report), report)
  const { documents, tools } = collectDocuments(
    sources,
    { standardised, unread, dataSet: name },
    collector,
  )
  const index = labelIndex(tools, documents)
  const goldenSets = readGoldenSets(parts.queries, { name, index }, report)
  const textsOf = textsOfFolds(parts.queries)
  const fieldWeights = readWeights(parts.weights, { name, all: names, textsOf }, report)
  return { documents, goldenSets, fieldWeights, hasSource: sources.length > 0 }
}

/** One golden set for each data set that the ids of the queries name; where they are of one, it has the name that is known. */
function readGoldenSets(
  files: QueryFile[],
  { name, index }: { name: string; index: LabelIndex },
  report: Report,
): GoldenSet[] {
  const byIds = Map.groupBy(files, setOfIds)
  return [...byIds].map(([named = '', own]) => ({
    name: setName((byIds.size > 1 ? named : name) || name || 'queries'),
    queries: resolveQueries(readQueries(own, report), index, report),
  }))
}

function asTool(value: JsonValue): JsonObject | undefined {
  if (!isObject(value) || idOf(value.id) === undefined || 'query' in value) return undefined
  return isText(value.documentation) || isText(value.doc) ? value : undefined
}

const asAugmented = (value: JsonValue): JsonObject | undefined =>
  isObject(value) && idOf(value.id) !== undefined && 'augmented' in value ? value : undefined

const isText = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' || isObject(value)

const rowsOfAll = (files: RowsFile<JsonObject>[], report: Report): ObjectRow[] =>
  files.flatMap((file) => rowsOf(file, report))

/** The tools' own file; without one, the documents that the standardised tools or the queries' labels carry. */
function toolSources({ tools, augmented, queries }: Parts, report: Report): ObjectRow[] {
  if (tools.length > 0) return rowsOfAll(tools, report)
  // What is wrong with these files is reported where their own rows are read.
  const standardised = augmented.flatMap((file) => file.read().rows)
  if (standardised.length > 0) return standardised
  const documents = documentsOf(queries)
  if (documents.length > 0) {
    const why = 'There is no file of tools: the catalog is made of the tools that answer some query'
    const fix =
      'Add tools.json to the folder for the whole catalog: with golden tools alone, retrieval looks too easy.'
    report.add({ outcome: 'notice', where: queries[0]?.path ?? 'folder', why, fix })
  }
  return documents
}

/** The documents in the queries' labels, each tool's first. */
function documentsOf(files: RowsFile<ToolretQuery>[]): ObjectRow[] {
  const rows = new Map<string, ObjectRow>()
  for (const { number, where, value } of files.flatMap((file) => file.read().rows)) {
    for (const { id, doc } of value.labels) {
      if (doc === undefined || !isText(doc) || rows.has(id)) continue
      rows.set(id, { number, where, value: { id, doc } })
    }
  }
  return [...rows.values()]
}

interface Reading {
  standardised: Map<string, StandardisedFields>
  unread: UnreadFields
  /** Whose tools they are where they name no server; empty where there is one data set. */
  dataSet: string
}

/** Files the documents and returns their tools, and the data set's id → the tool's. */
function collectDocuments(
  rows: ObjectRow[],
  { standardised, unread, dataSet }: Reading,
  collector: ToolCollector,
): { tools: Tool[]; documents: Map<string, ToolId> } {
  const documents = new Map<string, ToolId>()
  const tools = new Set<Tool>()
  for (const row of rows) {
    const id = idOf(row.value.id) ?? ''
    const fields = standardised.get(id)
    const entry = readDocument(row)
    const server = entry.server ?? (dataSet || undefined)
    const tool = collector.add({
      ...entry,
      ...(server !== undefined && { server }),
      ...(fields && { standardised: fields }),
    })
    if (!tool) continue
    tools.add(tool)
    unread.add(entry.unread)
    if (!documents.has(id)) documents.set(id, tool.id)
  }
  return { tools: [...tools], documents }
}
