import { hash } from 'node:crypto'
import { bytesOf, partsOf, type ArrowRows } from './arrow-tables'

/** SHA-256 as eight numbers of 32 bits. */
const LANES = 8
const LANE_BYTES = 4

/**
 * A hash of the rows of a table that does not depend on their order: the SHA-256 of each row, added
 * up as eight numbers of 32 bits, each modulo 2^32 (a multiset hash in the manner of AdHash and
 * LtHash). So an edit changes it by the rows that it takes and gives. It tells that a disk changed
 * something, not that somebody did on purpose.
 */
export interface RowSum {
  /** Only those rows that `isWanted` says, by their number among them. */
  add(rows: ArrowRows, isWanted?: (row: number) => boolean): void
  /** The same. */
  take(rows: ArrowRows, isWanted?: (row: number) => boolean): void
  /** 64 hexadecimal digits. */
  text(): string
}

/**
 * @param columns those that count, in any order
 * @param from the sum of the rows that are there before; left out: there are none
 */
export function rowSum(columns: readonly string[], from?: string): RowSum {
  const sum = new Uint32Array(LANES)
  if (from !== undefined) {
    const bytes = Buffer.from(from, 'hex')
    for (let lane = 0; lane < LANES; lane++) sum[lane] = bytes.readUInt32BE(lane * LANE_BYTES)
  }
  const names = [...columns].sort()
  let row = Buffer.alloc(4_096)
  const count = (sign: 1 | -1, rows: ArrowRows, isWanted?: (row: number) => boolean) => {
    let before = 0
    for (const part of partsOf(rows)) {
      const cells = names.map((name) => bytesOf(part, name))
      for (let at = 0; at < part.numRows; at++) {
        if (isWanted && !isWanted(before + at)) continue
        let end = 0
        for (const cell of cells) {
          const bytes = cell(at)
          const needed = end + 4 + bytes.length
          if (needed > row.length) row = Buffer.concat([row], needed * 2)
          end = row.writeUInt32LE(bytes.length, end)
          row.set(bytes, end)
          end += bytes.length
        }
        const digest = hash('sha256', row.subarray(0, end), 'buffer')
        for (let lane = 0; lane < LANES; lane++) {
          const own = digest.readUInt32BE(lane * LANE_BYTES)
          sum[lane] = (sum[lane] as number) + sign * own
        }
      }
      before += part.numRows
    }
  }
  return {
    add: (rows, isWanted) => count(1, rows, isWanted),
    take: (rows, isWanted) => count(-1, rows, isWanted),
    text: () => [...sum].map((lane) => lane.toString(16).padStart(8, '0')).join(''),
  }
}

/** The sum of all rows by all columns named. */
export function sumOf(rows: ArrowRows, columns: readonly string[]): string {
  const sum = rowSum(columns)
  sum.add(rows)
  return sum.text()
}
