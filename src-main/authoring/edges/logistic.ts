/** One example: its features and whether it is so. */
export interface Example {
  features: readonly number[]
  isSo: boolean
}

/** What a logistic regression adds up: one weight a feature, and what stands before all. */
export interface Weights {
  intercept: number
  features: readonly number[]
}

/** How probable something with these features is, 0…1. */
export const probabilityOf = (
  { intercept, features: weights }: Weights,
  features: readonly number[],
): number => {
  let sum = intercept
  for (let at = 0; at < weights.length; at++) {
    sum += (weights[at] as number) * (features[at] as number)
  }
  return 1 / (1 + Math.exp(-sum))
}

/** Newton's steps: the sum is convex, and a dozen reach its bottom to seven digits. */
const MOST_STEPS = 25
const CLOSE_ENOUGH = 1e-7

/**
 * The weights that make the examples most probable, held near `prior` as if each weight had been drawn around it with
 * variance 1 / `strength`: with few examples they are the prior's, with many the examples'. Cost: steps × examples × features².
 * @param pause awaited between steps
 */
export async function fitLogistic(
  examples: readonly Example[],
  { prior, strength }: { prior: Weights; strength: number },
  pause: () => Promise<unknown>,
): Promise<Weights> {
  const size = prior.features.length + 1
  const start = [prior.intercept, ...prior.features]
  let weights = start
  for (let step = 0; step < MOST_STEPS; step++) {
    const slope = start.map((value, at) => strength * (value - (weights[at] as number)))
    const curve = start.map((_, at) => start.map((__, other) => (at === other ? strength : 0)))
    for (const [number, example] of examples.entries()) {
      addExample(example, { weights, slope, curve })
      if (number % EXAMPLES_A_TURN === 0) await pause()
    }
    const move = solved(curve, slope)
    weights = weights.map((value, at) => value + (move[at] as number))
    if (Math.max(...move.map(Math.abs)) < CLOSE_ENOUGH) break
  }
  return { intercept: weights[0] as number, features: weights.slice(1, size) }
}

/** Looked at between two pauses: some 5 ms. */
const EXAMPLES_A_TURN = 5000

function addExample(
  { features, isSo }: Example,
  { weights, slope, curve }: { weights: readonly number[]; slope: number[]; curve: number[][] },
): void {
  const probability = probabilityOf(
    { intercept: weights[0] as number, features: weights.slice(1) },
    features,
  )
  const [miss, spread] = [(isSo ? 1 : 0) - probability, probability * (1 - probability)]
  for (let row = 0; row < slope.length; row++) {
    const value = row === 0 ? 1 : (features[row - 1] as number)
    if (value === 0) continue
    slope[row] = (slope[row] as number) + miss * value
    const line = curve[row] as number[]
    for (let column = 0; column < slope.length; column++) {
      const other = column === 0 ? 1 : (features[column - 1] as number)
      line[column] = (line[column] as number) + spread * value * other
    }
  }
}

/** x of `matrix` · x = `right`, by elimination; the matrix is positive definite and is used up. */
function solved(matrix: number[][], right: readonly number[]): number[] {
  const result = [...right]
  const size = result.length
  for (let pivot = 0; pivot < size; pivot++) {
    const top = matrix[pivot] as number[]
    for (let row = pivot + 1; row < size; row++) {
      const line = matrix[row] as number[]
      const factor = (line[pivot] as number) / (top[pivot] as number)
      if (factor === 0) continue
      for (let at = pivot; at < size; at++)
        line[at] = (line[at] as number) - factor * (top[at] as number)
      result[row] = (result[row] as number) - factor * (result[pivot] as number)
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    const line = matrix[row] as number[]
    for (let at = row + 1; at < size; at++) {
      result[row] = (result[row] as number) - (line[at] as number) * (result[at] as number)
    }
    result[row] = (result[row] as number) / (line[row] as number)
  }
  return result
}
