import { describe, expect, it } from 'vitest'
import { afterSelection } from '../../../src-main/evaluation/statistics/after-selection'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'

const told = (mean: number, error = 1) =>
  afterSelection({ mean, ci95: [mean - 1.96 * error, mean + 1.96 * error] })

describe('what is to be expected of a gain that is told for being clear', () => {
  it('is nothing of what is not told, and of what chance tells as large', () => {
    expect(told(1.9)).toBeUndefined()
    // Above 1.96 by chance alone, a gain is 2.34 on average.
    expect(told(2.3)).toBeUndefined()
    expect(told(2.36)?.mean).toBeGreaterThan(0)
  })

  it('is less than was found, and hardly less of what is far above 0', () => {
    // Worked by hand: 2.3 and the mean of a standard normal value above −0.34, 0.595, is 2.895.
    expect(told(2.895)?.mean).toBeCloseTo(2.3, 2)
    expect(told(8)?.mean).toBeCloseTo(8, 4)
    expect(told(8)?.ci95[0]).toBeCloseTo(8 - 1.96, 2)
    expect(told(8)?.ci95[1]).toBeCloseTo(8 + 1.96, 2)
    expect(told(0.02895, 0.01)?.mean).toBeCloseTo(0.023, 4)
  })

  it('has an interval that reaches below 0 where it is told by little', () => {
    const [low = NaN, high = NaN] = told(2.6)?.ci95 ?? []
    expect(low).toBeLessThan(0)
    expect(high).toBeGreaterThan(2.6)
  })

  it('is as found where all queries gain alike', () => {
    const same = { mean: 0.5, ci95: [0.5, 0.5] as [number, number] }
    expect(afterSelection(same)).toEqual(same)
  })

  it.each([0.5, 1, 2, 3])(
    'has an interval that holds the truth in about 95 % of what is told, of gains of %d',
    (truth) => {
      const random = randomNumbers(5)
      const normal = () =>
        Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()) + truth
      let some = 0
      let held = 0
      while (some < 2000) {
        const mean = normal()
        const expected = told(mean)
        if (!expected) continue
        some++
        const [low, high] = expected.ci95
        if (low <= truth && truth <= high) held++
      }
      expect(held / some).toBeGreaterThan(0.925)
    },
  )
})
