import { describe, expect, it } from 'vitest'
import { NEAREST_PAST, scorePartsOf } from '../../../../src-main/domain/trace/score'
import type { FusedRanking } from '../../../../src-main/pipeline/combine'
import {
  calibratedScores,
  calibratedWithPast,
} from '../../../../src-main/pipeline/fusion/calibrated'
import type { ScoreScale } from '../../../../src-main/pipeline/stage'
import { ranking } from './rankings'

const listOf = (
  source: string,
  scores: Record<string, number>,
  scale: ScoreScale,
): FusedRanking => ({ ...ranking(source, scores), scale })

const WORDS: ScoreScale = { from: 0, unit: 0.1 }
const MEANING: ScoreScale = { from: 0.2, unit: 2 }
const oneThing = calibratedScores({ isWholeOfSeveral: () => false })
const several = calibratedScores({ isWholeOfSeveral: () => true })

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
    expect(scoresOf(several, lists)).toEqual([['a', 0.7]])
  })

  it('let meaning count more or less where that is chosen, and say so', () => {
    const twice = calibratedScores({ isWholeOfSeveral: () => false, meaning: 2 })
    const lists = [listOf('bm25', { a: 2 }, WORDS), listOf('cosine', { a: 0.4 }, MEANING)]
    expect(scoresOf(twice, lists)).toEqual([['a', 0.9]])
    expect(twice.settings).toMatchObject({ 'meaning counts': 2 })
    expect(twice.fuse(lists).notes).toEqual({ 'a cosine counts': 4 })
    expect(oneThing.settings).not.toHaveProperty('meaning counts')
  })

  it('add further lists by what they count', () => {
    const withTags = calibratedScores({ isWholeOfSeveral: () => false }, [0.25])
    const lists = [
      listOf('bm25', { a: 8 }, WORDS),
      listOf('cosine', {}, MEANING),
      listOf('tags', { b: 4, a: 2 }, { from: 0, unit: 0.5 }),
    ]
    expect(scoresOf(withTags, lists)).toEqual([
      ['a', 1.05],
      ['b', 0.5],
    ])
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
    expect(several.fuse(lists).notes).toEqual({ 'a cosine counts': 1.4 })
  })

  it('need lists that tell how their scores are read', () => {
    const lists = [ranking('bm25', { a: 1 }), listOf('cosine', {}, MEANING)]
    expect(() => oneThing.fuse(lists)).toThrow('how its scores are read')
  })
})

describe('calibrated scores with past queries', () => {
  const withPast = calibratedWithPast({ isWholeOfSeveral: () => false })
  const PAST: ScoreScale = { from: 0, unit: 2 }
  /** A list whose nearest past query lies so many deviations from that of other tools. */
  const pastOf = (scores: Record<string, number>, near: number): FusedRanking => {
    const list = listOf('past queries', scores, PAST)
    const nearness = { kind: 'score' as const, source: NEAREST_PAST, score: near }
    return {
      ...list,
      tools: list.tools.map((placed) => ({
        ...placed,
        witnesses: [nearness, ...placed.witnesses],
      })),
    }
  }
  const words = listOf('bm25', { a: 4, b: 3 }, WORDS)
  const meaning = listOf('cosine', { b: 0.4, a: 0.3 }, MEANING)
  const taught = listOf('bm25', { a: 8, b: 1 }, { from: 0, unit: 0.1 })

  it('are those of words and meaning alone where no past query is near', () => {
    const lists = [words, taught, meaning, pastOf({ a: 0.9 }, -2)]
    expect(scoresOf(withPast, lists)).toEqual(scoresOf(oneThing, [words, meaning]))
  })

  it('give a tool the greater of its two scores by words, and three quarters of its nearness', () => {
    const lists = [words, taught, meaning, pastOf({ a: 0.1 }, 0)]
    // a: .8 by words learned, half of .2 by meaning, .75 of .2 by the past;
    // b: half of .3 by its own words, .4 by meaning.
    expect(scoresOf(withPast, lists)).toEqual([
      ['a', 1.05],
      ['b', 0.55],
    ])
  })

  it('go half of the way where past queries are trusted by half', () => {
    const lists = [words, taught, meaning, pastOf({ a: 0.1 }, -1.5)]
    expect(Object.fromEntries(scoresOf(withPast, lists))).toMatchObject({ a: 0.775 })
  })

  it('let words of past queries add two at most', () => {
    const often = listOf('bm25', { a: 90 }, { from: 0, unit: 0.1 })
    const lists = [words, often, meaning, pastOf({}, 0)]
    // a: .4 + 2 by words, and half of .2 by meaning; nothing is near, so nothing is trusted.
    expect(Object.fromEntries(scoresOf(withPast, lists))).toMatchObject({ a: 0.5 })
    const near = [words, often, meaning, pastOf({ a: 0 }, 0)]
    expect(Object.fromEntries(scoresOf(withPast, near))).toMatchObject({ a: 2.5 })
  })

  it('have parts that add up to the score', () => {
    const lists = [words, taught, meaning, pastOf({ a: 0.1 }, -1.5)]
    for (const { score, witnesses } of withPast.fuse(lists).tools) {
      const own = scorePartsOf(witnesses).filter(({ source }) => source.startsWith('calibrated '))
      expect(own.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(score ?? NaN, 12)
    }
  })

  it('give each list’s shares to its tools in the order in which they stand', () => {
    const reversed = { ...taught, tools: [...taught.tools].reverse() }
    const past = pastOf({ a: 0.1, b: 0.05 }, 0)
    expect(scoresOf(withPast, [words, reversed, meaning, past])).toEqual(
      scoresOf(withPast, [words, taught, meaning, past]),
    )
  })
})
