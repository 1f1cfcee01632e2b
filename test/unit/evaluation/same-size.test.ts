import { describe, expect, it } from 'vitest'
import type { QueryOutcome } from '../../../src-main/domain/run/run'
import { cutoffsAround, sameSizeOf } from '../../../src-main/evaluation/same-size'
import { id } from '../../fakes/catalog-tool'

const outcome = (golden: string, tools: string): QueryOutcome => ({
  id: golden,
  text: golden,
  latencyMs: 1,
  promptTokens: 10,
  golden: golden.split(' ').map(id),
  tools: tools.split(' ').filter(Boolean).map(id),
})
const pause = () => Promise.resolve()

describe('sets beside those of the same size on average', () => {
  it.each([
    [['a b', 'a b c'], 2.5, [2, 3]],
    [['a b', 'a b'], 2, [2]],
    [['', 'a'], 0.5, [1]],
  ])('of %j are cut at the k around their mean', (sets, tools, k) => {
    const own = sets.map((set) => outcome('a', set))
    expect(cutoffsAround(own)).toEqual({ tools, k })
  })

  it('are compared query by query, between the two k', async () => {
    const own = [outcome('a', 'a'), outcome('a b c', 'a b c'), outcome('c', 'b')]
    const fixed = [outcome('a', 'a x'), outcome('a b c', 'a b'), outcome('c', 'b c')]
    const found = await sameSizeOf(own, { outcomes: fixed, nested: true }, pause)
    expect(found.tools).toBeCloseTo(5 / 3)
    // At k = 1: 1, 1/3, 0; at k = 2: 1, 2/3, 1.
    const mean = (1 / 3) * ((1 + 1 / 3 + 0) / 3) + (2 / 3) * ((1 + 2 / 3 + 1) / 3)
    expect(found.measures['Recall']?.mean).toBeCloseTo(mean)
    expect(found.differences['Recall']?.mean).toBeCloseTo(2 / 3 - mean)
    expect(Object.keys(found.measures)).toEqual([
      'Recall',
      'Precision',
      'All',
      'TRACC',
      'PromptTokens',
    ])
  })

  it('are never compared with less than one tool', async () => {
    const own = [outcome('a', ''), outcome('b', 'b')]
    const fixed = [outcome('a', 'a'), outcome('b', 'b')]
    const found = await sameSizeOf(own, { outcomes: fixed, nested: true }, pause)
    expect(found.tools).toBe(1)
    expect(found.measures['Recall']?.mean).toBe(1)
  })
})
