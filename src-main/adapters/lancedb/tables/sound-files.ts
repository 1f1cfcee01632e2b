import type { Table } from '@lancedb/lancedb'
import type { Table as ArrowTable } from 'apache-arrow'
import { numbersOf, textsOf } from './arrow-tables'

/** Lance numbers rows by file: the number of the file stands above the lower 32 bits. */
const ROWS_OF_A_FILE = 2 ** 32
/** A larger file is not looked through: that would take too much memory. */
const MOST_ROWS = 200_000
/** Lance's own column. */
const ROW_NUMBER = '_rowid'

/**
 * All rows of each file of a table that can be read, where the whole table cannot: a file that was
 * cut off takes only what it holds along. What is written together stands in one file.
 */
export async function soundFiles(table: Table, columns: string[]): Promise<ArrowTable[]> {
  const found: ArrowTable[] = []
  for (const rows of await rowsByFile(table)) {
    if (rows.length > MOST_ROWS) continue
    try {
      // By number alone: a filter would be tried on all files at once, and fail with the damaged
      // one.
      found.push(await table.takeRowIds(rows).select(columns).toArrow())
    } catch {
      // Damaged: what it held is missing, which the caller looks for.
    }
  }
  return found
}

/** The numbers of all rows, which Lance keeps beside the files. */
async function rowsByFile(table: Table): Promise<number[][]> {
  const rows = rowNumbersOf(await table.query().select([ROW_NUMBER]).toArrow())
  return [...Map.groupBy(rows, (row) => Math.floor(row / ROWS_OF_A_FILE)).values()]
}

/** Deletes the rows with one of the keys; what the damaged files hold stays as it is. */
export async function deleteInSoundFiles(
  table: Table,
  key: string,
  keys: ReadonlySet<string>,
): Promise<void> {
  const found = (await soundFiles(table, [key, ROW_NUMBER])).flatMap((file) => {
    const held = textsOf(file, key)
    return rowNumbersOf(file).filter((_, at) => keys.has(held[at] as string))
  })
  if (found.length > 0) await table.delete(`${ROW_NUMBER} IN (${found.join(', ')})`)
}

const rowNumbersOf = (rows: ArrowTable): number[] => numbersOf(rows, ROW_NUMBER).map(Number)
