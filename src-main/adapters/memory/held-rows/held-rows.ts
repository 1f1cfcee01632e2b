import type { HoldRows } from '../../../ports/held-rows'
import { ROW_PRODUCTS } from './row-products-bytes'

/** Numbers that one WebAssembly instruction takes at once: rows are filled up with zeros to a multiple of it. */
const LANES = 4
const BYTES = Float32Array.BYTES_PER_ELEMENT
const PAGE_BYTES = 65_536

type RowProducts = (
  ...args: [rows: number, stride: number, count: number, query: number, products: number]
) => void

/** Rows in the memory of a WebAssembly program: 10,000 of 256 dimensions are multiplied in about a millisecond. */
export const holdRowsInMemory: HoldRows = (count, dimensions) => {
  const stride = Math.ceil(dimensions / LANES) * LANES
  const blocked = Math.ceil(count / 4) * 4
  const queryAt = blocked * stride * BYTES
  const productsAt = queryAt + stride * BYTES
  const memory = new WebAssembly.Memory({
    initial: Math.ceil((productsAt + blocked * BYTES) / PAGE_BYTES),
  })
  const values = new Float32Array(memory.buffer, 0, blocked * stride)
  const query = new Float32Array(memory.buffer, queryAt, dimensions)
  const products = new Float32Array(memory.buffer, productsAt, count)
  const instance = new WebAssembly.Instance(new WebAssembly.Module(ROW_PRODUCTS), {
    shared: { memory },
  })
  const rowProducts = instance.exports['dotProducts'] as RowProducts
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
