import { describe, expect, it } from 'vitest'
import {
  CRITICAL_FOR_ONE,
  scoreInterval,
  simultaneousBounds,
} from '../../../src-main/evaluation/statistics/bounds'
import { cutoffGrid } from '../../../src-main/domain/run/operating-point'
import { estimate } from '../../../src-main/evaluation/statistics/statistics'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'

const now = () => Promise.resolve()
const column = (size: number, share: number, seed: number): Float64Array => {
  const random = randomNumbers(seed)
  return Float64Array.from({ length: size }, () => (random() < share ? 1 : 0))
}

describe('bounds that hold for all points at once', () => {
  it('are those of one point where there is but one', async () => {
    const { critical, bounded } = await simultaneousBounds([column(200, 0.8, 1)], now)
    expect(critical).toBeGreaterThanOrEqual(CRITICAL_FOR_ONE)
    expect(critical).toBeLessThan(2.15)
    expect(bounded[0]?.interval[0]).toBeLessThan(bounded[0]?.mean ?? 0)
  })

  it('are wider for points that have nothing in common than for points that are alike', async () => {
    const apart = Array.from({ length: 20 }, (_, at) => column(200, 0.8, at + 1))
    const alike = Array.from({ length: 20 }, () => column(200, 0.8, 1))
    const one = await simultaneousBounds([column(200, 0.8, 1)], now)
    const wide = await simultaneousBounds(apart, now)
    const narrow = await simultaneousBounds(alike, now)
    // Of 20 independent means, the 95 % quantile of the furthest is 3.02 by Šidák.
    expect(wide.critical).toBeGreaterThan(2.8)
    expect(wide.critical).toBeLessThan(3.3)
    expect(narrow.critical).toBeCloseTo(one.critical, 10)
  })

  it('have a width where all queries score the same', async () => {
    const { bounded } = await simultaneousBounds([new Float64Array(50).fill(1)], now)
    const [low, high] = bounded[0]?.interval ?? [1, 1]
    // Wilson: n / (n + z²) = 50 / 53.84
    expect(low).toBeCloseTo(0.9287, 3)
    expect(high).toBe(1)
  })

  it('are the same each time', async () => {
    const columns = [column(60, 0.7, 1), column(60, 0.9, 2)]
    expect(await simultaneousBounds(columns, now)).toEqual(await simultaneousBounds(columns, now))
  })

  it('hold the plain interval of each column, which is that of the column alone', async () => {
    for (const share of [0.02, 0.5, 0.97]) {
      for (const size of [8, 60, 400]) {
        const columns = [1, 2, 3].map((seed) => column(size, share, seed))
        const { bounded } = await simultaneousBounds(columns, now)
        const plain = await estimate(columns, now)
        for (const [at, { ci95, mean, interval }] of bounded.entries()) {
          expect({ mean, ci95 }).toEqual(plain[at])
          expect(interval[0]).toBeLessThanOrEqual(ci95[0])
          expect(interval[1]).toBeGreaterThanOrEqual(ci95[1])
          // Of so few both may reach as far as they can.
          if (size > 8) expect(interval[1] - interval[0]).toBeGreaterThan(ci95[1] - ci95[0])
        }
      }
    }
  })

  it('say nothing of no query at all', () => {
    expect(scoreInterval({ mean: 0, deviation: 0 }, 0, 2)).toEqual([0, 1])
  })
})

it('are narrower for scores that vary less than found or not', () => {
  const [low] = scoreInterval({ mean: 0.8, deviation: 0.4 }, 100, 2)
  const [closer] = scoreInterval({ mean: 0.8, deviation: 0.1 }, 100, 2)
  expect(closer).toBeGreaterThan(low)
})

it('looks at every small k, and at ever fewer of the large ones, those measured among them', () => {
  expect(cutoffGrid([1, 3, 5])).toEqual([1, 2, 3, 4, 5])
  expect(cutoffGrid([])).toEqual([])
  const grid = cutoffGrid([10, 101, 128])
  expect(grid.slice(0, 18)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20])
  expect(grid).toContain(101)
  expect(grid.at(-1)).toBe(128)
  expect(grid.length).toBeLessThan(45)
})
