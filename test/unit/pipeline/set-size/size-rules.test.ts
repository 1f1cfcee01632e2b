import { describe, expect, it } from 'vitest'
import type { Learned } from '../../../../src-main/pipeline/set-size/calibration'
import {
  enoughOf,
  whyNone,
  whySoMany,
} from '../../../../src-main/pipeline/set-size/as-many-as-needed'
import type { Evidence } from '../../../../src-main/pipeline/set-size/evidence'
import { leastAmong } from '../../../../src-main/pipeline/set-size/judge'
import { partsMatched, strengthOf } from '../../../../src-main/pipeline/set-size/signs'
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
  closest: texts.map(() => 0.5),
  held: { mean: 0.1, deviation: 0.1 },
  catalog: 100,
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

describe('what queries must reach', () => {
  it('is half way between those that nothing fits and those that something does', () => {
    const { least, refused } = leastAmong(rising(40, 1, 2), rising(40, 0, 0.5), 0.05)
    expect(least).toBeCloseTo(0.75)
    expect(refused).toBe(0)
  })

  it.each([0, 0.05, 0.2])(
    'refuses no more than a share of %s of those that something fits, whatever that takes in',
    (falseRefusalRate) => {
      const fitting = rising(100, 0, 1)
      const { least, refused } = leastAmong(fitting, rising(100, 0.5, 1), falseRefusalRate)
      expect(fitting.filter((each) => each < least).length).toBeLessThanOrEqual(
        falseRefusalRate * 100,
      )
      expect(refused).toBeLessThanOrEqual(falseRefusalRate * 100)
    },
  )

  it('is no more than it must be where all queries that nothing fits are matched better', () => {
    expect(leastAmong(rising(100, 0, 0.5), rising(100, 0.6, 1), 0.1).refused).toBe(0)
  })

  it('may lie below 0, as scores do', () => {
    expect(leastAmong(rising(40, -1, 1), rising(40, -5, -3), 0).least).toBeCloseTo(-2)
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

  const learned: Learned = {
    score: -1.5,
    least: -0.5,
    signs: [0.1, 0.6, 0.4, 0.2, -0.2],
    typical: [0.4, 0.5, 0.6, 0.4, 0.3],
    model: {
      means: [0, 0, 0, 0, 0],
      deviations: [1, 1, 1, 1, 1],
      coefficients: [0, 1, 1, 0.1, 1, 2],
    },
    from: { fitting: 120, refused: 6 },
    toldBy: { what: 'labelled', count: 10 },
    like: 'turn off the lights',
  }

  it('names words that no tool holds, what the best match holds, and which signs speak against it, the strongest first', () => {
    const why = whyNone(matched({ mail: { shares: [0.2], near: [1] } }), {
      least: { strength: 0.5 },
      learned,
    })
    expect(why).toContain('No tool’s document holds “report”.')
    expect(why).toContain('The best match, mail, holds “send” of it.')
    expect(why).toContain(
      'the strongest first: likeness to golden queries (−0.20 where those have 0.30: −1.00), words and meaning on one tool (0.10 where those have 0.40: −0.30), agreement of words and meaning (0.20 where those have 0.40: −0.20).',
    )
    expect(why).toContain('such as “turn off the lights”.')
    expect(why).toMatch(/scores −1\.50; of the 120 golden queries .* 114 score −0\.50 or more\. /)
  })

  it.each([
    ['labelled', '10 golden queries without tools.'],
    ['everyday', '10 everyday requests that ship with Pegboard.'],
    ['harmful', 'their right tools left out: everyday requests would do harm.'],
    ['nothing', 'their right tools left out.'],
  ] as const)('says by what it was told what no tool fits: %s', (what, said) => {
    const of = matched({ mail: { shares: [0.2], near: [1] } })
    const toldBy = { what, count: 10 }
    const why = whyNone(of, { least: { strength: 0.5 }, learned: { ...learned, toldBy } })
    expect(why.endsWith(said)).toBe(true)
  })

  it('names no sign where none speaks against it, and no golden query where it is not like them', () => {
    const { like, ...unlike } = learned
    const why = whyNone(matched({ mail: { shares: [0.2], near: [1] } }), {
      least: { strength: 0.5 },
      learned: { ...unlike, signs: learned.typical },
    })
    expect(like).toBeDefined()
    expect(why).not.toContain('against it')
    expect(why).not.toContain('such as')
  })

  it('says so where the least is the one that ships, and nothing matches at all', () => {
    const why = whyNone(matched({ mail: { shares: [0], near: [0] } }), {
      least: { strength: 0.04 },
    })
    expect(why).toContain('No tool shares both words and meaning with it.')
    expect(why).toContain('that Pegboard was developed with')
  })
})
