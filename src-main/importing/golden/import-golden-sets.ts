import type { ReportRow } from '../../domain/catalog-import'
import type { GoldenSet } from '../../domain/golden-set'
import type { Tool } from '../../domain/tool'
import { importReport } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import type { SourceFile } from '../reading/source-file'
import { distinctSets } from './distinct-sets'
import { readGoldenFile } from './golden-file'
import type { GoldenFile, WrittenSet } from './golden-file'

export interface GoldenImport {
  format: GoldenFile['format']
  goldenSets: GoldenSet[]
  report: ReportRow[]
}

/** Golden sets as their files have them, their labels not looked for yet. */
export interface WrittenGoldenSets {
  format: GoldenFile['format']
  sets: WrittenSet[]
  report: ReportRow[]
}

/**
 * Golden sets on their own: tables, JSON and JSON Lines of queries, or logs of messages with tool calls, whose labels are
 * weak. One set per file, per split of a table, or per named set in JSON.
 * @throws UnreadableFile when a file has none of these shapes.
 */
export function readGoldenSets(files: SourceFile[]): WrittenGoldenSets {
  const report = importReport()
  const read = files.map((file) => readGoldenFile(file, report))
  const sets = read.flatMap((file) => file.sets)
  return { format: read[0]?.format ?? 'json', sets, report: report.rows() }
}

/** Golden sets as they are for the tools of a catalog. */
export function resolveGoldenSets(written: WrittenGoldenSets, tools: Tool[]): GoldenImport {
  const report = importReport()
  const index = labelIndex(tools)
  const { sets, rows } = distinctSets(
    written.sets.map(({ name, queries }) => ({
      name,
      queries: resolveQueries(queries, index, report),
    })),
  )
  return {
    format: written.format,
    goldenSets: sets,
    report: [...written.report, ...report.rows(), ...rows],
  }
}
