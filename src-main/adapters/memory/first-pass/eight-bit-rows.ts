import type { VectorRows } from '../vector-rows'
import { DOT_PRODUCTS } from './dot-products-bytes'

/** What one WebAssembly instruction takes at once: rows are filled up with zeros to a multiple of it. */
const LANES = 16
const PAGE_BYTES = 65_536
const MOST_SUM = 2 ** 31 - 1
const MOST_LEVEL = 2 ** 15 - 1
const ROW_LEVEL = 127

/** Rows of vectors in eight bits a value: row `r` is `scales[r]` × whole numbers of −127…127. */
export interface EightBitRows {
  scales: Float64Array
  /** The length of what a row lost by being rounded. */
  losses: Float64Array
  /** The length of each row. */
  lengths: Float64Array
  /** Multiplies all rows with a query. */
  multiply(query: Float32Array): EightBitProducts
}

/** The products of a query, itself rounded, with every row: that of row `r` is `sums[r] * scales[r] * scale`. */
export interface EightBitProducts {
  /** Reused: they hold until the next call. */
  sums: Int32Array
  scale: number
  /** The length of the query as it was multiplied, and of what it lost by being rounded. */
  length: number
  loss: number
}

/** Rows rounded before others have their turn: some ten milliseconds. */
const ROWS_A_TURN = 8_192

/** Copies rows into eight bits a value, a quarter of their size; takes about a millisecond per thousand rows of 256. */
export async function eightBitRows({ dimensions, values }: VectorRows): Promise<EightBitRows> {
  const count = values.length / dimensions
  const stride = Math.ceil(dimensions / LANES) * LANES
  const blocked = Math.ceil(count / 4) * 4
  const [queryAt, sumsAt] = [blocked * stride, blocked * stride + 2 * stride]
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((sumsAt + 4 * blocked) / PAGE_BYTES),
  })
  const rows = new Int8Array(memory.buffer, 0, blocked * stride)
  const wholeQuery = new Int16Array(memory.buffer, queryAt, dimensions)
  const sums = new Int32Array(memory.buffer, sumsAt, count)
  const dotProducts = instantiate(memory)
  // No product may leave 32 bits, whatever the signs.
  const queryLevel = Math.min(MOST_LEVEL, Math.floor(MOST_SUM / (ROW_LEVEL * dimensions)))
  const [scales, losses, lengths] = [
    new Float64Array(count),
    new Float64Array(count),
    new Float64Array(count),
  ]
  for (let row = 0; row < count; row++) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions)
    const { scale, loss, length } = round(vector, ROW_LEVEL, rows.subarray(row * stride))
    scales[row] = scale
    losses[row] = loss
    lengths[row] = length
    if (row % ROWS_A_TURN === ROWS_A_TURN - 1) await new Promise(setImmediate)
  }
  return {
    scales,
    losses,
    lengths,
    multiply(query) {
      const { scale, loss, length } = round(query, queryLevel, wholeQuery)
      dotProducts(0, stride, blocked, queryAt, sumsAt)
      return { sums, scale, loss, length: length + loss }
    },
  }
}

type DotProducts = (
  ...args: [rows: number, stride: number, count: number, query: number, sums: number]
) => void

function instantiate(memory: WebAssembly.Memory): DotProducts {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(DOT_PRODUCTS), {
    shared: { memory },
  })
  return instance.exports['dotProducts'] as DotProducts
}

/** Writes a vector to `whole` as numbers of −level…level, to be multiplied by the scale it gives. */
function round(
  vector: Float32Array,
  level: number,
  whole: Int8Array | Int16Array,
): { scale: number; loss: number; length: number } {
  let greatest = 0
  let squares = 0
  for (const value of vector) {
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
