import type { ReportRow, ReportedEntry } from '../../domain/catalog/import'
import { namedEntries } from '../../domain/catalog/report-entries'

/** Entries and details that a row about several entries spells out. */
const EXAMPLES = 3

/** An entry that a cause concerns. */
interface Concerned extends Pick<ReportRow, 'outcome' | 'where' | 'entry' | 'fix'> {
  /** What is the matter, in words that hold for every entry it concerns. */
  why: string
  /** What only this entry's row can say. */
  detail?: string
}

/**
 * Collects what is the matter with entries, so that a cause is one row of the report, however many
 * entries it concerns.
 */
export interface Causes {
  add(concerned: Concerned): void
  /** How many entries were skipped. */
  skipped(): number
  /**
   * Adds the rows to the report: that of the only entry, or one with the count and a few examples.
   */
  report(report: Report): void
}

/** @param noun what the entries are called, in the plural. */
export function causes(noun: string): Causes {
  const groups = new Map<string, { count: number; examples: Concerned[] }>()
  let skipped = 0
  return {
    skipped: () => skipped,
    add(concerned) {
      const key = `${concerned.outcome} ${concerned.why}`
      const group = groups.get(key) ?? { count: 0, examples: [] }
      groups.set(key, group)
      group.count += 1
      if (concerned.outcome === 'skipped') skipped += 1
      if (group.count <= EXAMPLES) group.examples.push(concerned)
    },
    report(report) {
      for (const { count, examples } of groups.values()) {
        const [first] = examples
        if (first)
          report.add(count === 1 ? soleRow(first) : rowOfMany(first, examples, { count, noun }))
      }
    },
  }
}

function soleRow({ why, detail, ...row }: Concerned): ReportRow {
  return { ...row, why: detail === undefined ? why : `${why}. ${detail}` }
}

function rowOfMany(
  { outcome, where, why, fix }: Concerned,
  examples: Concerned[],
  { count, noun }: { count: number; noun: string },
): ReportRow {
  const more = count > examples.length ? ' …' : ''
  const entries = examples.map((example) => example.entry ?? example.where).join(', ')
  const details = [...new Set(examples.flatMap(({ detail }) => detail ?? []))]
  const said = `${why}: ${count} ${noun} (${entries}${more})`
  return {
    outcome,
    where,
    why: details.length > 0 ? `${said}. ${details.join('. ')}${more}` : said,
    ...(fix && { fix }),
  }
}

/**
 * Entries that a row names where it stands for several: what was left out is looked up, a notice is
 * not.
 */
const ENTRIES_NAMED: Record<ReportRow['outcome'], number> = {
  skipped: 500,
  altered: 500,
  notice: 20,
}
/**
 * Rows of one kind that are listed; the rest of them share a closing row. Notices ask for nothing
 * to be done.
 */
const ROWS_OF_A_KIND: Record<ReportRow['outcome'], number> = {
  skipped: 500,
  altered: 500,
  notice: 50,
}
/** Rows of one outcome that are listed, of all kinds. */
const ROWS_OF_AN_OUTCOME = 2_000
/** Kinds of one outcome that are listed; the rows of all others share a closing row. */
const KINDS_OF_AN_OUTCOME = 100
/** Characters of a row's texts: a file may hold a name of a megabyte. */
const LONGEST_TEXT = 500

/**
 * Collects the rows of one import, each that says the same once: as many of each kind as people
 * read, and the count of the others.
 */
export interface Report {
  add(row: ReportRow): void
  rows(): ReportRow[]
}

/** Rows of one outcome that say the same but for names and numbers. */
interface Kind {
  first: ReportRow
  /** Rows of it that are listed. */
  listed: number
  /** Entries that no listed row tells of. */
  unlisted: number
  /** What all of them say. */
  why: string
}

/** A row that is listed, with the entries it stands for. */
interface Listed {
  row: ReportRow
  entries: number
  first: ReportedEntry[]
}

export function importReport(): Report {
  const rows = new Map<string, Listed>()
  const listed: Record<ReportRow['outcome'], number> = { skipped: 0, altered: 0, notice: 0 }
  const kindOf = sortedIntoKinds()
  return {
    add(added) {
      const { first: _first, entries = 1, ...row } = shortened(added)
      const { outcome } = row
      const key = JSON.stringify([outcome, row.why, row.fix])
      const same = rows.get(key)
      if (same) {
        same.entries += entries
        const room = ENTRIES_NAMED[outcome] - same.first.length
        if (room > 0) same.first.push(...namedEntries(added).slice(0, room).map(shortenedEntry))
        return
      }
      const kind = kindOf(row)
      if (kind.why !== row.why) kind.why = withoutNames(kind.why)
      if (kind.listed === ROWS_OF_A_KIND[outcome] || listed[outcome] === ROWS_OF_AN_OUTCOME) {
        kind.unlisted += entries
        return
      }
      kind.listed += 1
      listed[outcome] += 1
      rows.set(key, { row, entries, first: namedEntries(added).map(shortenedEntry) })
    },
    rows: () => [...[...rows.values()].map(rowOf), ...kindOf.all().flatMap(closingRow)],
  }
}

const rowOf = ({ row, entries, first }: Listed): ReportRow =>
  entries === 1 ? row : { ...row, entries, ...(first.length > 1 && { first }) }

/**
 * The kind of a row; what all rows of a kind have in common is worked out for those alone that
 * differ from the last.
 */
function sortedIntoKinds() {
  const kinds = new Map<string, Kind>()
  const kindsOf: Record<ReportRow['outcome'], number> = { skipped: 0, altered: 0, notice: 0 }
  const lastOf: Partial<Record<ReportRow['outcome'], { why: string; kind: Kind }>> = {}
  const find = (row: ReportRow): Kind => {
    const { outcome } = row
    const key = `${outcome} ${withoutNames(row.why)}`
    const known = kinds.get(key)
    if (known) return known
    const isOneTooMany = kindsOf[outcome] === KINDS_OF_AN_OUTCOME
    const others = isOneTooMany ? kinds.get(outcome) : undefined
    if (others) return others
    const why = isOneTooMany ? 'For other reasons' : row.why
    const kind = { first: row, listed: 0, unlisted: 0, why }
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

function closingRow({ first: { outcome, fix }, unlisted: entries, why }: Kind): ReportRow[] {
  const where = `${entries} further entries`
  return entries > 0 ? [{ outcome, where, why: short(why), ...(fix && { fix }), entries }] : []
}

/**
 * What rows about different entries have in common: names in quotes, and numbers, tell them apart.
 */
const withoutNames = (why: string): string =>
  why.replace(/"[^"]*"|“[^”]*”/g, '…').replace(/\d+/g, '…')

const shortened = (row: ReportRow): ReportRow => ({
  ...row,
  ...shortenedEntry(row),
  why: short(row.why),
})

const shortenedEntry = ({ where, entry }: ReportedEntry): ReportedEntry => ({
  where: short(where),
  ...(entry !== undefined && { entry: short(entry) }),
})

const short = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
