import { expect, test } from 'vitest'
import type { ScorePart } from '../../../../src-main/domain/query'
import {
  scoreShares,
  sourcesOf,
  termWeights,
} from '../../../../src-renderer/components/trace/score-shares'

const fused: ScorePart[] = [
  { source: 'bm25', score: 17.41, rank: 1, terms: { refund: 9, payment: 8.41 } },
  { source: 'rrf bm25', score: 1 / 61 },
  { source: 'cosine', score: 0.36, rank: 2 },
  { source: 'rrf cosine', score: 1 / 62 },
]
const score = 1 / 61 + 1 / 62

test('of a fused score the shares add up, and the scores behind them are witnesses', () => {
  const { addends, witnesses } = scoreShares({ score, parts: fused })
  expect(addends.map(({ source }) => source)).toEqual(['rrf bm25', 'rrf cosine'])
  expect(witnesses.map(({ source }) => source)).toEqual(['bm25', 'cosine'])
})

test('a score of a single part is that part', () => {
  const bm25 = fused.slice(0, 1)
  expect(scoreShares({ score: 17.41, parts: bm25 })).toEqual({ addends: bm25, witnesses: [] })
})

test('parts that do not add up to the score are not shown as if they did', () => {
  expect(scoreShares({ score: 99, parts: fused }).addends).toEqual([])
})

test('a source has one place in the order of colours, from whichever tool it comes', () => {
  const onlyDense = { score: 1 / 62, parts: fused.slice(2) }
  expect(sourcesOf([onlyDense, { score, parts: fused }])).toEqual(['rrf cosine', 'rrf bm25'])
})

test('terms come by falling weight', () => {
  expect(termWeights(fused)).toEqual([
    { term: 'refund', weight: 9 },
    { term: 'payment', weight: 8.41 },
  ])
})
