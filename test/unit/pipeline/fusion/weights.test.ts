import { describe, expect, it } from 'vitest'
import type { Ranking } from '../../../../src-main/domain/query/query'
import { scorePartsOf } from '../../../../src-main/domain/trace/score'
import { standardScore, weighted } from '../../../../src-main/pipeline/fusion/fusion-methods'
import { byWordsFound, fixedWeight } from '../../../../src-main/pipeline/fusion/weights'
import { ranking } from './rankings'

/** A BM25 ranking whose tools hold these words of the query, best first. */
const holding = (...words: string[][]): Ranking => {
  const scores = Object.fromEntries(words.map((_, at) => [`tool-${at}`, words.length - at]))
  const { tools, ...rest } = ranking('bm25', scores)
  const explained = tools.map((tool, at) => ({
    ...tool,
    witnesses: scorePartsOf(tool.witnesses).map((part) => ({
      ...part,
      terms: Object.fromEntries((words[at] ?? []).map((word) => [word, 1])),
    })),
  }))
  return { ...rest, tools: explained }
}
const cosine = ranking('cosine', { a: 0.5 })

describe('a fixed weight', () => {
  it('is the same for every query, the rest goes to the other list', () => {
    const weigh = fixedWeight(0.7)
    const { weights, notes } = weigh.of([holding(['mail']), cosine])
    expect(weights).toEqual([0.7, expect.closeTo(0.3, 12)])
    expect(weigh.of([holding(), cosine]).weights).toEqual(weights)
    expect(notes).toEqual({ weights: '0.70 : 0.30' })
    expect(weigh.settings).toEqual({ 'fixed weight': 0.7 })
  })
})

describe('the weight by words found', () => {
  const weigh = byWordsFound(4)

  it('is a half where the best tools hold as many words as asked', () => {
    const { weights, notes } = weigh.of([holding(['send', 'mail'], ['team', 'late']), cosine])
    expect(weights).toEqual([0.5, 0.5])
    expect(notes).toEqual({ weights: '0.50 : 0.50', 'words found': 4 })
    expect(weigh.settings).toEqual({ 'words for half': 4 })
  })

  it('counts a word once, however many tools hold it', () => {
    expect(weigh.of([holding(['send'], ['send'], ['send']), cosine]).weights).toEqual([0.2, 0.8])
  })

  it('rises with the words found and never reaches 1', () => {
    const many = Array.from({ length: 96 }, (_, at) => `word-${at}`)
    const [few] = weigh.of([holding(['send', 'mail']), cosine]).weights
    const [most] = weigh.of([holding(many), cosine]).weights
    expect(few).toBeCloseTo(2 / 6, 12)
    expect(most).toBeCloseTo(96 / 100, 12)
  })

  it('looks at the ten best tools only', () => {
    const best = Array.from({ length: 10 }, () => ['send'])
    const { notes } = weigh.of([holding(...best, ['mail']), cosine])
    expect(notes['words found']).toBe(1)
  })

  it('does not count a word that added nothing', () => {
    const held = holding(['send', 'mail'])
    const [part] = scorePartsOf(held.tools[0]?.witnesses ?? [])
    if (part?.terms) part.terms['mail'] = 0
    expect(weigh.of([held, cosine]).notes['words found']).toBe(1)
  })

  it('leaves all to the other list where no word is found', () => {
    expect(weigh.of([holding(), cosine]).weights).toEqual([0, 1])
    expect(weigh.of([]).weights).toEqual([0, 1])
  })

  it('wants a list that tells its terms', () => {
    expect(() => weigh.of([ranking('bm25', { a: 9 }), cosine])).toThrow('does not tell its terms')
  })
})

it('a list without a weight is not passed over in silence', () => {
  const methods = [
    weighted(fixedWeight(0.5)),
    standardScore({ from: ['zero', 'mean'], weigh: fixedWeight(0.5) }),
  ]
  for (const method of methods) {
    const list = { ...cosine, spread: { mean: 0, deviation: 1 } }
    expect(() => method.fuse([list, list, list])).toThrow('no weight for list 3')
  }
})
