import { describe, expect, it } from 'vitest'
import { otherText } from '../../../../src-main/domain/recipe/asked-words'
import { Learning } from '../../../../src-main/domain/recipe/field-weights'

const over = { mean: 0.01, ci95: [0, 0.02] }
/** As it was kept while one recipe alone was compared with. */
const OLD = {
  goldenSet: 'dev',
  goldenHash: 'h',
  queries: 60,
  tools: 48,
  folds: 'random',
  seed: 1,
  learnedAt: '2026-08-01T10:00:00Z',
  heldOut: { learned: 0.7, equal: 0.6, hybrid: 0.5 },
  intervals: {
    learned: [0.6, 0.8],
    equal: [0.5, 0.7],
    hybrid: [0.4, 0.6],
    overEqual: over,
    overHybrid: { ...over, mean: 0.2 },
  },
  remarks: [],
}

describe('what learned weights are worth', () => {
  it('is read as it was kept before other recipes were compared with', () => {
    const { heldOut, intervals, ...learning } = Learning.parse(OLD)
    expect(heldOut).toEqual({ learned: 0.7, equal: 0.6, other: 0.5 })
    expect(intervals).toMatchObject({ other: [0.4, 0.6], overOther: { mean: 0.2 } })
    expect(otherText(learning)).toBe('the standard recipe')
  })

  it('is the same once it is kept anew', () => {
    const read = Learning.parse({ ...OLD, other: { recipe: 'bm25', title: 'BM25' } })
    expect(Learning.parse(JSON.parse(JSON.stringify(read)))).toEqual(read)
    expect(otherText(read)).toBe('the recipe “BM25”')
  })

  it('may lack intervals, and no figure', () => {
    const { intervals: _, ...before } = OLD
    expect(Learning.parse(before)).not.toHaveProperty('intervals')
    expect(Learning.safeParse({ ...OLD, heldOut: { learned: 1, equal: 1 } }).success).toBe(false)
    expect(Learning.safeParse({ ...OLD, heldOut: 'good' }).success).toBe(false)
  })
})
