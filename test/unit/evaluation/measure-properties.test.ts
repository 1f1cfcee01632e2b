import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MEASURES } from '../../../src-main/evaluation/measures'
import { judge, measureOf } from '../../fakes/judge'

const CATALOG = [...'abcdefghijkl']
const IRRELEVANT = 'never golden'

const judged = fc.record({
  golden: fc.shuffledSubarray(CATALOG, { minLength: 1 }),
  tools: fc.shuffledSubarray(CATALOG),
  k: fc.integer({ min: 1, max: 14 }),
})

const named = MEASURES.map((measure) => [measure.name, measure] as const)
const shares = named.filter(([, { range }]) => range.most === 1)
/** Measures that say nothing about how long the tool set is. */
const ofOrder = shares.filter(([name]) => name !== 'TRACC')

describe.each(shares)('%s', (_, measure) => {
  it('lies in 0…1', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const score = judge(measure, { golden, tools, k })
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })

  // Of a right server there may be wrong tools.
  it.skipIf(measure.ofServersOnly)('is 0 where no golden tool is given', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const wrong = tools.filter((tool) => !golden.includes(tool))
        expect(judge(measure, { golden, tools: wrong, k })).toBe(0)
      }),
    )
  })
})

describe.each(named)('%s', (_, measure) => {
  it('does not depend on the order of the golden tools', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const reversed = [...golden].reverse()
        expect(judge(measure, { golden: reversed, tools, k })).toBe(
          judge(measure, { golden, tools, k }),
        )
      }),
    )
  })

  it('does not look beyond k', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const cut = tools.slice(0, k)
        expect(judge(measure, { golden, tools, k })).toBe(judge(measure, { golden, tools: cut, k }))
      }),
    )
  })
})

describe.each(ofOrder)('%s', (_, measure) => {
  it('never rises by an irrelevant tool at the end', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const longer = [...tools, IRRELEVANT]
        expect(judge(measure, { golden, tools: longer, k })).toBeLessThanOrEqual(
          judge(measure, { golden, tools, k }),
        )
      }),
    )
  })

  it('never falls when a golden tool changes places with a wrong one before it', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const asked = new Set(golden)
        const at = tools.findIndex(
          (tool, place) => !asked.has(tool) && asked.has(tools[place + 1] ?? IRRELEVANT),
        )
        fc.pre(at !== -1)
        const better = tools.toSpliced(at, 2, tools[at + 1] ?? '', tools[at] ?? '')
        expect(judge(measure, { golden, tools: better, k })).toBeGreaterThanOrEqual(
          judge(measure, { golden, tools, k }),
        )
      }),
    )
  })
})

describe('measures among each other', () => {
  it('give All ≤ Recall ≤ Hit', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const of = (name: string) => judge(measureOf(name), { golden, tools, k })
        expect(of('All')).toBeLessThanOrEqual(of('Recall'))
        expect(of('Recall')).toBeLessThanOrEqual(of('Hit'))
      }),
    )
  })

  it.each(['Recall', 'Hit', 'All'])('let %s never fall as k grows', (name) => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const at = (cutoff: number) => judge(measureOf(name), { golden, tools, k: cutoff })
        expect(at(k)).toBeLessThanOrEqual(at(k + 1))
      }),
    )
  })
})

describe('measures of length', () => {
  const golden = ['a', 'b', 'c']
  const of = (name: string, tools: string[]) => judge(measureOf(name), { golden, tools, k: 5 })

  it('can get better by an irrelevant tool, as they ask for the right number of tools', () => {
    expect(of('TRACC', ['a'])).toBeCloseTo((1 - 2 / 3) * (1 / 3), 12)
    expect(of('TRACC', ['a', IRRELEVANT])).toBeCloseTo((1 - 1 / 4) * (1 / 3), 12)
    expect(of('LengthDifference', ['a'])).toBe(2)
    expect(of('LengthDifference', ['a', IRRELEVANT])).toBe(1)
  })
})
