import { describe, expect, it } from 'vitest'
import { weighted } from '../../../../src-main/pipeline/fusion/weighted'
import { fixedWeight } from '../../../../src-main/pipeline/fusion/weights'
import { ranking } from './rankings'

describe('weighted fusion', () => {
  // scaled: a 1, b (6 − 2) / (10 − 2) = 0.5, c 0
  const bm25 = ranking('bm25', { a: 10, b: 6, c: 2 })
  // scaled: b 1, d (0.5 − 0.3) / (0.8 − 0.3) = 0.4, a 0
  const cosine = ranking('cosine', { b: 0.8, d: 0.5, a: 0.3 })

  it('scales each list to 0…1 and adds by weight', () => {
    const fused = weighted(fixedWeight(0.7)).fuse([bm25, cosine]).tools
    const scores = Object.fromEntries(fused.map(({ tool, score }) => [tool, score]))
    expect(fused.map(({ tool }) => tool)).toEqual(['a', 'b', 'd', 'c'])
    expect(scores['a']).toBeCloseTo(0.7 * 1 + 0.3 * 0, 12)
    expect(scores['b']).toBeCloseTo(0.7 * 0.5 + 0.3 * 1, 12)
    expect(scores['d']).toBeCloseTo(0.3 * 0.4, 6)
    expect(scores['c']).toBe(0)
  })

  it('keeps the witnesses of both lists and adds its own', () => {
    const b = weighted(fixedWeight(0.5))
      .fuse([bm25, cosine])
      .tools.find(({ tool }) => tool === 'b')
    expect(b?.witnesses).toEqual([
      { kind: 'score', source: 'bm25', score: 6, rank: 2 },
      { kind: 'score', source: 'weighted bm25', score: 0.25 },
      { kind: 'score', source: 'cosine', score: 0.8, rank: 1 },
      { kind: 'score', source: 'weighted cosine', score: 0.5 },
    ])
  })

  it('gives every tool of a list of equal scores the list’s weight', () => {
    const fused = weighted(fixedWeight(0.5)).fuse([
      ranking('bm25', { a: 4, b: 4 }),
      ranking('cosine', {}),
    ]).tools
    expect(fused.map(({ tool, score }) => [tool, score])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ])
  })

  it('takes negative scores', () => {
    // scaled: a 1, b (−0.1 + 0.5) / (0.3 + 0.5) = 0.5, c 0
    const fused = weighted(fixedWeight(1)).fuse([
      ranking('cosine', { a: 0.3, b: -0.1, c: -0.5 }),
    ]).tools
    expect(fused.map(({ score }) => Number(score?.toFixed(12)))).toEqual([1, 0.5, 0])
  })

  it('scales by the best and the worst score in whatever order they stand', () => {
    // scaled: b (4 − 2) / (10 − 2) = 0.25, a 1, c 0
    const reranked = { ...ranking('bm25', { b: 4, a: 10, c: 2 }), order: 'given' as const }
    const fused = weighted(fixedWeight(1)).fuse([reranked]).tools
    expect(fused.map(({ tool, score }) => [tool, score])).toEqual([
      ['a', 1],
      ['b', 0.25],
      ['c', 0],
    ])
  })

  it('shuts a list out with weight 0, but keeps its tools, last', () => {
    const fused = weighted(fixedWeight(1)).fuse([ranking('bm25', { a: 2, b: 1 }), cosine]).tools
    expect(fused.map(({ tool }) => tool)).toEqual(['a', 'b', 'd'])
    expect(fused[2]?.score).toBe(0)
  })

  it('tells its weights: the rule in its settings, what it gave in its notes', () => {
    expect(weighted(fixedWeight(0.7)).settings).toEqual({ 'fixed weight': 0.7 })
    expect(weighted(fixedWeight(0.7)).fuse([bm25, cosine]).notes).toEqual({
      weights: '0.70 : 0.30',
    })
  })

  it('orders equals by tool id', () => {
    const fused = weighted(fixedWeight(0.5)).fuse([
      ranking('bm25', { z: 2, m: 1 }),
      ranking('cosine', { m: 2, z: 1 }),
    ]).tools
    expect(fused.map(({ tool }) => tool)).toEqual(['m', 'z'])
  })
})
