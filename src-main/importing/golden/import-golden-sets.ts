import type { ReportRow } from '../../domain/catalog-import'
import type { GoldenSet } from '../../domain/golden-set'
import type { Tool } from '../../domain/tool'
import { importReport } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import type { SourceFile } from '../reading/source-file'
import { distinctSets } from './distinct-sets'
import { readGoldenFile } from './golden-file'
import type { GoldenFile } from './golden-file'

export interface GoldenImport {
  format: GoldenFile['format']
  goldenSets: GoldenSet[]
  report: ReportRow[]
}

/**
 * Golden sets on their own, for the tools of a catalog: tables, JSON and JSON Lines of queries, or logs of messages
 * with tool calls, whose labels are weak. One set per file, per split of a table, or per named set in JSON.
 * @throws UnreadableFile when a file has none of these shapes.
 */
export function importGoldenSets(files: SourceFile[], tools: Tool[]): GoldenImport {
  const report = importReport()
  const index = labelIndex(tools)
  const read = files.map((file) => readGoldenFile(file, report))
  const { sets, rows } = distinctSets(
    read.flatMap((file) =>
      file.sets.map(({ name, queries }) => ({
        name,
        queries: resolveQueries(queries, index, report),
      })),
    ),
  )
  const format = read[0]?.format ?? 'json'
  return { format, goldenSets: sets, report: [...report.rows(), ...rows] }
}
