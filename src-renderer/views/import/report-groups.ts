import type { ReportedEntry, ReportRow } from '../../../src-main/domain/catalog/import'
import { entriesOf, namedEntries } from '../../../src-main/domain/catalog/report-entries'

/** Report rows that share outcome and reason. */
export interface ReportGroup {
  outcome: ReportRow['outcome']
  why: string
  fix?: string
  /** Those that the rows name. */
  named: ReportedEntry[]
  /** How many entries the rows count and do not name. */
  further: number
  /** How many the group tells of. */
  entries: number
}

const WEIGHT: Record<ReportRow['outcome'], number> = { skipped: 0, altered: 1, notice: 2 }

/**
 * The rows by reason, what was skipped first, then the most frequent; of a search, what holds the
 * text in its reason or name.
 */
export function reportGroups(report: readonly ReportRow[], search = ''): ReportGroup[] {
  const needle = search.trim().toLowerCase()
  const groups = Map.groupBy(report, ({ outcome, why }) => `${outcome} ${why}`)
  return [...groups.values()]
    .flatMap((rows) => groupOf(rows, needle))
    .sort((a, b) => WEIGHT[a.outcome] - WEIGHT[b.outcome] || b.entries - a.entries)
}

function groupOf(rows: readonly ReportRow[], needle: string): ReportGroup[] {
  const [row] = rows
  if (!row) return []
  const { outcome, why, fix } = row
  const about = { outcome, why, ...(fix !== undefined && { fix }) }
  const named = rows.flatMap(namedEntries)
  if (why.toLowerCase().includes(needle)) {
    const further = rows
      .filter(({ first }) => first)
      .reduce((sum, { entries = 1, first = [] }) => sum + entries - first.length, 0)
    return [{ ...about, named, further, entries: entriesOf(rows) }]
  }
  const found = named.filter(({ where, entry = '' }) =>
    `${where} ${entry}`.toLowerCase().includes(needle),
  )
  return found.length > 0 ? [{ ...about, named: found, further: 0, entries: found.length }] : []
}

/** How many entries a report says were left out. */
export const skippedOf = (rows: readonly ReportRow[]): number =>
  entriesOf(rows.filter(({ outcome }) => outcome === 'skipped'))
