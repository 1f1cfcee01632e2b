import { describe, expect, it } from 'vitest'
import { scorePartsOf } from '../../../../src-main/domain/trace/score'
import type { FusedRanking } from '../../../../src-main/pipeline/combine'
import {
  reciprocalRank,
  weighted,
  standardScore,
} from '../../../../src-main/pipeline/fusion/fusion-methods'
import { fixedWeight } from '../../../../src-main/pipeline/fusion/weights'
import { id } from '../../../fakes/catalog-tool'
import { ranking, unscored } from './rankings'

describe('reciprocal rank fusion', () => {
  const bm25 = ranking('bm25', { a: 9, b: 8, c: 7 })
  const cosine = ranking('cosine', { c: 0.9, a: 0.5, d: 0.4 })

  it('adds 1 / (60 + rank) over the lists that hold a tool', () => {
    const fused = reciprocalRank().fuse([bm25, cosine]).tools
    const expected = [
      ['a', 1 / 61 + 1 / 62],
      ['c', 1 / 63 + 1 / 61],
      ['b', 1 / 62],
      ['d', 1 / 63],
    ]
    expect(fused.map(({ tool }) => tool)).toEqual(expected.map(([tool]) => tool))
    for (const [at, [, score]] of expected.entries())
      expect(fused[at]?.score).toBeCloseTo(score as number, 12)
  })

  it('takes another constant', () => {
    const [first] = reciprocalRank(1).fuse([bm25, cosine]).tools
    expect(first?.score).toBeCloseTo(1 / 2 + 1 / 3, 12)
  })

  it('keeps the witnesses of both lists and adds its own', () => {
    const [a] = reciprocalRank().fuse([bm25, cosine]).tools
    expect(a?.witnesses).toEqual([
      { kind: 'score', source: 'bm25', score: 9, rank: 1 },
      { kind: 'score', source: 'rrf bm25', score: 1 / 61 },
      { kind: 'score', source: 'cosine', score: 0.5, rank: 2 },
      { kind: 'score', source: 'rrf cosine', score: 1 / 62 },
    ])
  })

  it('has parts of its own that add up to the score', () => {
    for (const { score, witnesses } of reciprocalRank().fuse([bm25, cosine]).tools) {
      const own = scorePartsOf(witnesses).filter(({ source }) => source.startsWith('rrf '))
      expect(own.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score ?? NaN, 12)
    }
  })

  it('fuses lists that no score ranked, and keeps what brought their tools', () => {
    const edge = { kind: 'edge', from: id('a'), edge: 'tool-direct', distance: 1 } as const
    const walked = unscored('b', 'e')
    walked.tools[1]?.witnesses.push(edge)
    const fused = reciprocalRank().fuse([bm25, walked]).tools
    expect(fused.map(({ tool }) => tool)).toEqual(['b', 'a', 'e', 'c'])
    expect(fused[2]?.witnesses).toEqual([
      edge,
      { kind: 'score', source: 'rrf list', score: 1 / 62 },
    ])
  })

  it('orders equals by tool id', () => {
    const fused = reciprocalRank().fuse([
      ranking('bm25', { z: 3, m: 2 }),
      ranking('cosine', { m: 0.3, z: 0.2 }),
      ranking('other', { b: 1 }),
    ]).tools
    expect(fused.map(({ tool }) => tool)).toEqual(['m', 'z', 'b'])
  })

  it('does not depend on scores, only on ranks', () => {
    const louder = ranking('bm25', { a: 9000, b: 1, c: 0 })
    expect(
      reciprocalRank()
        .fuse([louder, cosine])
        .tools.map(({ score }) => score),
    ).toEqual(
      reciprocalRank()
        .fuse([bm25, cosine])
        .tools.map(({ score }) => score),
    )
  })

  it('gives nothing for nothing', () => {
    expect(reciprocalRank().fuse([]).tools).toEqual([])
    expect(reciprocalRank().fuse([ranking('bm25', {}), ranking('cosine', {})]).tools).toEqual([])
  })

  it('leaves the rankings it was given as they were', () => {
    const before = structuredClone(bm25)
    reciprocalRank().fuse([bm25, cosine])
    expect(bm25).toEqual(before)
  })
})

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

const method = (lexical: number) =>
  standardScore({ from: ['zero', 'mean'], weigh: fixedWeight(lexical) })

/** A completed list, and how the scores of all tools spread. */
const list = (
  source: string,
  scores: Record<string, number>,
  spread: { mean: number; deviation: number },
): FusedRanking => ({ ...ranking(source, scores), spread })

describe('fusion by standard scores', () => {
  const bm25 = list('bm25', { a: 6, b: 2 }, { mean: 2, deviation: 4 })
  const cosine = list('cosine', { c: 0.9, a: 0.5, b: 0.1 }, { mean: 0.3, deviation: 0.2 })

  it('adds what each list gives a tool, in deviations from zero or from the mean', () => {
    const fused = method(0.7).fuse([bm25, cosine]).tools
    const scores = Object.fromEntries(fused.map(({ tool, score }) => [tool, score]))
    expect(scores['a']).toBeCloseTo((0.7 * 6) / 4 + (0.3 * (0.5 - 0.3)) / 0.2, 12)
    expect(scores['b']).toBeCloseTo((0.7 * 2) / 4 + (0.3 * (0.1 - 0.3)) / 0.2, 12)
    expect(scores['c']).toBeCloseTo((0.3 * (0.9 - 0.3)) / 0.2, 12)
    expect(fused.map(({ tool }) => tool)).toEqual(['a', 'c', 'b'])
  })

  it('counts tools by the weight of a list where all tools score one', () => {
    const nothing = { mean: 0, deviation: 0 }
    const { tools } = method(0.5).fuse([
      list('bm25', {}, nothing),
      list('cosine', { a: 0.4, b: 0.4 }, { mean: 0.4, deviation: 0 }),
    ])
    expect(tools.map(({ tool, score }) => [tool, score])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ])
  })

  it('keeps the parts of both lists and adds its own', () => {
    const [first] = method(0.7).fuse([bm25, cosine]).tools
    expect(scorePartsOf(first?.witnesses ?? []).map(({ source }) => source)).toEqual([
      'bm25',
      'standard bm25',
      'cosine',
      'standard cosine',
    ])
  })

  it('wants lists that tell how the scores of all tools spread', () => {
    expect(method(0.5).completes).toBe(true)
    const bare = [unscored(), unscored('b', 'a')]
    expect(() => method(0.5).fuse(bare)).toThrow('does not tell how the scores of all tools spread')
  })

  it('has what shapes its lists among its settings, and the weights of this time in its notes', () => {
    expect(method(0.7).settings).toEqual({
      'scores count from': 'zero, mean',
      'fixed weight': 0.7,
    })
    expect(method(0.7).fuse([bm25, cosine]).notes).toEqual({ weights: '0.70 : 0.30' })
  })
})
