import { inverse, Matrix } from 'ml-matrix'
import { vectorAt, type Past, type Pause } from './past'

/** Rows multiplied, and columns inverted, before others have their turn: some 10 ms. */
const AT_ONCE = 128
/** How strongly weights are held near zero; chosen on development rows, see `README.md`. */
const PENALTY = 0.5

/** What one linear model per tool learned from past queries. */
export interface Ridge {
  /** Of the squared rows, penalty included: what it takes to leave rows out again. */
  inverse: Matrix
  /** A row for each dimension and one for the constant: a number for each tool. */
  weights: readonly Float64Array[]
}

/** Vectors of past queries with a constant 1 behind each, as rows. */
function rowsOf(past: Past, places: readonly number[]): Matrix {
  const { dimensions } = past.vectors
  const rows = Matrix.zeros(places.length, dimensions + 1)
  places.forEach((place, at) => {
    vectorAt(past, place).forEach((value, column) => rows.set(at, column, value))
    rows.set(at, dimensions, 1)
  })
  return rows
}

/** What past queries add to the two sums that ridges are solved from. */
interface Sums {
  squares: Matrix
  /** A row for each dimension, a column for each tool. */
  products: Matrix
}

/** The sums over some past queries, by their places. */
export async function sumsOf(past: Past, places: readonly number[], pause: Pause): Promise<Sums> {
  const size = past.vectors.dimensions + 1
  const squares = Matrix.zeros(size, size)
  const products = Matrix.zeros(size, past.tools.length)
  for (let from = 0; from < places.length; from += AT_ONCE) {
    const some = places.slice(from, from + AT_ONCE)
    const rows = rowsOf(past, some)
    squares.add(rows.transpose().mmul(rows))
    some.forEach((place, at) => {
      for (const tool of past.queries[place]?.tools ?? []) {
        for (let row = 0; row < size; row++) {
          products.set(row, tool, products.get(row, tool) + rows.get(at, row))
        }
      }
    })
    await pause()
  }
  return { squares, products }
}

/** Adds up sums, or takes the second from the first. */
export const joined = (one: Sums, other: Sums, sign: 1 | -1): Sums => ({
  squares: Matrix.add(one.squares, Matrix.mul(other.squares, sign)),
  products: Matrix.add(one.products, Matrix.mul(other.products, sign)),
})

/** The ridge regression of every tool's use on the vectors: closed form. */
export async function ridgeOf({ squares, products }: Sums, pause: Pause): Promise<Ridge> {
  const penalised = Matrix.add(squares, Matrix.eye(squares.rows).mul(PENALTY))
  const inverted = await inverseInTurns(penalised, pause)
  const weights = await productInTurns(inverted, products, pause)
  return {
    inverse: inverted,
    weights: Array.from({ length: weights.rows }, (_, row) =>
      Float64Array.from(weights.getRow(row)),
    ),
  }
}

/**
 * The inverse of a positive definite matrix, by halves (Schur complement), so that no step takes
 * long.
 */
async function inverseInTurns(matrix: Matrix, pause: Pause): Promise<Matrix> {
  await pause()
  const size = matrix.rows
  if (size <= AT_ONCE + 1) return inverse(matrix)
  const half = size >> 1
  const first = half - 1
  const last = size - 1
  const topLeft = await inverseInTurns(matrix.subMatrix(0, first, 0, first), pause)
  const topRight = matrix.subMatrix(0, first, half, last)
  const carried = await productInTurns(topLeft, topRight, pause)
  const below = await productInTurns(topRight.transpose(), carried, pause)
  const complement = Matrix.sub(matrix.subMatrix(half, last, half, last), below)
  const bottomRight = await inverseInTurns(complement, pause)
  const corner = await productInTurns(carried, bottomRight, pause)
  const whole = Matrix.zeros(size, size)
  const added = await productInTurns(corner, carried.transpose(), pause)
  whole.setSubMatrix(Matrix.add(topLeft, added), 0, 0)
  whole.setSubMatrix(Matrix.mul(corner, -1), 0, half)
  whole.setSubMatrix(Matrix.mul(corner.transpose(), -1), half, 0)
  whole.setSubMatrix(bottomRight, half, half)
  return whole
}

/** The product, some rows and columns at a time. */
async function productInTurns(left: Matrix, right: Matrix, pause: Pause): Promise<Matrix> {
  const product = Matrix.zeros(left.rows, right.columns)
  for (let row = 0; row < left.rows; row += AT_ONCE) {
    const lastRow = Math.min(left.rows, row + AT_ONCE) - 1
    const strip = left.subMatrix(row, lastRow, 0, left.columns - 1)
    for (let column = 0; column < right.columns; column += AT_ONCE) {
      const lastColumn = Math.min(right.columns, column + AT_ONCE) - 1
      const part = right.subMatrix(0, right.rows - 1, column, lastColumn)
      product.setSubMatrix(strip.mmul(part), row, column)
      await pause()
    }
  }
  return product
}

/**
 * What the ridge gives every tool for a vector: about 1 where the query needs it, about 0 where
 * not.
 */
export function predicted({ weights }: Ridge, vector: Float32Array): Float64Array {
  const scores = Float64Array.from(weights.at(-1) ?? [])
  for (let row = 0; row < vector.length; row++) {
    const value = vector[row] as number
    if (value !== 0) addTimes(scores, value, weights[row] as Float64Array)
  }
  return scores
}

/** In a function of its own, which is compiled once for all rows. */
function addTimes(sums: Float64Array, value: number, row: Float64Array): void {
  for (let at = 0; at < sums.length; at++) {
    sums[at] = (sums[at] as number) + value * (row[at] as number)
  }
}

/**
 * What the ridge would give had it not learned from some of its rows: exactly what learning without
 * them gives (leave-out formula of linear smoothers).
 */
export function predictedWithout(
  ridge: Ridge,
  vector: Float32Array,
  { past, places }: { past: Past; places: readonly number[] },
): Float64Array {
  const scores = predicted(ridge, vector)
  if (places.length === 0) return scores
  const left = rowsOf(past, places)
  const asked = Matrix.rowVector([...vector, 1])
  const carried = ridge.inverse.mmul(left.transpose())
  const own = left.mmul(carried)
  const pull = asked.mmul(carried).mmul(inverse(Matrix.sub(Matrix.eye(places.length), own)))
  places.forEach((place, at) => {
    const by = pull.get(0, at)
    const given = predicted(ridge, vectorAt(past, place))
    const used = new Set(past.queries[place]?.tools)
    for (let tool = 0; tool < scores.length; tool++) {
      const residual = (used.has(tool) ? 1 : 0) - (given[tool] as number)
      scores[tool] = (scores[tool] as number) - by * residual
    }
  })
  return scores
}
