import { describe, expect, it, test } from 'vitest'
import {
  MEANING_WEIGHTS,
  WORD_WEIGHTS,
  type Section,
} from '../../../../src-main/domain/tool/document'
import {
  meaningWeightsOf,
  partsOf,
  termsOf,
  weighedKey,
  wordWeightsOf,
} from '../../../../src-main/pipeline/knowledge-base/weighed-text'

const analyse = (text: string) => text.toLowerCase().split(/\W+/)
const text = (...sections: [Section, string][]) => ({
  key: 'tool',
  sections: sections.map(([section, own]) => ({ section, text: own })),
})

test('documents are named by what counts for words or for meaning, not by both', () => {
  const wordWeights = { name: 3 }
  const meaningWeights = { details: 0 }
  const keysOf = (weights: object) =>
    (['wordWeights', 'meaningWeights'] as const).map((by) => weighedKey({ key: 'a', weights }, by))
  expect(keysOf({})).toEqual(['a', 'a'])
  expect(keysOf({ wordWeights })).toEqual(['a {"wordWeights":{"name":3}}', 'a'])
  expect(keysOf({ wordWeights, meaningWeights })).toEqual([
    'a {"wordWeights":{"name":3}}',
    'a {"meaningWeights":{"details":0}}',
  ])
})

describe('the words of a text', () => {
  it('count by the section that they stand in', () => {
    const weights = wordWeightsOf({})
    expect(termsOf(text(['name', 'send mail'], ['details', 'to all']), weights, analyse)).toEqual({
      key: 'tool',
      terms: ['send', 'mail', 'to', 'all'],
      weights: [2, 2, 0.5, 0.5],
    })
  })

  it('are left out of a section that counts nothing', () => {
    const weights = wordWeightsOf({ weights: { wordWeights: { details: 0, name: 3 } } })
    expect(weights).toEqual({ ...WORD_WEIGHTS, details: 0, name: 3 })
    expect(termsOf(text(['name', 'send'], ['details', 'to all']), weights, analyse)).toEqual({
      key: 'tool',
      terms: ['send'],
      weights: [3],
    })
  })

  it('all count alike in a text without sections', () => {
    expect(termsOf({ key: 'a', text: 'send mail' }, WORD_WEIGHTS, analyse)).toEqual({
      key: 'a',
      terms: ['send', 'mail'],
    })
  })
})

describe('the parts of a text that are embedded', () => {
  const weights = MEANING_WEIGHTS.words

  it('are its sections with identifiers written as words, each with what it counts', () => {
    expect(partsOf(text(['name', 'sendMail'], ['group', 'mail']), weights)).toEqual([
      { section: 'name', text: 'send Mail', weight: 1 },
      { section: 'group', text: 'mail', weight: 0.3 },
    ])
  })

  it('are one empty text where nothing counts', () => {
    expect(partsOf(text(['group', 'mail']), { ...weights, group: 0 })).toEqual([
      { text: '', weight: 1 },
    ])
  })

  it('weigh a name less where sentences are read', () => {
    expect(meaningWeightsOf({}, { reads: 'sentences' }).name).toBeLessThan(
      meaningWeightsOf({}, { reads: 'words' }).name,
    )
    const own = { weights: { meaningWeights: { name: 2 } } }
    expect(meaningWeightsOf(own, { reads: 'sentences' }).name).toBe(2)
  })
})
