import { EXACT_PRODUCTS } from './exact-products/exact-products-bytes'
import { webAssemblyProgram } from './web-assembly-program'

/** Vectors of one length. */
export interface VectorRows {
  dimensions: number
  count: number
  row(at: number): Float32Array
  /** Sets the score of each wanted row, at its number, to its dot product with `query`. */
  score(query: Float32Array, wanted: Uint32Array, scores: Float64Array): void
}

/**
 * Numbers that the program takes at once: rows are filled up with zeros to a multiple of it, which
 * change no sum.
 */
const LANES = 4
/** The most that a program can address. */
const MOST_BYTES = 2 ** 32
/**
 * Rows multiplied by one call of the program, a multiple of {@link LANES}: so long are the lists
 * that it is handed.
 */
const ROWS_A_CALL = 1_024

type ExactProducts = (
  ...args: [stride: number, wanted: number, count: number, query: number, products: number]
) => void

/**
 * Rows end to end in the memory of a WebAssembly program, which takes a quarter of the time to
 * multiply them, to the same last bit; where there is no such program, the rows are multiplied
 * where they are.
 */
export function vectorRows(vectors: readonly Float32Array[], dimensions: number): VectorRows {
  const { rows, fill } = emptyRows(vectors, dimensions)
  for (const [at, vector] of vectors.entries()) fill(at, vector)
  return rows
}

/** Rows copied before others have their turn: some ten milliseconds. */
const ROWS_A_TURN = 4_096

/** The same, in turns. */
export async function vectorRowsInTurns(
  vectors: readonly Float32Array[],
  dimensions: number,
): Promise<VectorRows> {
  const { rows, fill } = emptyRows(vectors, dimensions)
  for (const [at, vector] of vectors.entries()) {
    fill(at, vector)
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await new Promise(setImmediate)
  }
  return rows
}

interface Filling {
  rows: VectorRows
  /** Copies a vector to its row: rows that knew the vectors would hold them as well. */
  fill(at: number, vector: Float32Array): void
}

function emptyRows(vectors: readonly Float32Array[], dimensions: number): Filling {
  const count = vectors.length
  const stride = Math.ceil(dimensions / LANES) * LANES
  const queryAt = count * stride * Float32Array.BYTES_PER_ELEMENT
  const productsAt = queryAt + stride * Float64Array.BYTES_PER_ELEMENT
  const wantedAt = productsAt + ROWS_A_CALL * Float64Array.BYTES_PER_ELEMENT
  const bytes = wantedAt + ROWS_A_CALL * Uint32Array.BYTES_PER_ELEMENT
  const program = bytes > MOST_BYTES ? undefined : webAssemblyProgram(EXACT_PRODUCTS, bytes)
  if (!program) return { rows: scatteredRows(vectors, dimensions), fill: () => undefined }
  const { memory } = program
  const values = new Float32Array(memory.buffer, 0, count * stride)
  const held = new Float64Array(memory.buffer, queryAt, stride)
  const products = new Float64Array(memory.buffer, productsAt, ROWS_A_CALL)
  const list = new Uint32Array(memory.buffer, wantedAt, ROWS_A_CALL)
  const exactProducts = program.exports['exactProducts'] as ExactProducts
  const rows: VectorRows = {
    dimensions,
    count,
    row: (at) => values.subarray(at * stride, at * stride + dimensions),
    score(query, wanted, scores) {
      // What holds no rows does not know how long they would be.
      if (wanted.length > 0) held.set(query)
      for (let from = 0; from < wanted.length; from += ROWS_A_CALL) {
        const size = Math.min(ROWS_A_CALL, wanted.length - from)
        list.set(wanted.subarray(from, from + size))
        // The last four are filled up with some row.
        const filled = Math.ceil(size / LANES) * LANES
        list.fill(0, size, filled)
        exactProducts(
          stride * Float32Array.BYTES_PER_ELEMENT,
          wantedAt,
          filled,
          queryAt,
          productsAt,
        )
        for (let at = 0; at < size; at++) scores[list[at] as number] = products[at] as number
      }
    },
  }
  return { rows, fill: (at, vector) => values.set(vector, at * stride) }
}

/** Rows where they are: more than the program can address, or there is none. */
const scatteredRows = (vectors: readonly Float32Array[], dimensions: number): VectorRows => ({
  dimensions,
  count: vectors.length,
  row: (at) => vectors[at] as Float32Array,
  score(query, wanted, scores) {
    for (const at of wanted) scores[at] = dotProduct(query, vectors[at] as Float32Array)
  },
})

export const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0)

/**
 * Summed in the order in which {@link VectorRows} are, so that both give the same score to the last
 * bit.
 */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}

/** The mean of vectors of one length. */
export function meanOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const mean = new Float64Array(dimensions)
  for (const vector of vectors) {
    for (let i = 0; i < dimensions; i++) {
      mean[i] = (mean[i] as number) + (vector[i] as number) / vectors.length
    }
  }
  return Float32Array.from(mean)
}
