import type { Table } from '@lancedb/lancedb'
import { textsOf } from '../tables/arrow-tables'
import { rowSum, type RowSum } from '../tables/row-sum'
import type { Head } from './head'
import { GONE_PART, HASHED_COLUMNS, HEAD_PART, PART_COLUMNS } from './rows'

/** What a table holds of one part. */
export interface FoundRows {
  rows: number
  sum: string
}

/** Reads a whole table at once. @throws what LanceDB throws where a file is missing or damaged. */
export async function foundParts(
  table: Table,
  signal?: AbortSignal,
): Promise<Map<string, FoundRows>> {
  const found = new Map<string, { rows: number; sum: RowSum }>()
  for await (const batch of table.query().select(PART_COLUMNS)) {
    signal?.throwIfAborted()
    const parts = textsOf(batch, 'part')
    for (const part of new Set(parts)) {
      if (part === HEAD_PART || part === GONE_PART) continue
      const own = found.get(part) ?? { rows: 0, sum: rowSum(HASHED_COLUMNS) }
      own.sum.add(batch, (row) => parts[row] === part)
      own.rows += parts.filter((each) => each === part).length
      found.set(part, own)
    }
  }
  return new Map([...found].map(([part, { rows, sum }]) => [part, { rows, sum: sum.text() }]))
}

/** Whether all of a commit is there as it was written, as far as that is known. */
export async function isWhole(table: Table, { parts }: Head): Promise<boolean> {
  const found = await foundParts(table)
  return Object.entries(parts).every(([name, { rows, sum }]) => {
    const own = found.get(name)
    return (own?.rows ?? 0) === rows && (rows === 0 || sum === undefined || own?.sum === sum)
  })
}
