/** Vectors side by side in one array: row `r` starts at `r * dimensions` and belongs to document `documents[r]`. */
export interface VectorBlock {
  dimensions: number
  documents: Uint32Array
  values: Float32Array
}

/** Lays the vectors out by document number; documents with a vector of zeros have no row. */
export function buildVectorBlock(
  vectors: readonly Float32Array[],
  dimensions: number,
): VectorBlock {
  const documents = Uint32Array.from(
    [...vectors.keys()].filter((document) => vectors[document]?.some((value) => value !== 0)),
  )
  const values = new Float32Array(documents.length * dimensions)
  documents.forEach((document, row) => values.set(vectors[document] ?? [], row * dimensions))
  return { dimensions, documents, values }
}

/** Sets `scores[document]` to the dot product with `query` for every row. */
export function dotProducts(block: VectorBlock, query: Float32Array, scores: Float64Array): void {
  const { dimensions, documents, values } = block
  const blocked = documents.length - (documents.length % 4)
  // Four rows at once keep the query's value in a register and four independent sums in flight.
  for (let row = 0; row < blocked; row += 4) {
    const start = row * dimensions
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let i = 0, place = start; i < dimensions; i++, place++) {
      const value = query[i] as number
      first += value * (values[place] as number)
      second += value * (values[place + dimensions] as number)
      third += value * (values[place + 2 * dimensions] as number)
      fourth += value * (values[place + 3 * dimensions] as number)
    }
    scores[documents[row] as number] = first
    scores[documents[row + 1] as number] = second
    scores[documents[row + 2] as number] = third
    scores[documents[row + 3] as number] = fourth
  }
  for (let row = blocked; row < documents.length; row++) {
    let sum = 0
    for (let i = 0; i < dimensions; i++) {
      sum += (query[i] as number) * (values[row * dimensions + i] as number)
    }
    scores[documents[row] as number] = sum
  }
}
