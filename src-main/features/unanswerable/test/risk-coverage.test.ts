import { describe, expect, it } from 'vitest'
import { aurocOf, riskCoverage, type Scored } from '../risk-coverage'

const right = (score: number | undefined): Scored => ({ score, fits: true, isWrong: false })
const missed = (score: number | undefined): Scored => ({ score, fits: true, isWrong: true })
const none = (score: number | undefined): Scored => ({ score, fits: false, isWrong: true })

describe('risk against coverage', () => {
  it('falls with the threshold, one point for each score', () => {
    const told = riskCoverage([right(9), none(7), right(7), missed(5), none(undefined)])
    // 9: 1 of 5 answered, none wrong. 7: 3 answered, 1 wrong. 5: 4 answered, 2 wrong. One was given
    // nothing.
    expect(told?.points).toEqual([
      { threshold: 9, coverage: 0.2, risk: 0, misses: 2, falseActivations: 0 },
      { threshold: 7, coverage: 0.6, risk: 1 / 3, misses: 1, falseActivations: 1 },
      { threshold: 5, coverage: 0.8, risk: 0.5, misses: 0, falseActivations: 1 },
    ])
    // (.2 · 0 + .4 · ⅓ + .2 · ½) / .8
    expect(told?.area).toBeCloseTo((0.4 / 3 + 0.1) / 0.8, 12)
    expect(told).toMatchObject({ riskAtAll: 0.5, queries: 5 })
  })

  it('is nothing without scores, or of one kind of queries alone', () => {
    expect(riskCoverage([right(undefined), none(1)])).toBeUndefined()
    expect(riskCoverage([right(1), right(2)])).toBeUndefined()
    expect(riskCoverage([none(1)])).toBeUndefined()
  })

  it('has at most a hundred points, with the first and the last', () => {
    const many = Array.from({ length: 500 }, (_, at) => (at % 2 ? right(at) : none(at)))
    const points = riskCoverage(many)?.points ?? []
    expect([points.length, points[0]?.threshold, points.at(-1)?.threshold]).toEqual([100, 499, 0])
  })
})

describe('how often a query that fits scores higher', () => {
  it('counts pairs, ties half', () => {
    // 3 > 1, 3 > 2, 2 > 1 and 2 = 2
    expect(aurocOf([3, 2], [1, 2]).mean).toBe(0.875)
    expect(aurocOf([1], [2]).mean).toBe(0)
    expect(aurocOf([1, 1], [1]).mean).toBe(0.5)
    // Those that were given nothing are alike.
    expect(aurocOf([-Infinity, 1], [-Infinity]).mean).toBe(0.75)
  })

  it('has the interval of Hanley and McNeil', () => {
    // Their example: A = .893 of 51 abnormal and 58 normal pictures has a standard error of .032.
    const fits = Array.from({ length: 51 }, (_, at) => at)
    const others = Array.from({ length: 58 }, (_, at) => at - 33.2)
    const { mean, ci95 } = aurocOf(fits, others)
    expect((ci95[1] - ci95[0]) / 2 / 1.96).toBeGreaterThan(0.02)
    expect((ci95[1] - ci95[0]) / 2 / 1.96).toBeLessThan(0.05)
    expect(mean).toBeGreaterThan(ci95[0])
  })

  it('is not certain of a few queries that are told apart without fault', () => {
    const { mean, ci95 } = aurocOf([2, 3, 4], [0, 1])
    // Wilson’s for 2 of 2: 2 / (2 + 1.96²)
    expect([mean, ci95[1]]).toEqual([1, 1])
    expect(ci95[0]).toBeCloseTo(0.342, 3)
    expect(aurocOf([0, 1], [2, 3, 4]).ci95[1]).toBeCloseTo(0.658, 3)
  })
})
