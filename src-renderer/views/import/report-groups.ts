import type { ReportRow } from '../../../src-main/domain/catalog-import'

/** Report rows that share outcome and reason. */
export interface ReportGroup {
  outcome: ReportRow['outcome']
  why: string
  fix?: string
  rows: ReportRow[]
  /** Entries, more than rows where one stands for several. */
  entries: number
}

const WEIGHT: Record<ReportRow['outcome'], number> = { skipped: 0, altered: 1, notice: 2 }

/** The rows that hold the text, by reason: what was skipped first, then the most frequent. */
export function reportGroups(report: readonly ReportRow[], search = ''): ReportGroup[] {
  const needle = search.trim().toLowerCase()
  const found = report.filter(({ where, entry, why }) =>
    `${where} ${entry ?? ''} ${why}`.toLowerCase().includes(needle),
  )
  const groups = Map.groupBy(found, ({ outcome, why }) => `${outcome} ${why}`)
  return [...groups.values()]
    .flatMap((rows) => {
      const [first] = rows
      return first
        ? [
            {
              outcome: first.outcome,
              why: first.why,
              fix: first.fix,
              rows,
              entries: entriesOf(rows),
            },
          ]
        : []
    })
    .sort((a, b) => WEIGHT[a.outcome] - WEIGHT[b.outcome] || b.entries - a.entries)
}

/** How many entries a report says were left out. */
export const skippedOf = (rows: readonly ReportRow[]): number =>
  entriesOf(rows.filter(({ outcome }) => outcome === 'skipped'))

/** How many entries rows of a report tell of. */
export const entriesOf = (rows: readonly ReportRow[]): number =>
  rows.reduce((sum, { entries = 1 }) => sum + entries, 0)
