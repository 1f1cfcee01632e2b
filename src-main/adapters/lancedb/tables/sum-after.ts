import type { Table } from '@lancedb/lancedb'
import { textsOf, type ArrowRows } from './arrow-tables'
import { rowSum, sumOf } from './row-sum'
import { isOneOf, type StoredTable } from './workspace-tables'

/** Keys named in one query; for more, reading all rows is faster. */
const MOST_NAMED = 1_000
/** Rows of a table without a sum, as an older program left it, that are read to give it one. */
const MOST_SUMMED = 20_000

interface Change {
  table: StoredTable
  /** The rows of these keys go. */
  gone: readonly string[]
  /** Rows that come. */
  rows: ArrowRows
}

/**
 * The sum of a table after a change, given that before it, of what the change takes and gives;
 * nothing where that cannot be read.
 */
export async function sumAfter(
  table: Table,
  before: string,
  change: Change,
): Promise<string | undefined> {
  try {
    const sum = await sumWithout(table, before, change)
    sum.add(change.rows)
    return sum.text()
  } catch {
    return undefined
  }
}

async function sumWithout(table: Table, before: string, { table: stored, gone }: Change) {
  const { key, columns } = stored
  const sum = rowSum(columns, before)
  if (gone.length === 0) return sum
  const goes = new Set(gone)
  const query = table.query().select([...columns])
  let staying = 0
  for await (const rows of goes.size > MOST_NAMED ? query : query.where(isOneOf(key, goes))) {
    const keys = textsOf(rows, key)
    sum.take(rows, (row) => goes.has(keys[row] as string))
    staying += keys.filter((each) => !goes.has(each)).length
  }
  // Where all rows go, nothing of what was damaged stays.
  return goes.size > MOST_NAMED && staying === 0 ? rowSum(columns) : sum
}

/** The sum of a table as it is, where it is small; nothing where it is not, or cannot be read. */
export async function sumOfSmall(
  table: Table,
  rows: number,
  { columns }: StoredTable,
): Promise<string | undefined> {
  if (rows > MOST_SUMMED) return undefined
  try {
    return sumOf(
      await table
        .query()
        .select([...columns])
        .toArrow(),
      columns,
    )
  } catch {
    return undefined
  }
}
