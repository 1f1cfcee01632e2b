import { describe, expect, it } from 'vitest'
import { publishedFolds, randomFolds } from '../learn-weights'
import { FOLD_FIELD, type GoldenQuery } from '../../../domain/query/golden-set'

const query = (text: string, fold?: number): GoldenQuery => ({
  id: text,
  text,
  tools: [],
  origin: 'human',
  ...(fold !== undefined && { extra: { [FOLD_FIELD]: fold } }),
})

describe('queries of the same words', () => {
  it('are in one fold where folds are drawn: none is learned from while the other is held out', () => {
    const twice = Array.from({ length: 20 }, (_, at) => [`ask ${at}`, `  Ask ${at}`]).flat()
    const folds = randomFolds(
      twice.map((text) => query(text)),
      1,
    )
    for (let at = 0; at < folds.length; at += 2) expect(folds[at]).toBe(folds[at + 1])
    // 20 texts in five folds, two queries of each.
    expect([0, 1, 2, 3, 4].map((fold) => folds.filter((one) => one === fold).length)).toEqual([
      8, 8, 8, 8, 8,
    ])
  })

  it('are in the published fold of the first of them', () => {
    const queries = [query('mail Ann', 3), query('book a room', 1), query('Mail  ann', 0)]
    expect(publishedFolds(queries)).toEqual([3, 1, 3])
  })
})

it.each([
  ['some are in none', [query('a', 0), query('b', 1), query('c')]],
  ['all are in one', [query('a', 1), query('b', 1)]],
])('published folds are refused where %s', (_, queries) => {
  expect(() => publishedFolds(queries)).toThrow(expect.objectContaining({ code: 'bad-input' }))
})
