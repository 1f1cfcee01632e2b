import type { Table } from '@lancedb/lancedb'

/** Lance numbers rows by file: the number of the file stands above the lower 32 bits. */
const ROWS_OF_A_FILE = 2 ** 32
/** A larger file is not looked through: that would take too much memory. */
const MOST_ROWS = 200_000

/**
 * All rows of each file of a table that can be read, where the whole table cannot: a file that was cut off takes only what it
 * holds along. What is written together stands in one file.
 * @param files how many there are at most
 */
export async function soundFiles(
  table: Table,
  { columns, files }: { columns: string[]; files: number },
) {
  const { fragmentStats } = await table.stats()
  const found = []
  for (let file = 0; file < files && fragmentStats.lengths.max <= MOST_ROWS; file++) {
    const rows = Array.from(
      { length: fragmentStats.lengths.max },
      (_, at) => file * ROWS_OF_A_FILE + at,
    )
    try {
      // By number alone: a filter would be tried on all files at once, and fail with the damaged one.
      found.push(await table.takeRowIds(rows).select(columns).toArrow())
    } catch {
      // Damaged: what it held is missing, which the caller looks for.
    }
  }
  return found
}
