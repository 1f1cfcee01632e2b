import type { ReportedEntry, ReportRow } from './import'

/** The entries that a row names. */
export const namedEntries = ({ where, entry, first }: ReportRow): ReportedEntry[] =>
  first ?? [{ where, ...(entry !== undefined && { entry }) }]

/** How many entries rows of a report tell of. */
export const entriesOf = (rows: readonly ReportRow[]): number =>
  rows.reduce((sum, { entries = 1 }) => sum + entries, 0)
