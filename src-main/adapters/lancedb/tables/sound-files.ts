import type { Table } from '@lancedb/lancedb'
import type { Table as ArrowTable } from 'apache-arrow'
import { numbersOf, textsOf } from './arrow-tables'

/** Lance numbers rows by file: the number of the file stands above the lower 32 bits. */
const ROWS_OF_A_FILE = 2 ** 32
/** A larger file is not looked through: that would take too much memory. */
const MOST_ROWS = 200_000
/** Lance's own column. */
export const ROW_NUMBER = '_rowid'

/**
 * All rows of each file of a table that can be read, where the whole table cannot: a file that was
 * cut off takes only what it holds along. What is written together stands in one file.
 * @param part that of the rows; left out: of all
 */
export async function soundRowsOf(
  table: Table,
  columns: string[],
  part?: string,
): Promise<ArrowTable[]> {
  const found: ArrowTable[] = []
  for (const rows of await rowsByFile(table)) {
    if (rows.length > MOST_ROWS) continue
    try {
      // By number alone: a filter would be tried on all files at once, and fail with that one.
      const wanted = part === undefined ? rows : await rowsOfPart(table, rows, part)
      if (wanted.length > 0) found.push(await table.takeRowIds(wanted).select(columns).toArrow())
    } catch {
      // Damaged: what it held is missing, which the caller looks for.
    }
  }
  return found
}

async function rowsOfPart(table: Table, rows: number[], part: string): Promise<number[]> {
  const parts = textsOf(await table.takeRowIds(rows).select(['part']).toArrow(), 'part')
  return rows.filter((_, at) => parts[at] === part)
}

/** The numbers of all rows, which Lance keeps beside the files. */
export async function rowsByFile(table: Table): Promise<number[][]> {
  const rows = numbersOf(await table.query().select([ROW_NUMBER]).toArrow(), ROW_NUMBER).map(Number)
  return [...Map.groupBy(rows, (row) => Math.floor(row / ROWS_OF_A_FILE)).values()]
}
