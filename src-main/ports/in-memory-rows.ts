/**
 * Rows of numbers, all equally long, held so that all of them are compared with a vector at once.
 */
export interface InMemoryRows {
  readonly dimensions: number
  /** One row, to be read or filled in: a view. */
  row(at: number): Float32Array
  /** The dot product of every row with a vector that is as long; they hold until the next call. */
  products(vector: Float32Array): Float32Array
}

/** Room for so many rows of so many dimensions, filled with zeros. */
export type HoldRows = (count: number, dimensions: number) => InMemoryRows
