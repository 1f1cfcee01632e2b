import { describe, expect, it } from 'vitest'
import type { FusedRanking } from '../../../../src-main/pipeline/combine'
import { standardScore } from '../../../../src-main/pipeline/fusion/standard-score'
import { fixedWeight } from '../../../../src-main/pipeline/fusion/weights'
import { scorePartsOf } from '../../../../src-main/domain/score-parts'
import { ranking, unscored } from './rankings'

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
