import { describe, expect, it } from 'vitest'
import { otherText } from '../../../../src-main/domain/recipe/choices-words'
import { Learning } from '../../../../src-main/domain/recipe/field-weights'

const over = { mean: 0.01, ci95: [0, 0.02] }
const LEARNED = {
  goldenSet: 'dev',
  goldenHash: 'h',
  queries: 60,
  tools: 48,
  folds: 'random',
  seed: 1,
  learnedAt: '2026-08-01T10:00:00Z',
  heldOut: { learned: 0.7, equal: 0.6, other: 0.5 },
  intervals: {
    learned: [0.6, 0.8],
    equal: [0.5, 0.7],
    other: [0.4, 0.6],
    overEqual: over,
    overOther: { ...over, mean: 0.2 },
  },
  remarks: [],
}

describe('what learned weights are worth', () => {
  it('is beside the standard recipe, where it was kept before others were compared with', () => {
    expect(otherText(Learning.parse(LEARNED))).toBe('the standard recipe')
  })

  it('is the same once it is kept anew', () => {
    const read = Learning.parse({ ...LEARNED, other: { recipe: 'bm25', title: 'BM25' } })
    expect(Learning.parse(JSON.parse(JSON.stringify(read)))).toEqual(read)
    expect(otherText(read)).toBe('the recipe “BM25”')
  })

  it('may lack intervals, and no figure', () => {
    const { intervals: _, ...before } = LEARNED
    expect(Learning.parse(before)).not.toHaveProperty('intervals')
    expect(Learning.safeParse({ ...LEARNED, heldOut: { learned: 1, equal: 1 } }).success).toBe(
      false,
    )
    expect(Learning.safeParse({ ...LEARNED, heldOut: 'good' }).success).toBe(false)
  })
})
