import { Matrix, solve } from 'ml-matrix'

/** Rows to learn a yes or no from: `features` numbers each. */
interface Examples {
  features: number
  rows: ArrayLike<number>
  answers: ArrayLike<number>
  /** How much each row counts: 1 where absent. */
  weights?: ArrayLike<number>
}

/** A logistic regression over standardised features; the constant stands first. */
export interface Logistic {
  means: readonly number[]
  deviations: readonly number[]
  coefficients: readonly number[]
}

type Pause = () => Promise<unknown>

/** Newton's method is there after six to eight. */
const MOST_STEPS = 25
const NEAR_ENOUGH = 1e-6
const CONSTANT_PENALTY = 1e-6
/** Rows summed up before others have their turn: some 10 ms. */
const AT_ONCE = 8192

/**
 * Cost: steps × rows × features².
 * @param penalty of the squared coefficients, on the scale of the weights' sum
 */
export async function logisticOf(
  examples: Examples,
  penalty: number,
  pause: Pause,
): Promise<Logistic> {
  const size = examples.features + 1
  const standard = standardOf(examples)
  let coefficients: readonly number[] = new Array<number>(size).fill(0)
  for (let step = 0; step < MOST_STEPS; step++) {
    const { slope, curvature } = await sumsOf(examples, { ...standard, coefficients }, pause)
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < i; j++) curvature[j * size + i] = curvature[i * size + j] as number
      const hold = i === 0 ? CONSTANT_PENALTY : penalty
      curvature[i * size + i] = (curvature[i * size + i] as number) + hold
      slope[i] = (slope[i] as number) - hold * (coefficients[i] as number)
    }
    const move = solve(
      Matrix.from1DArray(size, size, curvature),
      Matrix.columnVector([...slope]),
    ).to1DArray()
    const longest = Math.max(...move.map(Math.abs))
    // A step that leaps is one between rows that can be told apart wholly.
    const reach = Math.min(1, 4 / (longest || 1))
    coefficients = coefficients.map((value, i) => value + reach * (move[i] as number))
    if (longest < NEAR_ENOUGH) break
  }
  return { ...standard, coefficients }
}

/** The slope of the likelihood, and how it bends: the lower half. */
async function sumsOf(
  { features, rows, answers, weights }: Examples,
  { means, deviations, coefficients }: Logistic,
  pause: Pause,
): Promise<{ slope: Float64Array; curvature: Float64Array }> {
  const size = features + 1
  const curvature = new Float64Array(size * size)
  const slope = new Float64Array(size)
  const row = new Float64Array(size).fill(1)
  for (let at = 0; at < answers.length; at++) {
    if (at % AT_ONCE === AT_ONCE - 1) await pause()
    for (let column = 0; column < features; column++) {
      row[column + 1] =
        ((rows[at * features + column] as number) - (means[column] as number)) /
        (deviations[column] as number)
    }
    let odds = 0
    for (let i = 0; i < size; i++) odds += (coefficients[i] as number) * (row[i] as number)
    const chance = chanceOf(odds)
    const weight = weights?.[at] ?? 1
    const error = weight * ((answers[at] as number) - chance)
    const spread = weight * chance * (1 - chance)
    for (let i = 0; i < size; i++) {
      const value = row[i] as number
      slope[i] = (slope[i] as number) + error * value
      for (let j = 0; j <= i; j++) {
        const place = i * size + j
        curvature[place] = (curvature[place] as number) + spread * value * (row[j] as number)
      }
    }
  }
  return { slope, curvature }
}

function standardOf({
  features,
  rows,
  answers,
  weights,
}: Examples): Omit<Logistic, 'coefficients'> {
  const means = new Array<number>(features).fill(0)
  const squares = new Array<number>(features).fill(0)
  let total = 0
  for (let at = 0; at < answers.length; at++) {
    const weight = weights?.[at] ?? 1
    total += weight
    for (let column = 0; column < features; column++) {
      const value = rows[at * features + column] as number
      means[column] = (means[column] as number) + weight * value
      squares[column] = (squares[column] as number) + weight * value * value
    }
  }
  for (let column = 0; column < features; column++) {
    means[column] = (means[column] as number) / (total || 1)
  }
  const deviations = squares.map((sum, column) => {
    const variance = sum / (total || 1) - (means[column] as number) ** 2
    return variance > 1e-12 ? Math.sqrt(variance) : 1
  })
  return { means, deviations }
}

export const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

/** The log odds of a yes. */
export function oddsOf(model: Logistic, features: ArrayLike<number>): number {
  let sum = model.coefficients[0] as number
  for (let i = 0; i < features.length; i++) sum += shareOf(model, features, i)
  return sum
}

/** What one of the features adds to the log odds, held against its mean. */
export const shareOf = (
  { means, deviations, coefficients }: Logistic,
  features: ArrayLike<number>,
  i: number,
): number =>
  ((coefficients[i + 1] as number) * ((features[i] as number) - (means[i] as number))) /
  (deviations[i] as number)
