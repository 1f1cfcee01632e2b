import type { KeyedTexts } from '../keyed-texts'
import { bestScores } from '../top-documents'
import type { VectorRows } from '../vector-rows'
import { webAssemblyProgram } from '../web-assembly-program'
import { DOT_PRODUCTS } from './dot-products-bytes'

/**
 * What one WebAssembly instruction takes at once: rows are filled up with zeros to a multiple of
 * it.
 */
const LANES = 16
const MOST_SUM = 2 ** 31 - 1
const MOST_LEVEL = 2 ** 15 - 1
const ROW_LEVEL = 127

/** Rows of vectors in eight bits a value: row `r` is `scales[r]` × whole numbers of −127…127. */
interface EightBitRows {
  scales: Float64Array
  /** The length of what a row lost by being rounded. */
  losses: Float64Array
  /** The length of each row. */
  lengths: Float64Array
  /**
   * Multiplies all rows with a query.
   * @param behind what is multiplied next, as far as it is known
   */
  multiply(query: Float32Array, behind?: readonly Float32Array[]): EightBitProducts
}

/**
 * The products of a query, itself rounded, with every row: that of row `r` is `sums[r] * scales[r]
 * * scale`.
 */
interface EightBitProducts {
  /** Reused: they hold until the next call. */
  sums: Int32Array
  scale: number
  /** The length of the query as it was multiplied, and of what it lost by being rounded. */
  length: number
  loss: number
}

/**
 * Queries that are multiplied with some rows before the next rows are: read once for all, 100,000
 * rows take a third of the time.
 */
export const QUERIES_AT_ONCE = 8
/** So many rows stay in the cache closest to a processor; a multiple of four. */
const ROWS_AT_ONCE = 512

/** Rows rounded before others have their turn: some ten milliseconds. */
const ROWS_A_TURN = 8_192

/**
 * Copies rows into eight bits a value, a quarter of their size; takes about a millisecond per
 * thousand rows of 256. Undefined where there is no program to multiply them: without it that takes
 * longer than comparing all rows exactly.
 */
export async function eightBitRows(vectors: VectorRows): Promise<EightBitRows | undefined> {
  const { count, dimensions } = vectors
  const stride = Math.ceil(dimensions / LANES) * LANES
  const blocked = Math.ceil(count / 4) * 4
  const queriesAt = blocked * stride
  const sumsAt = queriesAt + QUERIES_AT_ONCE * 2 * stride
  const program = webAssemblyProgram(DOT_PRODUCTS, sumsAt + QUERIES_AT_ONCE * 4 * blocked)
  if (!program) return undefined
  const { memory } = program
  const rows = new Int8Array(memory.buffer, 0, blocked * stride)
  const dotProducts = program.exports['dotProducts'] as DotProducts
  // No product may leave 32 bits, whatever the signs.
  const queryLevel = Math.min(MOST_LEVEL, Math.floor(MOST_SUM / (ROW_LEVEL * dimensions)))
  const scales = new Float64Array(count)
  const losses = new Float64Array(count)
  const lengths = new Float64Array(count)
  for (let row = 0; row < count; row++) {
    const { scale, loss, length } = round(vectors.row(row), ROW_LEVEL, rows.subarray(row * stride))
    scales[row] = scale
    losses[row] = loss
    lengths[row] = length
    if (row % ROWS_A_TURN === ROWS_A_TURN - 1) await new Promise(setImmediate)
  }
  const placeOf = (number: number) => ({
    query: queriesAt + number * 2 * stride,
    sums: sumsAt + number * 4 * blocked,
  })
  const multiplyAll = (queries: readonly Float32Array[]): EightBitProducts[] => {
    const rounded = queries.map((query, number) => {
      const whole = new Int16Array(memory.buffer, placeOf(number).query, dimensions)
      return round(query, queryLevel, whole)
    })
    for (let row = 0; row < blocked; row += ROWS_AT_ONCE) {
      const size = Math.min(ROWS_AT_ONCE, blocked - row)
      for (let number = 0; number < queries.length; number++) {
        const { query, sums } = placeOf(number)
        dotProducts(row * stride, stride, size, query, sums + 4 * row)
      }
    }
    return rounded.map(({ scale, loss, length }, number) => {
      const sums = new Int32Array(memory.buffer, placeOf(number).sums, count)
      return { sums, scale, loss, length: length + loss }
    })
  }
  let known = new Map<Float32Array, EightBitProducts>()
  return {
    scales,
    losses,
    lengths,
    multiply(query, behind = []) {
      if (!known.has(query)) {
        const queries = [...new Set([query, ...behind])].slice(0, QUERIES_AT_ONCE)
        const all = multiplyAll(queries)
        known = new Map(queries.map((each, at) => [each, all[at] as EightBitProducts]))
      }
      const products = known.get(query) as EightBitProducts
      known.delete(query)
      return products
    },
  }
}

