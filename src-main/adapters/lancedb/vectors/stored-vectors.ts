import { crc32 } from 'node:zlib'
import type { Table } from '@lancedb/lancedb'
import { numbersOf, textsOf, vectorsOf, type ArrowRows } from '../tables/arrow-tables'
import { isOneOf } from '../tables/conditions'

/**
 * More partitions than any index has: all are looked at, so that nothing depends on how LanceDB
 * drew them.
 */
export const EVERY_PARTITION = 1 << 20

/** Rows looked at for one query at most, and those fetched by one call, to bound its memory. */
export const MOST_ROWS_A_QUERY = 32_768
export const MOST_ROWS_A_CALL = 4_096

/**
 * Rows looked at for each hit that is wanted: an index of compressed vectors errs in their order,
 * if not by much.
 */
const OVERFETCH = 1.5
const SPARE_ROWS = 16
/** How many rows are looked at for so many hits. */
export const rowsFor = (depth: number): number => Math.ceil(depth * OVERFETCH) + SPARE_ROWS

/** Hashes looked up one by one; where more are wanted, reading all rows is faster. */
const MOST_LOOKED_UP = 1_000

/**
 * A stored vector: a view into the memory of all rows read with it, so copy it to keep it alone.
 */
export interface VectorRow {
  hash: string
  vector: Float32Array
}

interface NearestSearch {
  queries: readonly Float32Array[]
  limit: number
  /** Without it every row is compared, which is slow but needs nothing but the rows. */
  usesIndex: boolean
}

/**
 * For each query the `limit` rows nearest to it, as far as an index of compressed vectors can tell,
 * in no certain order.
 */
export async function nearestRows(
  table: Table,
  { queries, limit, usesIndex }: NearestSearch,
): Promise<VectorRow[][]> {
  const [first] = queries
  if (!first) return []
  const search = table
    .vectorSearch(queries.length === 1 ? first : [...queries])
    .distanceType('dot')
    .nprobes(EVERY_PARTITION)
    .select([...(await columnsOf(table)), '_distance'])
    .limit(limit)
  const rows = await (usesIndex ? search : search.bypassVectorIndex()).toArrow()
  const lists: VectorRow[][] = queries.map(() => [])
  const queryOf = numbersOf(rows, 'query_index')
  soundRowsOf(rows).forEach((row, at) => lists[queryOf[at] ?? 0]?.push(row))
  return lists
}

/**
 * All rows, some at a time, each handed to `onBatch` first.
 * @throws Error where one is not as it was written.
 */
export async function* scanRows(
  table: Table,
  onBatch?: (rows: ArrowRows) => void,
): AsyncGenerator<VectorRow[]> {
  for await (const rows of table.query().select(await columnsOf(table))) {
    onBatch?.(rows)
    yield soundRowsOf(rows)
  }
}

/** A checksum of a hash and its vector; tables that older programs made have none. */
export const CHECKSUM = 'checksum'

export const checksumOf = (hash: string, vector: Float32Array): number =>
  crc32(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), crc32(hash)) | 0

const withChecksums = new WeakMap<Table, Promise<boolean>>()

/** Whether the rows of a table have checksums. */
export function hasChecksums(table: Table): Promise<boolean> {
  const known = withChecksums.get(table)
  if (known) return known
  const looking = table.schema().then(({ fields }) => fields.some(({ name }) => name === CHECKSUM))
  withChecksums.set(table, looking)
  looking.catch(() => withChecksums.delete(table))
  return looking
}

const columnsOf = async (table: Table): Promise<string[]> => [
  'hash',
  'vector',
  ...((await hasChecksums(table)) ? [CHECKSUM] : []),
]

/** @throws Error where a row is not as it was written. */
function soundRowsOf(rows: ArrowRows, isWanted?: (hash: string) => boolean): VectorRow[] {
  const read = rowsOf(rows)
  if (!rows.getChild(CHECKSUM)) return read
  const checksums = numbersOf(rows, CHECKSUM)
  for (const [at, { hash, vector }] of read.entries()) {
    if (isWanted && !isWanted(hash)) continue
    if (checksumOf(hash, vector) !== checksums[at])
      throw new Error('A stored vector is not what was written.')
  }
  return read
}

/**
 * The vectors stored under these hashes. Of rows read together, few wanted ones are copied; where
 * most are wanted, all stay in memory as they were read.
 */
export async function readVectors(
  table: Table,
  hashes: ReadonlySet<string>,
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>()
  if (hashes.size === 0) return found
  const query = table.query().select(await columnsOf(table))
  const looked = hashes.size > MOST_LOOKED_UP ? query : query.where(isOneOf('hash', hashes))
  for await (const rows of looked) {
    const read = soundRowsOf(rows, (hash) => hashes.has(hash))
    const wanted = read.filter(({ hash }) => hashes.has(hash))
    const keepAll = wanted.length > read.length / 2
    for (const { hash, vector } of wanted) found.set(hash, keepAll ? vector : vector.slice())
  }
  return found
}

/** All hashes, or those of some that are stored, without their vectors. */
export async function readHashes(table: Table, some?: ReadonlySet<string>): Promise<string[]> {
  const query = table.query().select(['hash'])
  const looked = some && some.size <= MOST_LOOKED_UP ? query.where(isOneOf('hash', some)) : query
  const hashes: string[] = []
  for await (const rows of looked) {
    for (const hash of textsOf(rows, 'hash')) if (!some || some.has(hash)) hashes.push(hash)
  }
  return hashes
}

/** The length of the vectors of a table. */
export async function storedDimensions(table: Table, column = 'vector'): Promise<number> {
  const { fields } = await table.schema()
  const type: unknown = fields.find(({ name }) => name === column)?.type
  return (type as { listSize?: number } | undefined)?.listSize ?? 0
}

function rowsOf(rows: ArrowRows): VectorRow[] {
  const vectors = vectorsOf(rows, 'vector')
  return textsOf(rows, 'hash').map((hash, row) => ({ hash, vector: vectors[row] as Float32Array }))
}
