import type { Table } from '@lancedb/lancedb'
import type { CheckedPart } from '../../../domain/workspace/check'
import type { ArrowRows } from '../tables/arrow-tables'
import { rowSum } from '../tables/row-sum'
import { firstLine, isRefusal } from '../tables/storage-problem'

interface Expected {
  name: string
  rows: number
  /** Left out: there is none to hold it against. */
  sum?: string | undefined
  /** Left out: all. */
  columns?: readonly string[]
}

interface Reading {
  open(): Promise<Table>
  /** The parts that a query gives, each in time where it comes from afar. */
  each?(parts: AsyncIterable<ArrowRows>): AsyncIterable<ArrowRows>
  /** How many rows are lost of a table that cannot be read whole, where that can be told. */
  lostRows?(table: Table): Promise<number | undefined>
  signal: AbortSignal
}

/** A table with the sum that it has now, where it could be read. */
export interface FoundTable extends CheckedPart {
  sum?: string
}

/**
 * Reads a table whole and holds it against what it should be.
 * @throws what is no damage, such as a folder that may not be read.
 */
export async function checkedTable(
  { name, rows, sum, columns: some }: Expected,
  { open, each = (parts) => parts, lostRows, signal }: Reading,
): Promise<FoundTable> {
  let table: Table | undefined
  try {
    table = await open()
    const columns = some ?? (await table.schema()).fields.map((field) => String(field.name))
    const found = rowSum(columns)
    let read = 0
    for await (const batch of each(table.query().select([...columns]))) {
      signal.throwIfAborted()
      found.add(batch)
      read += batch.numRows
    }
    return { name, rows, ...verdict(read - rows, found.text(), sum), sum: found.text() }
  } catch (error) {
    signal.throwIfAborted()
    if (isRefusal(error)) throw error
    const lost = table && (await lostRows?.(table).catch(() => undefined))
    const fault = lost
      ? `${lost} of ${rows} rows cannot be read`
      : `it cannot be read: ${firstLine(String(error))}`
    return { name, rows, state: 'damaged', fault }
  }
}

/** What a part is by the rows that it has more than it should, and by its hash. */
export function verdict(
  more: number,
  found: string,
  sum: string | undefined,
): Pick<CheckedPart, 'state' | 'fault'> {
  if (more !== 0)
    return {
      state: 'damaged',
      fault: `it has ${Math.abs(more)} rows too ${more > 0 ? 'many' : 'few'}`,
    }
  if (sum === undefined) return { state: 'unchecked' }
  if (found === sum) return { state: 'whole' }
  return { state: 'damaged', fault: 'some of its rows are not what was written' }
}
