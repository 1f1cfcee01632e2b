import { describe, expect, it } from 'vitest'
import {
  cautionLines,
  cautionOnDifference,
  cautionOnMean,
} from '../../../../src-main/domain/measure/caution'

describe('the interval of a mean', () => {
  it('of many queries that differ needs no caution', () => {
    expect(cautionOnMean({ mean: 0.8, ci95: [0.7, 0.9] }, 30)).toBeUndefined()
  })

  it('of few queries is said to be too narrow', () => {
    expect(cautionOnMean({ mean: 0.8, ci95: [0.7, 0.9] }, 29)).toBe(
      'Only 29 queries: intervals are narrower than they should be.',
    )
  })

  it('that has no width is said to be none, with what other queries may do', () => {
    // 3 / 700 = 0.43 %.
    expect(cautionOnMean({ mean: 1, ci95: [1, 1] }, 700)).toBe(
      'All 700 queries score the same, which leaves no interval: up to 0.43 % of others may not.',
    )
    expect(cautionOnMean({ mean: 0.2, ci95: [0.2, 0.2 + 1e-16] }, 2)).toContain('up to 100 %')
    expect(cautionOnMean({ mean: 1, ci95: [1, 1] }, 1)).toBe('Only 1 query: it has no interval.')
  })
})

describe('the interval of a difference', () => {
  it('needs no caution for how few queries differ: the test of the difference says that', () => {
    expect(cautionOnDifference({ wins: 5, losses: 0 }, 20_614)).toBeUndefined()
  })

  it('of runs that are equal everywhere says how many others may differ', () => {
    expect(cautionOnDifference({ wins: 0, losses: 0 }, 120)).toBe(
      'The same in all 120 queries: up to 2.5 % of others may differ.',
    )
  })

  it('of few queries is said to be too narrow', () => {
    expect(cautionOnDifference({ wins: 20, losses: 1 }, 21)).toContain('Only 21 queries')
    expect(cautionOnDifference({ wins: 1, losses: 0 }, 1)).toContain('Only 1 query:')
  })
})

describe('cautions together', () => {
  const few = 'Only 4 queries.'

  it('are said once, and of what where not of everything', () => {
    const some = [
      { name: 'Recall@5', caution: few },
      { name: 'All@5', caution: few },
      { name: 'MRR@5', caution: undefined },
    ]
    expect(cautionLines(some)).toEqual([`Recall@5, All@5: ${few}`])
    expect(cautionLines(some.slice(0, 2))).toEqual([few])
    expect(cautionLines(some.slice(2))).toEqual([])
  })

  it('name no more than a reader takes in', () => {
    const many = Array.from({ length: 9 }, (_, at) => ({
      name: `M@${at}`,
      caution: at ? few : undefined,
    }))
    expect(cautionLines(many)).toEqual([`M@1, M@2, M@3, M@4, M@5, M@6, …: ${few}`])
  })
})
