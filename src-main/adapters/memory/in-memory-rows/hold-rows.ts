import type { InMemoryRows, HoldRows } from '../../../ports/in-memory-rows'
import { webAssemblyProgram } from '../web-assembly-program'
import { ROW_PRODUCTS } from './row-products-bytes'

/**
 * Numbers that one WebAssembly instruction takes at once: rows are filled up with zeros to a
 * multiple of it.
 */
const LANES = 4
const BYTES = Float32Array.BYTES_PER_ELEMENT

type RowProducts = (
  ...args: [rows: number, stride: number, count: number, query: number, products: number]
) => void

/**
 * Rows in the memory of a WebAssembly program: 10,000 of 256 dimensions are multiplied in about a
 * millisecond. Where there is no such program, they are multiplied without it, to the same last
 * bit.
 */
export const holdRowsInMemory: HoldRows = (count, dimensions) => {
  const stride = Math.ceil(dimensions / LANES) * LANES
  const blocked = Math.ceil(count / 4) * 4
  const queryAt = blocked * stride * BYTES
  const productsAt = queryAt + stride * BYTES
  const program = webAssemblyProgram(ROW_PRODUCTS, productsAt + blocked * BYTES)
  if (!program) return rowsInLanes(count, dimensions)
  const { buffer } = program.memory
  const values = new Float32Array(buffer, 0, blocked * stride)
  const query = new Float32Array(buffer, queryAt, dimensions)
  const products = new Float32Array(buffer, productsAt, count)
  const rowProducts = program.exports['dotProducts'] as RowProducts
  return {
    dimensions,
    row: (at) => values.subarray(at * stride, at * stride + dimensions),
    products(vector) {
      query.set(vector)
      rowProducts(0, stride * BYTES, blocked, queryAt, productsAt)
      return products
    },
  }
}

/**
 * Rows that are multiplied as the program does it: in 32 bits, four sums of every fourth number,
 * added up across.
 */
function rowsInLanes(count: number, dimensions: number): InMemoryRows {
  const values = new Float32Array(count * dimensions)
  const products = new Float32Array(count)
  const { fround } = Math
  const sums = new Float32Array(LANES)
  return {
    dimensions,
    row: (at) => values.subarray(at * dimensions, (at + 1) * dimensions),
    products(vector) {
      for (let row = 0; row < count; row++) {
        sums.fill(0)
        for (let at = 0; at < dimensions; at++) {
          const lane = at % LANES
          const product = fround((values[row * dimensions + at] as number) * (vector[at] as number))
          sums[lane] = (sums[lane] as number) + product
        }
        const [a, b, c, d] = sums as unknown as [number, number, number, number]
        products[row] = fround(fround(a + b) + fround(c + d))
      }
      return products
    },
  }
}
