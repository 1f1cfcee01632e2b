import { describe, expect, it } from 'vitest'
import { scorePartsOf } from '../../../../src-main/domain/trace/score'
import type { FusedRanking } from '../../../../src-main/pipeline/combine'
import { calibratedScores } from '../../../../src-main/pipeline/fusion/calibrated'
import type { ScoreScale } from '../../../../src-main/pipeline/stage'
import { ranking } from './rankings'

const listOf = (
  source: string,
  scores: Record<string, number>,
  scale: ScoreScale,
): FusedRanking => ({ ...ranking(source, scores), scale })

const WORDS: ScoreScale = { from: 0, unit: 0.1 }
const MEANING: ScoreScale = { from: 0.2, unit: 2 }
const oneThing = calibratedScores(() => false)

const scoresOf = (method: typeof oneThing, lists: FusedRanking[]) =>
  method.fuse(lists).tools.map(({ tool, score }) => [tool, Number(score?.toFixed(9))])

describe('calibrated scores', () => {
  it('add half of the lesser of both to the greater', () => {
    const lists = [
      listOf('bm25', { a: 8, b: 2 }, WORDS),
      listOf('cosine', { b: 0.6, a: 0.3 }, MEANING),
    ]
    // a: .8 by words and .2 by meaning, b: .2 and .8.
    expect(scoresOf(oneThing, lists)).toEqual([
      ['a', 0.9],
      ['b', 0.9],
    ])
  })

  it('count nothing of a search that does not score a tool', () => {
    const lists = [
      listOf('bm25', { word: 5 }, WORDS),
      listOf('cosine', { near: 0.4, far: 0.1 }, MEANING),
    ]
    // What is farther than most takes half of that away.
    expect(scoresOf(oneThing, lists)).toEqual([
      ['word', 0.5],
      ['near', 0.4],
      ['far', -0.1],
    ])
  })

  it('count two equal ones as one and a half', () => {
    const lists = [listOf('bm25', { a: 6 }, WORDS), listOf('cosine', { a: 0.5 }, MEANING)]
    expect(scoresOf(oneThing, lists)).toEqual([['a', 0.9]])
  })

  it('let meaning count less where a request for several things is searched as a whole', () => {
    const lists = [listOf('bm25', {}, WORDS), listOf('cosine', { a: 0.7 }, MEANING)]
    expect(scoresOf(oneThing, lists)).toEqual([['a', 1]])
    expect(
      scoresOf(
        calibratedScores(() => true),
        lists,
      ),
    ).toEqual([['a', 0.7]])
  })

  it('do not depend on how the scores of this query spread', () => {
    const lists = (spread: { mean: number; deviation: number }) => [
      { ...listOf('bm25', { a: 3 }, WORDS), spread },
      { ...listOf('cosine', { a: 0.4 }, MEANING), spread },
    ]
    const narrow = lists({ mean: 0.2, deviation: 0.001 })
    expect(scoresOf(oneThing, narrow)).toEqual(
      scoresOf(oneThing, lists({ mean: 0.2, deviation: 9 })),
    )
  })

  it('have parts that add up to the score, each named after its search', () => {
    const lists = [
      listOf('bm25', { a: 8, b: 2 }, WORDS),
      listOf('cosine', { b: 0.6, a: 0.3 }, MEANING),
    ]
    for (const { score, witnesses } of oneThing.fuse(lists).tools) {
      const own = scorePartsOf(witnesses).filter(({ source }) => source.startsWith('calibrated '))
      expect(own.map(({ source }) => source)).toEqual(['calibrated bm25', 'calibrated cosine'])
      expect(own.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score ?? NaN, 12)
    }
  })

  it('tell what a cosine counts', () => {
    const lists = [listOf('bm25', {}, WORDS), listOf('cosine', { a: 0.7 }, MEANING)]
    expect(calibratedScores(() => true).fuse(lists).notes).toEqual({ 'a cosine counts': 1.4 })
  })

  it('need lists that tell how their scores are read', () => {
    const lists = [ranking('bm25', { a: 1 }), listOf('cosine', {}, MEANING)]
    expect(() => oneThing.fuse(lists)).toThrow('how its scores are read')
  })
})
