import type { ReportRow } from '../../domain/catalog/import'
import type { GoldenSet } from '../../domain/query/golden-set'
import type { Tool } from '../../domain/tool/tool'
import { counted } from '../../domain/value/quantity'
import { importReport } from '../catalog/report'
import { labelIndex, resolveQueries } from '../catalog/resolve-labels'
import { UnreadableFile } from '../reading/place'
import type { SourceFile } from '../reading/source-file'
import { readBeginning } from '../reading/table'
import { guessGoldenMapping } from './golden-table'
import { readGoldenFile, type WrittenSet } from './golden-file'

/** What lies beside a catalog and says which of its tools are right. */
export interface GoldenBeside {
  goldenSets: GoldenSet[]
  /** The files that were used. */
  used: string[]
  report: ReportRow[]
}

/**
 * The golden queries and logs among the files that no format read. A file is taken for one where
 * at least half of its queries name tools of the catalog: many things look like queries.
 */
export function goldenBeside(files: readonly SourceFile[], tools: Tool[]): GoldenBeside {
  const beside: GoldenBeside = { goldenSets: [], used: [], report: [] }
  if (files.length === 0 || tools.length === 0) return beside
  const index = labelIndex(tools)
  const told = importReport()
  for (const file of files.filter(mayAsk)) {
    const report = importReport()
    const written = setsIn(file, report)
    const sets = written.map(({ name, queries }) => ({
      name,
      queries: resolveQueries(queries, index, report),
    }))
    const asked = written.flatMap(({ queries }) => queries).length
    const named = sets.flatMap(({ queries }) =>
      queries.filter(({ tools }) => tools.length > 0),
    ).length
    if (asked === 0 || named * 2 < asked) continue
    const why = `Read as golden queries: ${counted(named, 'query', 'queries')} of ${asked} name tools of this import`
    beside.goldenSets.push(...sets)
    beside.used.push(file.path)
    told.add({ outcome: 'notice', where: file.path, why })
    for (const row of report.rows()) told.add(row)
  }
  return { ...beside, report: told.rows() }
}

/** Whether a file is data, or a table whose header has queries and tools. Never throws. */
function mayAsk(file: SourceFile): boolean {
  if (file.content().kind !== 'other') return file.content().kind !== 'broken'
  if (!/\.(csv|tsv|tab|txt)$/i.test(file.path)) return false
  try {
    const { header, rows } = readBeginning(file, 8)
    const { query, tools } = guessGoldenMapping(header, rows)
    return query !== undefined && tools !== undefined
  } catch {
    return false
  }
}

function setsIn(file: SourceFile, report: ReturnType<typeof importReport>): WrittenSet[] {
  try {
    return readGoldenFile(file, report).sets.filter(({ isWithoutTexts }) => !isWithoutTexts)
  } catch (error) {
    if (error instanceof UnreadableFile) return []
    throw error
  }
}
