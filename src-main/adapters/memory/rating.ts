import type { Rating, Spread } from '../../ports/hit'
import { byScoreThenKey, type KeyedTexts } from './keyed-texts'

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

/**
 * Rates keys as `scoreOf` scores them; the sample of all keys that a search would compare is kept with the set that
 * restricts it.
 */
export function rating<Key extends string>(
  { keys }: KeyedTexts<Key>,
  scoreOf: (query: Float32Array, key: Key) => number | undefined,
) {
  const everything = sampleEvenly(keys)
  const samples = new WeakMap<ReadonlySet<Key>, Key[]>()
  const sampleOf = (among: ReadonlySet<Key>): Key[] => {
    const sample = samples.get(among) ?? sampleEvenly(keys.filter((key) => among.has(key)))
    samples.set(among, sample)
    return sample
  }
  return (wanted: readonly Key[], among: ReadonlySet<Key> | undefined) => {
    const sample = among ? sampleOf(among) : everything
    const rated = wanted.filter((key) => !among || among.has(key))
    return (query: Float32Array): Rating<Key> =>
      ratingOf(rated, sample, (key) => scoreOf(query, key))
  }
}
