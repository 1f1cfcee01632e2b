import { describe, expect, it } from 'vitest'
import { scorePartsOf } from '../../../../src-main/domain/trace/score'
import { reciprocalRank } from '../../../../src-main/pipeline/fusion/fusion-methods'
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
