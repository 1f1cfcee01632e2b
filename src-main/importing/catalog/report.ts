import type { ReportRow } from '../../domain/catalog-import'

/** Notices of the same kind that are listed one by one; the rest of them share a closing row. */
const NOTICES_LISTED = 50

/** Collects the rows of one import. Every skipped or altered entry keeps its row; notices that repeat are folded. */
export interface Report {
  add(row: ReportRow): void
  rows(): ReportRow[]
}

export function importReport(): Report {
  const rows: ReportRow[] = []
  const notices = new Map<string, number>()
  return {
    add(row) {
      if (row.outcome === 'notice') {
        const seen = (notices.get(row.why) ?? 0) + 1
        notices.set(row.why, seen)
        if (seen > NOTICES_LISTED) return
      }
      rows.push(row)
    },
    rows: () => [...rows, ...[...notices].flatMap(foldedNotice)],
  }
}

function foldedNotice([why, count]: [string, number]): ReportRow[] {
  const more = count - NOTICES_LISTED
  if (more <= 0) return []
  return [{ outcome: 'notice', where: 'further entries', why: `${why} (${more} more)` }]
}
