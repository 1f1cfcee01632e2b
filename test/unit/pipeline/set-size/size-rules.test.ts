import { describe, expect, it } from 'vitest'
import { leastOf } from '../../../../src-main/pipeline/set-size/calibration'
import { enoughOf } from '../../../../src-main/pipeline/set-size/enough'
import type { Evidence } from '../../../../src-main/pipeline/set-size/evidence'
import { partsMatched, strengthOf } from '../../../../src-main/pipeline/set-size/strength'
import { whyNone, whySoMany } from '../../../../src-main/pipeline/set-size/why'
import { id } from '../../../fakes/catalog-tool'

/** Tools by name, with the share of each text that they hold and how near they are to it. */
const evidenceOf = (
  tools: Record<string, { shares: number[]; near: number[] }>,
  texts = ['send the report'],
): Evidence => ({
  texts,
  words: [
    { written: 'send', idf: 1, isHeld: true },
    { written: 'report', idf: 4, isHeld: false },
  ],
  tools: Object.entries(tools).map(([name, of]) => ({ tool: id(name), ...of, holds: ['send'] })),
  catalog: 100,
})

const lessons = (fitting: number[], negative: number[]) => ({
  fitting: fitting.map((strength, at) => ({ text: `fits ${at}`, strength })),
  negative: negative.map((strength, at) => ({ text: `none ${at}`, strength })),
})
const rising = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, at) => from + ((to - from) * at) / (count - 1))

describe('how strongly a query is matched', () => {
  it('is the more, the more words and meaning agree on one tool', () => {
    const apart = strengthOf(
      evidenceOf({
        mail: { shares: [1], near: [0] },
        chat: { shares: [0], near: [4] },
      }),
    )
    const together = strengthOf(evidenceOf({ mail: { shares: [1], near: [4] } }))
    expect(apart.all).toBe(0)
    expect(apart.best).toBeUndefined()
    expect(together.all).toBeGreaterThan(1)
    expect(together.best?.tool).toBe('mail')
  })

  it('counts parts that nothing matches', () => {
    const texts = ['send it and fly', 'send it', 'fly']
    const half = strengthOf(evidenceOf({ mail: { shares: [0.5, 1, 0], near: [3, 3, 3] } }, texts))
    expect(half.parts[1]).toBe(0)
    expect(half.all).toBeLessThan((half.whole + (half.parts[0] ?? 0)) / 2)
  })

  it('tells which parts the tools given match', () => {
    const texts = ['send it and fly', 'send it', 'fly']
    const tools = {
      mail: { shares: [0.5, 1, 0], near: [3, 3, 3] },
      plane: { shares: [0.5, 0, 1], near: [3, 3, 3] },
    }
    const matched = partsMatched(evidenceOf(tools, texts), {
      given: new Set([id('mail')]),
      least: 0.1,
    })
    expect(matched).toEqual([true, false])
  })
})

describe('how strongly a query must be matched', () => {
  it('is what ships where there are too few golden queries to learn from', () => {
    expect(leastOf(lessons(rising(29, 1, 2), rising(29, 0, 0.5)), 0.05)).toEqual({ strength: 0.04 })
  })

  it('is half way between those that nothing fits and those that something does', () => {
    const { strength, from } = leastOf(lessons(rising(40, 1, 2), rising(40, 0, 0.5)), 0.05)
    expect(strength).toBeCloseTo(0.75)
    expect(from).toEqual({ fitting: 40, negative: 40, refused: 0 })
  })

  it.each([0, 0.05, 0.2])(
    'refuses no more than a share of %s of those that something fits, whatever that takes in',
    (mayMiss) => {
      const fitting = rising(100, 0, 1)
      const { strength, from } = leastOf(lessons(fitting, rising(100, 0.5, 1)), mayMiss)
      expect(fitting.filter((each) => each < strength).length).toBeLessThanOrEqual(mayMiss * 100)
      expect(from?.refused).toBeLessThanOrEqual(mayMiss * 100)
    },
  )

  it('is no more than it must be where all queries that nothing fits are matched better', () => {
    const { from } = leastOf(lessons(rising(100, 0, 0.5), rising(100, 0.6, 1)), 0.1)
    expect(from?.refused).toBe(0)
  })
})

describe('how many tools are enough', () => {
  const placed = (scores: number[]) =>
    scores.map((score, at) => ({ tool: id(`t${at}`), score, witnesses: [] }))
  const alike = (count: number, parts = 1) => {
    const texts = ['all', ...Array.from({ length: parts > 1 ? parts : 0 }, (_, at) => `part ${at}`)]
    const one = { shares: texts.map(() => 0.5), near: texts.map(() => 3) }
    return evidenceOf(
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`t${at}`, one])),
      texts,
    )
  }

  it('are fewer, the more scores fall', () => {
    const level = enoughOf(placed([3, 2.9, 2.8, 2.7]), alike(4))
    const steep = enoughOf(placed([3, 1, 0.5, 0.4]), alike(4))
    expect(level.size).toBeGreaterThan(steep.size)
    expect(steep.size).toBe(1)
  })

  it('are more, the more things are asked for', () => {
    const scores = [3, 2.5, 2.4, 2.3, 2.2, 2.1]
    const one = enoughOf(placed(scores), alike(6))
    const four = enoughOf(placed(scores), alike(6, 4))
    expect(four.size).toBeGreaterThan(one.size)
  })

  it('are one at least, and all where there are none', () => {
    expect(enoughOf(placed([1]), alike(1)).size).toBe(1)
    expect(enoughOf([], alike(0)).size).toBe(0)
  })

  it('say what the chance of the next one is, and no chance that reads as the least itself', () => {
    const why = whySoMany({ size: 1, odds: [1, -0.76] }, id('next'))
    expect(why).toBe(
      'One tool: the next, next, would be needed by a chance of 31.9\u00a0%, below 32\u00a0%, where sets were best in development.',
    )
    expect(whySoMany({ size: 1, odds: [-2, -3] }, id('next'))).toContain('the likeliest, though')
    expect(whySoMany({ size: 2, odds: [1, 0] }, undefined)).toBe('2 tools: all that were found.')
  })
})

describe('why no tool fits', () => {
  const matched = (tools: Parameters<typeof evidenceOf>[0]) => {
    const evidence = evidenceOf(tools)
    return { evidence, strength: strengthOf(evidence) }
  }

  it('names words that no tool holds, what the best match holds, and what others reach', () => {
    const from = { fitting: 120, negative: 130, refused: 6 }
    const why = whyNone(matched({ mail: { shares: [0.2], near: [1] } }), { strength: 0.5, from })
    expect(why).toContain('No tool’s document holds “report”.')
    expect(why).toContain('The best match, mail, holds “send” of it.')
    expect(why).toMatch(
      /matches the request by 0\.066; of the 120 golden queries .* 114 match by 0\.500/,
    )
  })

  it('says so where the least is the one that ships, and nothing matches at all', () => {
    const why = whyNone(matched({ mail: { shares: [0], near: [0] } }), { strength: 0.04 })
    expect(why).toContain('No tool shares both words and meaning with it.')
    expect(why).toContain('that Pegboard was developed with')
  })
})
