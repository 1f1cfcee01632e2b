import { Problem } from '../problem'

/**
 * @throws Problem `bad-input` when the vector is not `dimensions` long or holds NaN or an infinity.
 */
export function requireVector(vector: Float32Array, dimensions: number, of: string): void {
  if (vector.length !== dimensions) {
    throw new Problem(
      'bad-input',
      `The vector of ${of} has ${vector.length} dimensions instead of ${dimensions}.`,
      'Vectors of different embedders cannot be mixed: index the catalog again with one embedder.',
    )
  }
  if (!isFiniteVector(vector)) {
    throw new Problem(
      'bad-input',
      `The vector of ${of} holds a value that is no finite number.`,
      'The embedder gave a broken vector: index the catalog again, or choose another embedder.',
    )
  }
}

function isFiniteVector(vector: Float32Array): boolean {
  // Zero times what is no finite number is not zero: several times faster than asking of each.
  let nothing = 0
  for (const value of vector) nothing += value * 0
  return nothing === 0
}

/** The vector brought to length 1; a vector of zeros stays as it is. */
export function unitLength(vector: Float32Array): Float32Array {
  const length = lengthOf(vector)
  if (length === 0) return vector
  const unit = new Float32Array(vector.length)
  for (let at = 0; at < vector.length; at++) unit[at] = (vector[at] as number) / length
  return unit
}

/**
 * To the last bit what `Math.hypot` gives, which takes ten times as long: stored vectors stay what
 * they are.
 */
function lengthOf(vector: Float32Array): number {
  let greatest = 0
  for (const value of vector) greatest = Math.max(greatest, Math.abs(value))
  if (greatest === 0) return 0
  let sum = 0
  let lost = 0
  for (const value of vector) {
    const share = value / greatest
    const square = share * share - lost
    const next = sum + square
    lost = next - sum - square
    sum = next
  }
  return Math.sqrt(sum) * greatest
}

/** Of two vectors of unit length their cosine. */
export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number)
  return sum
}

/** Whether the embedder knew a word of the text: of what it knows nothing of, it gives zeros. */
export const isKnown = (vector: Float32Array | undefined): boolean =>
  vector?.some((value) => value !== 0) ?? false
