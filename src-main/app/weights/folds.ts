import { Problem } from '../../domain/problem'
import { FOLD_FIELD, type GoldenQuery } from '../../domain/query/golden-set'
import { sameText } from '../../domain/value/same-text'
import { sampleOf } from '../../evaluation/statistics/random'

const FOLDS = 5

/** The fold of each query, drawn with a seed: as many in each, but that the same words are in one fold. */
export function randomFolds(queries: readonly GoldenQuery[], seed: number): number[] {
  const texts = [...new Set(queries.map(({ text }) => sameText(text)))]
  const foldOf = new Map<string, number>()
  let left = texts
  for (let fold = 0; fold < FOLDS; fold++) {
    const drawn = sampleOf(left, Math.round(left.length / (FOLDS - fold)), seed + fold)
    for (const text of drawn) foldOf.set(text, fold)
    left = left.filter((text) => !foldOf.has(text))
  }
  return queries.map(({ text }) => foldOf.get(sameText(text)) ?? 0)
}

/** The fold that each query was published with. @throws Problem `bad-input` where some are in none, or all in one. */
export function publishedFolds(queries: readonly GoldenQuery[]): number[] {
  const folds = queries.flatMap(({ extra }) => {
    const fold = extra?.[FOLD_FIELD]
    return typeof fold === 'number' ? [fold] : []
  })
  if (folds.length === queries.length && new Set(folds).size > 1) return together(queries, folds)
  throw new Problem(
    'bad-input',
    `Of ${queries.length} labelled queries ${folds.length} say in which published fold they are tested.`,
    'Import the folder with its files of folds, such as fold_0_test_queries.json, or have folds drawn.',
  )
}

/** With queries of the same words in the fold of the first of them. */
function together(queries: readonly GoldenQuery[], folds: readonly number[]): number[] {
  const first = new Map<string, number>()
  return queries.map(({ text }, at) => {
    const same = sameText(text)
    const fold = first.get(same) ?? folds[at] ?? 0
    first.set(same, fold)
    return fold
  })
}
