import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolId } from '../../../../src-main/domain/tool'
import { all } from '../../../../src-main/evaluation/measures/all'
import { hit } from '../../../../src-main/evaluation/measures/hit'
import { lengthDifference } from '../../../../src-main/evaluation/measures/length-difference'
import { recall } from '../../../../src-main/evaluation/measures/recall'
import { MEASURES } from '../../../../src-main/evaluation/measures/registry'
import { tracc } from '../../../../src-main/evaluation/measures/tracc'

const CATALOG = [...'abcdefghijkl'] as ToolId[]
const IRRELEVANT = 'never golden' as ToolId

const judged = fc.record({
  golden: fc.shuffledSubarray(CATALOG, { minLength: 1 }),
  tools: fc.shuffledSubarray(CATALOG),
  k: fc.integer({ min: 1, max: 14 }),
})

const shares = Object.entries(MEASURES).filter(([name]) => name !== 'LengthDifference')
/** Measures that say nothing about how long the tool set is. */
const ofOrder = shares.filter(([name]) => name !== 'TRACC')

describe.each(shares)('%s', (_, measure) => {
  it('lies in 0…1', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const score = measure(new Set(golden), tools, k)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })

  it('is 0 where no golden tool is given', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const wrong = tools.filter((tool) => !golden.includes(tool))
        expect(measure(new Set(golden), wrong, k)).toBe(0)
      }),
    )
  })
})

describe.each(Object.entries(MEASURES))('%s', (_, measure) => {
  it('does not depend on the order of the golden tools', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const reversed = new Set([...golden].reverse())
        expect(measure(reversed, tools, k)).toBe(measure(new Set(golden), tools, k))
      }),
    )
  })

  it('does not look beyond k', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const asked = new Set(golden)
        expect(measure(asked, tools, k)).toBe(measure(asked, tools.slice(0, k), k))
      }),
    )
  })
})

describe.each(ofOrder)('%s', (_, measure) => {
  it('never rises by an irrelevant tool at the end', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const asked = new Set(golden)
        const longer = [...tools, IRRELEVANT]
        expect(measure(asked, longer, k)).toBeLessThanOrEqual(measure(asked, tools, k))
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
        const better = tools.toSpliced(at, 2, tools[at + 1] as ToolId, tools[at] as ToolId)
        expect(measure(asked, better, k)).toBeGreaterThanOrEqual(measure(asked, tools, k))
      }),
    )
  })
})

describe('measures among each other', () => {
  it('give All ≤ Recall ≤ Hit', () => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const asked = new Set(golden)
        expect(all(asked, tools, k)).toBeLessThanOrEqual(recall(asked, tools, k))
        expect(recall(asked, tools, k)).toBeLessThanOrEqual(hit(asked, tools, k))
      }),
    )
  })

  it.each([
    ['Recall', recall],
    ['Hit', hit],
    ['All', all],
  ])('let %s never fall as k grows', (_, measure) => {
    fc.assert(
      fc.property(judged, ({ golden, tools, k }) => {
        const asked = new Set(golden)
        expect(measure(asked, tools, k)).toBeLessThanOrEqual(measure(asked, tools, k + 1))
      }),
    )
  })
})

describe('measures of length', () => {
  const golden = new Set(['a', 'b', 'c'] as ToolId[])
  const short = ['a'] as ToolId[]
  const longer = ['a', IRRELEVANT] as ToolId[]

  it('can get better by an irrelevant tool, as they ask for the right number of tools', () => {
    expect(tracc(golden, short, 5)).toBeCloseTo((1 - 2 / 3) * (1 / 3), 12)
    expect(tracc(golden, longer, 5)).toBeCloseTo((1 - 1 / 4) * (1 / 3), 12)
    expect(lengthDifference(golden, short, 5)).toBe(2)
    expect(lengthDifference(golden, longer, 5)).toBe(1)
  })
})
