import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimate, meanOf, quantile } from '../../../src-main/evaluation/statistics/statistics'

const noPause = () => Promise.resolve()
const column = (...values: number[]) => Float64Array.from(values)

describe('an estimate', () => {
  it('is the mean with an interval around it', async () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
      minLength: 2,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        const [one] = await estimate([column(...given)], noPause)
        if (!one) throw new Error('no estimate')
        const { mean, ci95 } = one
        expect(mean).toBeCloseTo(given.reduce((sum, value) => sum + value, 0) / given.length, 12)
        expect(ci95[0]).toBeLessThanOrEqual(mean + 1e-9)
        expect(ci95[1]).toBeGreaterThanOrEqual(mean - 1e-9)
        expect(ci95[0]).toBeGreaterThanOrEqual(Math.min(...given) - 1e-9)
        expect(ci95[1]).toBeLessThanOrEqual(Math.max(...given) + 1e-9)
      }),
      { numRuns: 25 },
    )
  })

  it('is the same each time, whatever other columns are measured', async () => {
    const hits = column(1, 0, 0, 1, 1, 0, 1)
    const [alone] = await estimate([hits], noPause)
    const [, among] = await estimate([column(3, 1, 4, 1, 5, 9, 2), hits], noPause)
    expect(among).toEqual(alone)
  })

  it.each([2, 3, 4, 5, 8, 9])('is the same as one of %i columns as alone', async (count) => {
    const columns = Array.from({ length: count }, (_, at) =>
      Float64Array.from({ length: 11 }, (__, query) => Math.sin(at * 13 + query)),
    )
    const together = await estimate(columns, noPause)
    for (const [at, values] of columns.entries()) {
      expect([together[at]]).toEqual(await estimate([values], noPause))
    }
  })

  it('is that of each column alone where some are the same, or the same in another order', async () => {
    const some = [column(1, 0, 0, 1), column(0, 0, 1, 1), column(1, 0, 0, 1), column(2, 5, 1, 3)]
    const columns = [...some, column(1, 2, 3, 5), ...some]
    const alone = await Promise.all(columns.map((values) => estimate([values], noPause)))
    expect(await estimate(columns, noPause)).toEqual(alone.flat())
  })

  it('has no width where all values are equal', async () => {
    expect(await estimate([column(0.5, 0.5, 0.5)], noPause)).toEqual([
      { mean: 0.5, ci95: [0.5, 0.5] },
    ])
  })

  it('is about as wide as theory says for a share of many', async () => {
    const half = Float64Array.from({ length: 400 }, (_, at) => at % 2)
    const [one] = await estimate([half], noPause)
    // ± 1.96 · √(0.5 · 0.5 / 400) = ± 0.049
    expect(one?.ci95[0]).toBeCloseTo(0.451, 1.7)
    expect(one?.ci95[1]).toBeCloseTo(0.549, 1.7)
  })

  it('ends at the 2.5 % and the 97.5 % quantile of what resampling gives', async () => {
    // Columns that are 0 but for 25 queries each are resampled independently of one another, so
    // that their ends, in standard errors and averaged, lie near those of the normal distribution.
    // At 1.5 % or 3.5 % it would be -2.17 or -1.81.
    const columns = Array.from({ length: 64 }, (_, block) =>
      Float64Array.from({ length: 64 * 25 }, (_, query) =>
        Math.floor(query / 25) === block ? Math.cos(query) : 0,
      ),
    )
    const estimates = await estimate(columns, noPause)
    const ends = estimates.map(({ mean, ci95 }, at) => {
      const values = columns[at] ?? column()
      const variance = meanOf(values.map((value) => (value - mean) ** 2))
      return ci95.map((end) => (end - mean) / Math.sqrt(variance / values.length))
    })
    expect(Math.abs(meanOf(ends.map(([low = 0]) => low)) + 1.96)).toBeLessThan(0.06)
    expect(Math.abs(meanOf(ends.map(([, high = 0]) => high)) - 1.96)).toBeLessThan(0.06)
  })

  it('is narrower the more queries there are', async () => {
    const width = async (count: number) => {
      const values = Float64Array.from({ length: count }, (_, at) => at % 2)
      const [one] = await estimate([values], noPause)
      return (one?.ci95[1] ?? 0) - (one?.ci95[0] ?? 0)
    }
    expect(await width(1000)).toBeLessThan(await width(100))
    expect(await width(100)).toBeLessThan(await width(10))
  })

  it('is 0 without queries', async () => {
    expect(await estimate([column(), column()], noPause)).toEqual([
      { mean: 0, ci95: [0, 0] },
      { mean: 0, ci95: [0, 0] },
    ])
  })

  it('is given up when its pause throws', async () => {
    const stop = () => Promise.reject(new Error('Stopped by the user.'))
    await expect(estimate([column(1, 2)], stop)).rejects.toThrow('Stopped by the user.')
  })
})

describe('a quantile', () => {
  it.each([
    [[1, 2, 3, 4], 0, 1],
    [[1, 2, 3, 4], 1, 4],
    [[1, 2, 3], 0.5, 2],
    // place 0.5 · 3 = 1.5: half-way between 2 and 3
    [[1, 2, 3, 4], 0.5, 2.5],
    // place 0.95 · 4 = 3.8: 40 + 0.8 · (50 − 40)
    [[10, 20, 30, 40, 50], 0.95, 48],
    [[7], 0.95, 7],
    [[], 0.5, 0],
  ])('of %j at %f is %f', (sorted, share, expected) => {
    expect(quantile(sorted, share)).toBeCloseTo(expected, 12)
  })
})

describe('a mean', () => {
  it('is the sum over the count, and 0 of nothing', () => {
    expect(meanOf([1, 2, 6])).toBe(3)
    expect(meanOf([])).toBe(0)
  })
})
