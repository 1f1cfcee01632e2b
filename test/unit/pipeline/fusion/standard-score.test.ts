import { describe, expect, it } from 'vitest'
import { standardScore } from '../../../../src-main/pipeline/fusion/standard-score'
import { fixedWeight } from '../../../../src-main/pipeline/fusion/weights'
import { scorePartsOf } from '../../../../src-main/domain/score-parts'
import { ranking, unscored } from './rankings'

const method = (lexical: number, size: number) =>
  standardScore({ absent: ['zero', 'lowest'], weigh: fixedWeight(lexical), size })

describe('fusion by standard scores', () => {
  // Four tools searched, d left out: 6, 2, 0, 0; mean 2, mean square 10, deviation √(10 − 4) = √6
  const bm25 = ranking('bm25', { a: 6, b: 2 })
  // 0.9, 0.5: mean 0.7, mean square 0.53, deviation √(0.53 − 0.49) = 0.2; the lowest is 0.5
  const cosine = ranking('cosine', { c: 0.9, a: 0.5 })

  it('adds what each list holds a tool above those it leaves out, in deviations', () => {
    const fused = method(0.7, 4).fuse([bm25, cosine]).tools
    const scores = Object.fromEntries(fused.map(({ tool, score }) => [tool, score]))
    expect(scores['a']).toBeCloseTo((0.7 * 6) / Math.sqrt(6) + 0.3 * 0, 12)
    expect(scores['b']).toBeCloseTo((0.7 * 2) / Math.sqrt(6), 12)
    expect(scores['c']).toBeCloseTo((0.3 * (0.9 - 0.5)) / 0.2, 12)
    expect(fused.map(({ tool }) => tool)).toEqual(['a', 'c', 'b'])
  })

  it('weighs a list more the rarer its tools are in the catalog', () => {
    const scoreIn = (size: number) => method(1, size).fuse([bm25, cosine]).tools[0]?.score ?? 0
    expect(scoreIn(400)).toBeGreaterThan(scoreIn(4))
  })

  it('counts tools of a list of equal scores by its weight', () => {
    const fused = method(0.5, 0).fuse([
      ranking('bm25', {}),
      ranking('cosine', { a: 0.4, b: 0.4 }),
    ]).tools
    expect(fused.map(({ tool, score }) => [tool, score])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ])
  })

  it('keeps the parts of both lists and adds its own', () => {
    const [first] = method(0.5, 4).fuse([bm25, cosine]).tools
    expect(scorePartsOf(first?.witnesses ?? []).map(({ source }) => source)).toEqual([
      'bm25',
      'standard bm25',
      'cosine',
      'standard cosine',
    ])
  })

  it('counts tools that no score placed as equals', () => {
    const fused = method(0.5, 4).fuse([unscored(), unscored('b', 'a')]).tools
    expect(fused.map(({ tool, score }) => [tool, score])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ])
  })

  it('has what shapes its lists among its settings, and the weights of this time in its notes', () => {
    expect(method(0.7, 4).settings).toEqual({
      'a tool left out counts': 'zero, lowest',
      'fixed weight': 0.7,
      searched: 4,
    })
    expect(method(0.7, 4).fuse([bm25, cosine]).notes).toEqual({ weights: '0.70 : 0.30' })
  })
})
