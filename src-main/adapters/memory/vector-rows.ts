/** Vectors of one length, end to end: row `r` starts at `r * dimensions`. */
export interface VectorRows {
  dimensions: number
  values: Float32Array
}

export function vectorRows(vectors: readonly Float32Array[], dimensions: number): VectorRows {
  const values = new Float32Array(vectors.length * dimensions)
  vectors.forEach((vector, row) => values.set(vector, row * dimensions))
  return { dimensions, values }
}

export const rowOf = ({ dimensions, values }: VectorRows, row: number): Float32Array =>
  values.subarray(row * dimensions, (row + 1) * dimensions)

export const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0)

/** Which rows to score, and the array that gets the score of row `r` at place `r`. */
interface Scoring {
  wanted: Uint32Array
  scores: Float64Array
}

/** Sets the score of each wanted row to its dot product with `query`. */
export function dotProducts(
  rows: VectorRows,
  query: Float32Array,
  { wanted, scores }: Scoring,
): void {
  const { dimensions, values } = rows
  const blocked = wanted.length - (wanted.length % 4)
  // Four rows at once keep the query's value in a register and four independent sums in flight.
  for (let at = 0; at < blocked; at += 4) {
    const [a, b, c, d] = [wanted[at], wanted[at + 1], wanted[at + 2], wanted[at + 3]] as Four
    const [startA, startB, startC, startD] = [
      a * dimensions,
      b * dimensions,
      c * dimensions,
      d * dimensions,
    ]
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let i = 0; i < dimensions; i++) {
      const value = query[i] as number
      first += value * (values[startA + i] as number)
      second += value * (values[startB + i] as number)
      third += value * (values[startC + i] as number)
      fourth += value * (values[startD + i] as number)
    }
    scores[a] = first
    scores[b] = second
    scores[c] = third
    scores[d] = fourth
  }
  for (const row of wanted.subarray(blocked)) {
    scores[row] = dotProduct(query, rowOf(rows, row))
  }
}

type Four = [number, number, number, number]

/** Summed in the order in which {@link dotProducts} sums, so that both give the same score to the last bit. */
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
