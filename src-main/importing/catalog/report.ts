import type { ReportRow } from '../../domain/catalog-import'

/** Rows of one kind that are listed one by one; the rest of them share a closing row. Notices ask for nothing to be done. */
const ROWS_OF_A_KIND: Record<ReportRow['outcome'], number> = {
  skipped: 500,
  altered: 500,
  notice: 50,
}
/** Rows of one outcome that are listed one by one, of all kinds. */
const ROWS_OF_AN_OUTCOME = 2_000
/** Kinds of one outcome that are listed; the rows of all others share a closing row. */
const KINDS_OF_AN_OUTCOME = 100
/** Characters of a row's texts: a file may hold a name of a megabyte. */
const LONGEST_TEXT = 500

/** Collects the rows of one import: as many of each kind as people read, and the count of the others. */
export interface Report {
  add(row: ReportRow): void
  rows(): ReportRow[]
}

/** Rows of one outcome that say the same but for names and numbers. */
interface Kind {
  first: ReportRow
  count: number
  /** Rows of it that are listed. */
  listed: number
  /** What all of them say. */
  why: string
}

export function importReport(): Report {
  const rows: ReportRow[] = []
  const listed: Record<ReportRow['outcome'], number> = { skipped: 0, altered: 0, notice: 0 }
  const kindOf = sortedIntoKinds()
  return {
    add(row) {
      const kind = kindOf(row)
      kind.count += 1
      if (kind.why !== row.why) kind.why = withoutNames(kind.why)
      const { outcome } = row
      if (kind.listed === ROWS_OF_A_KIND[outcome] || listed[outcome] === ROWS_OF_AN_OUTCOME) return
      kind.listed += 1
      listed[outcome] += 1
      rows.push(shortened(row))
    },
    rows: () => [...rows, ...kindOf.all().flatMap(closingRow)],
  }
}

/** The kind of a row; what all rows of a kind have in common is worked out for those alone that differ from the last. */
function sortedIntoKinds() {
  const kinds = new Map<string, Kind>()
  const kindsOf: Record<ReportRow['outcome'], number> = { skipped: 0, altered: 0, notice: 0 }
  const lastOf: Partial<Record<ReportRow['outcome'], { why: string; kind: Kind }>> = {}
  const find = (row: ReportRow): Kind => {
    const { outcome } = row
    const key = `${outcome} ${withoutNames(row.why.slice(0, LONGEST_TEXT))}`
    const known = kinds.get(key)
    if (known) return known
    const isOneTooMany = kindsOf[outcome] === KINDS_OF_AN_OUTCOME
    const others = isOneTooMany ? kinds.get(outcome) : undefined
    if (others) return others
    const why = isOneTooMany ? 'For other reasons' : row.why
    const kind = { first: shortened(row), count: 0, listed: 0, why }
    kinds.set(isOneTooMany ? outcome : key, kind)
    if (!isOneTooMany) kindsOf[outcome] += 1
    return kind
  }
  const kindOf = (row: ReportRow): Kind => {
    const last = lastOf[row.outcome]
    if (last?.why === row.why) return last.kind
    const kind = find(row)
    lastOf[row.outcome] = { why: row.why, kind }
    return kind
  }
  return Object.assign(kindOf, { all: () => [...kinds.values()] })
}

function closingRow({ first: { outcome, fix }, count, listed, why: all }: Kind): ReportRow[] {
  const why = short(all)
  const entries = count - listed
  const where = `${entries} further entries`
  return entries > 0 ? [{ outcome, where, why, ...(fix && { fix }), entries }] : []
}

/** What rows about different entries have in common: names in quotes, and numbers, tell them apart. */
const withoutNames = (why: string): string =>
  why.replace(/"[^"]*"|“[^”]*”/g, '…').replace(/\d+/g, '…')

const shortened = (row: ReportRow): ReportRow => ({
  ...row,
  where: short(row.where),
  why: short(row.why),
  ...(row.entry !== undefined && { entry: short(row.entry) }),
})

const short = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
