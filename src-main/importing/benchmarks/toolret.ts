import type { CatalogImport } from '../../domain/catalog-import'
import type { JsonObject, JsonValue, StandardisedFields, ToolId } from '../../domain/tool'
import { collectTools } from '../catalog/collect-tools'
import type { ToolCollector } from '../catalog/collect-tools'
import { missingCatalog, reportUnused, requireReadable } from '../catalog/data-files'
import { importReport } from '../catalog/report'
import type { Report } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import { filesOfRows, rowsOf } from '../catalog/rows'
import type { ObjectRow, RowsFile } from '../catalog/rows'
import { unreadFields } from '../catalog/unsearched'
import type { UnreadFields } from '../catalog/unsearched'
import type { ImportFormat } from '../import-format'
import { isObject } from '../reading/json-object'
import type { SourceFile } from '../reading/source-file'
import { idOf } from './json-text'
import { readDocument } from './toolret-document'
import { asQuery, readQueries, textsOfFolds } from './toolret-queries'
import type { ToolretQuery } from './toolret-queries'
import { readStandardised } from './toolret-standardised'
import { readWeights, weightsFiles } from './toolret-weights'

/**
 * ToolRet (`{id, documentation}` tools and `{id, query, labels}` queries) and what MFTR adds to it: documents
 * standardised into four fields, rewritten queries, folds of queries and weights of fields. One golden set, `queries`.
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
  const sources = toolSources(parts, report)
  if (sources.length === 0) throw missingCatalog(files, 'tools.json')
  const standardised = readStandardised(rowsOfAll(parts.augmented, report), report)
  const collector = collectTools('toolret', report)
  const unread = unreadFields()
  const aliases = collectDocuments(sources, { standardised, unread }, collector)
  unread.report(report, parts.tools[0]?.path ?? 'documents')
  const queries = readQueries(parts.queries, report)
  const index = labelIndex(collector.tools, aliases)
  const golden = resolveQueries(queries, index, report)
  const goldenSets = parts.queries.length > 0 ? [{ name: 'queries', queries: golden }] : []
  const weights = weightsFiles(files)
  const fieldWeights = readWeights(weights, textsOfFolds(parts.queries), report)
  reportUnused(files, [...parts.tools, ...parts.augmented, ...parts.queries, ...weights], report)
  const { tools } = collector
  return {
    ...{ format: 'toolret', tools, goldenSets, bundles: [] },
    ...(fieldWeights.length > 0 && { fieldWeights }),
    report: report.rows(),
  }
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

interface Read {
  standardised: Map<string, StandardisedFields>
  unread: UnreadFields
}

/** Files the documents and returns the data set's id → the tool's. */
function collectDocuments(
  rows: ObjectRow[],
  { standardised, unread }: Read,
  collector: ToolCollector,
): Map<string, ToolId> {
  const aliases = new Map<string, ToolId>()
  for (const row of rows) {
    const id = idOf(row.value.id) ?? ''
    const fields = standardised.get(id)
    const entry = readDocument(row)
    const tool = collector.add({ ...entry, ...(fields && { standardised: fields }) })
    if (tool) unread.add(entry.unread)
    if (tool && !aliases.has(id)) aliases.set(id, tool.id)
  }
  return aliases
}
