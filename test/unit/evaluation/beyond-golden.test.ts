import { describe, expect, it } from 'vitest'
import type { QueryOutcome } from '../../../src-main/domain/run/run'
import { columnsOf, type Cutoffs } from '../../../src-main/evaluation/columns'
import { id } from '../../fakes/catalog-tool'

/** Tools are single letters. */
const outcome = (
  golden: string,
  tools: string,
  sets: Record<number, string> = {},
): QueryOutcome => ({
  id: golden,
  text: golden,
  golden: [...golden].map(id),
  tools: [...tools].map(id),
  sets: Object.fromEntries(Object.entries(sets).map(([k, set]) => [k, [...set].map(id)])),
  promptTokens: 0,
  latencyMs: 1,
})

async function measured(outcomes: QueryOutcome[], cutoffs: Cutoffs) {
  const columns = await columnsOf(outcomes, cutoffs, () => Promise.resolve())
  const found = [...columns].filter(([name]) => name.endsWith('@n+5'))
  return Object.fromEntries(found.map(([name, values]) => [name, [...values]]))
}

const NAMES = ['Recall@n+5', 'Hit@n+5', 'All@n+5', 'ToolCorrectness@n+5']

describe('at five tools more than are golden', () => {
  it('each query has a k of its own', async () => {
    // a is 6th, the last that counts of one golden tool; of two golden tools the 7th counts as
    // well.
    const outcomes = [
      outcome('a', 'uvwxyaz'),
      outcome('a', 'uvwxyza'),
      outcome('ab', 'uvwxyzb'),
      outcome('abc', 'uvwxyzc'),
    ]
    expect(await measured(outcomes, { k: [1, 10], nested: true })).toEqual({
      'Recall@n+5': [1, 0, 1 / 2, 1 / 3],
      'Hit@n+5': [1, 0, 1, 1],
      'All@n+5': [1, 0, 0, 0],
      'ToolCorrectness@n+5': [1, 0, 1, 0],
    })
  })

  it('nothing is given unless the largest k reaches as far in every query', async () => {
    const outcomes = [outcome('a', 'a'), outcome('abcd', 'abcd')]
    expect(await measured(outcomes, { k: [5, 8], nested: true })).toEqual({})
    expect(Object.keys(await measured(outcomes, { k: [5, 9], nested: true }))).toEqual(NAMES)
  })

  it('nothing is given of sets whose size the recipe decides', async () => {
    expect(await measured([outcome('a', 'a')], { k: [], nested: true })).toEqual({})
  })

  it('where sets for smaller k are no beginnings, only those measured count', async () => {
    const outcomes = [outcome('a', 'xyzuvwab', { 6: 'abcdef' })]
    expect(await measured(outcomes, { k: [5, 10], nested: false })).toEqual({})
    const found = await measured(outcomes, { k: [6, 10], nested: false })
    expect(found['ToolCorrectness@n+5']).toEqual([1])
  })

  it('a golden tool named twice counts once', async () => {
    const outcomes = [outcome('aa', 'uvwxyza')]
    const found = await measured(outcomes, { k: [10], nested: true })
    expect(found['ToolCorrectness@n+5']).toEqual([0])
  })
})
