import type { JsonObject, JsonValue, StandardisedFields, ToolId } from '../../domain/tool'
import { isObject } from '../reading/clean-json'
import type { ImportFormat } from '../import-format'
import { importReport } from '../catalog/report'
import type { Report } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import type { SourceFile } from '../reading/source-file'
import { collectTools } from '../catalog/collect-tools'
import type { ToolCollector } from '../catalog/collect-tools'
import { filesOfRows, missingCatalog, reportUnused, requireReadable, rowsOf } from '../reading/file-content'
import type { ObjectRow } from '../reading/file-content'
import { idOf } from './json-text'
import { readDocument } from './toolret-document'
import { isQuery, readLabels, readQueries } from './toolret-queries'
import { readStandardised } from './toolret-standardised'

/**
 * ToolRet (`{id, documentation}` tools and `{id, query, labels}` queries) and what MFTR adds to it: documents
 * standardised into four fields and rewritten queries. One golden set, `queries`.
 */
export const toolret: ImportFormat = {
  id: 'toolret',
  title: 'ToolRet / MFTR',
  detect(files) {
    const hasTools = filesOfRows(files, isTool).length + filesOfRows(files, isAugmented).length > 0
    const hasQueries = filesOfRows(files, isQuery).length > 0
    if (hasTools) return hasQueries ? 0.95 : 0.85
    return hasQueries ? 0.5 : 0
  },
  parse(files) {
    requireReadable(files, /(^|[/_])(tools|queries)[^/]*$/i)
    const report = importReport()
    const toolFiles = filesOfRows(files, isTool)
    const augmentedFiles = filesOfRows(files, isAugmented)
    const queryFiles = filesOfRows(files, isQuery)
    const sources = toolSources({ toolFiles, augmentedFiles, queryFiles }, report)
    if (sources.length === 0) throw missingCatalog(files, 'tools.json')
    const standardised = readStandardised(rowsOfAll(augmentedFiles, isAugmented, report), report)
    const collector = collectTools('toolret', report)
    const aliases = collectDocuments(sources, standardised, collector)
    const queries = readQueries(queryFiles, report)
    const index = labelIndex(collector.tools, aliases)
    const golden = resolveQueries(queries, index, report)
    const goldenSets = queryFiles.length > 0 ? [{ name: 'queries', queries: golden }] : []
    reportUnused(files, [...toolFiles, ...augmentedFiles, ...queryFiles], report)
    const { tools } = collector
    return { format: 'toolret', tools, goldenSets, bundles: [], report: report.rows() }
  },
}

const isTool = (value: JsonValue): value is JsonObject =>
  isObject(value) &&
  idOf(value.id) !== undefined &&
  (isText(value.documentation) || isText(value.doc)) &&
  !('query' in value)

const isAugmented = (value: JsonValue): value is JsonObject =>
  isObject(value) && idOf(value.id) !== undefined && 'augmented' in value

const isText = (value: JsonValue | undefined): boolean =>
  typeof value === 'string' || isObject(value)

const rowsOfAll = (
  files: SourceFile[],
  accepts: (value: JsonValue) => value is JsonObject,
  report: Report,
): ObjectRow[] => files.flatMap((file) => rowsOf(file, accepts, report))

/** The tools' own file; without one, the documents that the standardised tools or the queries' labels carry. */
function toolSources(
  files: Record<'toolFiles' | 'augmentedFiles' | 'queryFiles', SourceFile[]>,
  report: Report,
): ObjectRow[] {
  if (files.toolFiles.length > 0) return rowsOfAll(files.toolFiles, isTool, report)
  const quiet = importReport()
  const standardised = rowsOfAll(files.augmentedFiles, isAugmented, quiet)
  if (standardised.length > 0) return standardised
  const rows = new Map<string, ObjectRow>()
  for (const file of files.queryFiles) {
    for (const { number, where, value } of rowsOf(file, isQuery, quiet)) {
      for (const { id, doc } of readLabels(value.labels) ?? []) {
        if (doc === undefined || !isText(doc) || rows.has(id)) continue
        rows.set(id, { number, where, value: { id, doc } })
      }
    }
  }
  if (rows.size > 0) {
    const why =
      'There is no file of tools: the catalog is made of the tools that are golden for some query'
    const fix =
      'Add tools.json to the folder for the whole catalog: with golden tools alone, retrieval looks too easy.'
    report.add({ outcome: 'notice', where: files.queryFiles[0]?.path ?? 'folder', why, fix })
  }
  return [...rows.values()]
}

/** Files the documents and returns the data set's id → the tool's. */
function collectDocuments(
  rows: ObjectRow[],
  standardised: Map<string, StandardisedFields>,
  collector: ToolCollector,
): Map<string, ToolId> {
  const aliases = new Map<string, ToolId>()
  for (const row of rows) {
    const id = idOf(row.value.id) ?? ''
    const fields = standardised.get(id)
    const tool = collector.add({ ...readDocument(row), ...(fields && { standardised: fields }) })
    if (tool && !aliases.has(id)) aliases.set(id, tool.id)
  }
  return aliases
}
