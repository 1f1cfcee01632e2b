/**
 * A query to learn from: rows of features, and which of them belong to right tools and which to
 * wrong ones.
 */
export interface RankedQuery {
  /** Row after row, `width` numbers each. */
  features: Float64Array
  right: readonly number[]
  /** The hardest to tell first. */
  wrong: readonly number[]
}

interface LearnOptions {
  /** Features of a row. */
  width: number
  /** How much large weights cost, beside the mean loss of a query. */
  l2: number
  /** Features whose weights may not be below 0. */
  notBelowZero: readonly number[]
}

/** Newton’s method doubles the right digits each time: eight are there long before. */
const MOST_ITERATIONS = 30
const SMALL_STEP = 1e-8

/**
 * The weights by which right tools come before wrong ones: RankNet’s loss (Burges et al. 2005),
 * each query counting alike, with L2, by Newton’s method. It is convex: one minimum, the same on
 * every machine but for rounding. A weight that would be below 0 and may not is 0, and the others
 * are learned without its feature.
 */
export function learnRankNet(queries: readonly RankedQuery[], options: LearnOptions): Float64Array {
  const { width, l2, notBelowZero } = options
  const free = new Set(Array.from({ length: width }, (_, at) => at))
  for (;;) {
    const features = [...free]
    const found = minimum(pairsOf(queries, { width, features }), l2)
    const weights = new Float64Array(width)
    features.forEach((feature, at) => (weights[feature] = found[at] as number))
    const below = notBelowZero.filter((at) => (weights[at] as number) < 0)
    if (below.length === 0) return weights
    for (const at of below) free.delete(at)
  }
}

/** By how much each right tool differs from each wrong one of its query. */
interface Pairs {
  /** Numbers of a row. */
  size: number
  /** Row after row. */
  differences: Float64Array
  /** What the loss of row `i` counts in the mean of queries. */
  shares: Float64Array
}

function pairsOf(
  queries: readonly RankedQuery[],
  { width, features: chosen }: { width: number; features: readonly number[] },
): Pairs {
  const count = queries.reduce((sum, { right, wrong }) => sum + right.length * wrong.length, 0)
  const size = chosen.length
  const pairs = {
    size,
    differences: new Float64Array(count * size),
    shares: new Float64Array(count),
  }
  let row = 0
  for (const { features, right, wrong } of queries) {
    for (const better of right) {
      for (const worse of wrong) {
        for (let at = 0; at < size; at++) {
          const feature = chosen[at] as number
          pairs.differences[row * size + at] =
            (features[better * width + feature] as number) -
            (features[worse * width + feature] as number)
        }
        pairs.shares[row++] = 1 / (right.length * wrong.length * queries.length)
      }
    }
  }
  return pairs
}

function minimum(pairs: Pairs, l2: number): Float64Array {
  let weights = new Float64Array(pairs.size)
  let now = slopeAt(pairs, weights, l2)
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    const step = solved(now.hessian, now.gradient)
    let size = 1
    let next = moved(weights, step, size)
    let slope = slopeAt(pairs, next, l2)
    while (slope.loss > now.loss && size > SMALL_STEP) {
      size /= 2
      next = moved(weights, step, size)
      slope = slopeAt(pairs, next, l2)
    }
    if (slope.loss > now.loss) break
    weights = next
    now = slope
    if (size * Math.hypot(...step) < SMALL_STEP) break
  }
  return weights
}

const moved = (
  weights: Float64Array,
  step: Float64Array,
  size: number,
): Float64Array<ArrayBuffer> =>
  Float64Array.from(weights, (weight, at) => weight - size * (step[at] as number))

interface Slope {
  loss: number
  gradient: Float64Array
  /** Row after row; only its lower half is filled. */
  hessian: Float64Array
}

function slopeAt({ size, differences, shares }: Pairs, weights: Float64Array, l2: number): Slope {
  const slope = { loss: 0, gradient: new Float64Array(size), hessian: new Float64Array(size ** 2) }
  const { gradient, hessian } = slope
  for (let row = 0; row < shares.length; row++) {
    const first = row * size
    const share = shares[row] as number
    let margin = 0
    for (let at = 0; at < size; at++) {
      margin += (weights[at] as number) * (differences[first + at] as number)
    }
    const doubt = 1 / (1 + Math.exp(margin))
    const bend = share * doubt * (1 - doubt)
    slope.loss += share * pairLoss(margin)
    for (let at = 0; at < size; at++) {
      const own = differences[first + at] as number
      gradient[at] = (gradient[at] as number) - share * doubt * own
      for (let other = 0; other <= at; other++) {
        const place = at * size + other
        hessian[place] =
          (hessian[place] as number) + bend * own * (differences[first + other] as number)
      }
    }
  }
  for (let at = 0; at < size; at++) {
    const weight = weights[at] as number
    slope.loss += (l2 / 2) * weight ** 2
    gradient[at] = (gradient[at] as number) + l2 * weight
    hessian[at * size + at] = (hessian[at * size + at] as number) + l2
  }
  return slope
}

/** log(1 + e^−margin), without overflow. */
const pairLoss = (margin: number): number =>
  margin > 0 ? Math.log1p(Math.exp(-margin)) : -margin + Math.log1p(Math.exp(margin))

/**
 * The solution of a positive definite system, by Cholesky’s decomposition of the lower half of its
 * matrix.
 */
function solved(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column] as number
      for (let at = 0; at < column; at++) {
        sum -= (lower[row * size + at] as number) * (lower[column * size + at] as number)
      }
      lower[row * size + column] =
        row === column ? Math.sqrt(sum) : sum / (lower[column * size + column] as number)
    }
  }
  const solution = Float64Array.from(right)
  for (let row = 0; row < size; row++) {
    let sum = solution[row] as number
    for (let at = 0; at < row; at++)
      sum -= (lower[row * size + at] as number) * (solution[at] as number)
    solution[row] = sum / (lower[row * size + row] as number)
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = solution[row] as number
    for (let at = row + 1; at < size; at++) {
      sum -= (lower[at * size + row] as number) * (solution[at] as number)
    }
    solution[row] = sum / (lower[row * size + row] as number)
  }
  return solution
}