type DotProducts = (
  ...args: [rows: number, stride: number, count: number, query: number, sums: number]
) => void

/**
 * Writes a vector to `whole` as numbers of −level…level, to be multiplied by the scale it gives.
 */
function round(
  vector: Float32Array,
  level: number,
  whole: Int8Array | Int16Array,
): { scale: number; loss: number; length: number } {
  let greatest = 0
  let squares = 0
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number
    if (value > greatest) greatest = value
    else if (-value > greatest) greatest = -value
    squares += value * value
  }
  const scale = greatest / level || 1
  let lost = 0
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number
    const near = value / scale
    const rounded = (near < 0 ? near - 0.5 : near + 0.5) | 0
    whole[i] = rounded
    lost += (value - rounded * scale) ** 2
  }
  return { scale, loss: Math.sqrt(lost), length: Math.sqrt(squares) }
}

/** What computing with 53 bits may add to the error that was worked out. */
const ARITHMETIC = 1e-9

/**
 * Of the rows wanted, which rise, all that can be the best of one of the `depth` best keys, and few
 * others.
 */
export type FirstPass = (query: Float32Array, asked: Asked) => Uint32Array

interface Asked {
  wanted: Uint32Array
  depth: number
  /** The queries that are asked next, as far as they are known. */
  behind?: readonly Float32Array[]
}

/**
 * A cheap look at all rows that says which are worth comparing exactly. Rows and query are rounded,
 * and how far that can put a product off is known (Cauchy–Schwarz): where `depth` keys score at
 * least so much, what scores less at most cannot be one of the best, so comparing the rest gives
 * what comparing all would.
 */
export async function firstPass(rows: VectorRows, keyed: KeyedTexts<string>): Promise<FirstPass> {
  const rounded = await eightBitRows(rows)
  if (!rounded) return (_, { wanted }) => wanted
  const owners = ownersOf(keyed)
  /**
   * What each row that is kept scores at most, and what the best row of its key scores at least.
   */
  const mostOf = new Float64Array(rounded.scales.length)
  const leastOf = new Float64Array(keyed.keys.length)
  const kept = new Uint32Array(rounded.scales.length)
  const most = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b), 0)
  const mostLost = most(rounded.losses)
  const longest = most(rounded.lengths)

  return (query, { wanted, depth, behind }) => {
    const { sums, scale, length, loss } = rounded.multiply(query, behind)
    const { scales, losses, lengths } = rounded
    const addKey = bestScores(depth)
    const mostError = length * mostLost + loss * longest + ARITHMETIC
    // What scores less at most is none of the best, whatever comes behind it.
    let least = -Infinity
    let key = -1
    let passed = 0
    for (let at = 0; at < wanted.length; at++) {
      const row = wanted[at] as number
      const about = (sums[row] as number) * (scales[row] as number) * scale
      // Told of most rows without a look at what each of them lost.
      if (about + mostError < least) continue
      const error = length * (losses[row] as number) + loss * (lengths[row] as number) + ARITHMETIC
      const owner = owners[row] as number
      if (owner !== key) {
        // The rows of a key stand together: that of the row before is whole.
        if (key >= 0) least = addKey(leastOf[key] as number)
        key = owner
        leastOf[key] = -Infinity
      }
      mostOf[row] = about + error
      if (about - error > (leastOf[key] as number)) leastOf[key] = about - error
      kept[passed++] = row
    }
    if (key >= 0) least = addKey(leastOf[key] as number)
    let count = 0
    for (let at = 0; at < passed; at++) {
      const row = kept[at] as number
      const most = mostOf[row] as number
      if (most >= least && most >= (leastOf[owners[row] as number] as number)) kept[count++] = row
    }
    return kept.subarray(0, count)
  }
}

/** The key of each row. */
function ownersOf({ keys, starts }: KeyedTexts<string>): Uint32Array {
  const owners = new Uint32Array(starts[keys.length] ?? 0)
  for (let key = 0; key < keys.length; key++) owners.fill(key, starts[key], starts[key + 1])
  return owners
}
