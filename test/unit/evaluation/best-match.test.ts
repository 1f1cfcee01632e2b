import { expect, it } from 'vitest'
import type { PlacedTool } from '../../../src-main/domain/query/query'
import { bestMatchOf } from '../../../src-main/evaluation/evaluate'
import { id } from '../../fakes/catalog-tool'

const placed = (score: number | undefined, parts: Record<string, number> = {}): PlacedTool => ({
  tool: id('tool'),
  ...(score !== undefined && { score }),
  witnesses: Object.entries(parts).map(([source, of]) => ({ kind: 'score', source, score: of })),
})

it.each([
  ['the score of words alone', [placed(9, { bm25: 9 }), placed(4, { bm25: 4 })], 9],
  ['the cosine alone', [placed(0.4, { cosine: 0.4 }), placed(0.3, { cosine: 0.3 })], 0.4],
  [
    'both of the same tool, not what fusion made of them',
    [placed(1, { bm25: 10, cosine: 0.2, 'rrf bm25': 5 }), placed(0.9, { bm25: 4, cosine: 0.6 })],
    2.4,
  ],
  [
    'nothing of a tool that lacks one of them',
    [placed(1, { bm25: 10 }), placed(1, { bm25: 1, cosine: 0.5 })],
    0.5,
  ],
  ['the best of several searches', [placed(1, { cosine: 0.2 }), placed(1, { cosine: 0.7 })], 0.7],
  ['the recipe’s own score where it has neither', [placed(undefined), placed(3)], 3],
  ['none where no tool has a score', [placed(undefined)], undefined],
  ['none where there is no tool', [], undefined],
])('the best match is %s', (_, tools, match) => {
  const found = bestMatchOf(tools)
  if (match === undefined) expect(found).toBeUndefined()
  else expect(found).toBeCloseTo(match, 12)
})
