import type { Rating, Spread } from '../../ports/hit'
import { byScoreThenKey } from './keyed-texts'

/**
 * Keys whose scores stand for all: the deviation of a thousand differs from that of all by some 2 %. Measured on five
 * sets of 47 to 20,200 tools, fusion found the same tools as with all keys.
 */
const SAMPLED = 1_000

/** Keys spread evenly over all, in their order; all of them where they are few. */
export function sampleEvenly<Key>(keys: readonly Key[]): Key[] {
  const stride = Math.ceil(keys.length / SAMPLED)
  return keys.filter((_, at) => at % stride === 0)
}

/** The spread of `count` scores, of which those not given are 0. */
export function spreadOf(scores: Iterable<number>, count: number): Spread {
  if (count === 0) return { mean: 0, deviation: 0 }
  let [sum, squares] = [0, 0]
  for (const score of scores) {
    sum += score
    squares += score * score
  }
  const mean = sum / count
  return { mean, deviation: Math.sqrt(Math.max(0, squares / count - mean * mean)) }
}

/** The rating of `keys`, and the spread of the scores in `sample`; a key without a score is like nothing. */
export function ratingOf<Key extends string>(
  keys: readonly Key[],
  sample: readonly Key[],
  scoreOf: (key: Key) => number | undefined,
): Rating<Key> {
  const hits = keys.flatMap((key) => {
    const score = scoreOf(key)
    return score === undefined ? [] : [{ key, score }]
  })
  const scores = sample.flatMap((key) => scoreOf(key) ?? [])
  return { hits: hits.sort(byScoreThenKey), spread: spreadOf(scores, scores.length) }
}

/** What is said of a query that nothing is like. */
export const NOT_RATED: Rating<never> = { hits: [], spread: { mean: 0, deviation: 0 } }
