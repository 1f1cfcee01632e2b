import type { HoldRows } from '../../ports/held-rows'

/** Rows in an array, multiplied one by one. */
export const plainRows: HoldRows = (count, dimensions) => {
  const values = new Float32Array(count * dimensions)
  const row = (at: number) => values.subarray(at * dimensions, (at + 1) * dimensions)
  return {
    dimensions,
    row,
    products: (vector) =>
      Float32Array.from({ length: count }, (_, at) =>
        row(at).reduce((sum, value, column) => sum + value * (vector[column] as number), 0),
      ),
  }
}
