import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomNumbers, sampleOf } from '../../../src-main/evaluation/statistics/random'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('random numbers', () => {
  it('depend on the seed alone', () => {
    const draw = (seed: number) => numbers(5).map(randomNumbers(seed))
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
  })

  it('lie in 0…1, 1 excluded, and fill it evenly', () => {
    const random = randomNumbers(3)
    const drawn = numbers(20_000).map(() => random())
    expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true)
    const tenths = numbers(10).map(
      (tenth) => drawn.filter((number) => Math.floor(number * 10) === tenth).length,
    )
    expect(Math.min(...tenths)).toBeGreaterThan(1800)
    expect(Math.max(...tenths)).toBeLessThan(2200)
  })
})

describe('a sample', () => {
  it('is as large as asked, in order and without repetition', () => {
    const all = fc.record({
      count: fc.nat(60),
      size: fc.nat(60),
      seed: fc.integer({ min: 0, max: 2 ** 31 }),
    })
    fc.assert(
      fc.property(all, ({ count, size, seed }) => {
        const sample = sampleOf(numbers(count), size, seed)
        expect(sample).toHaveLength(Math.min(size, count))
        expect(sample).toEqual([...new Set(sample)].sort((a, b) => a - b))
        expect(sample.every((item) => item < count)).toBe(true)
      }),
    )
  })

  it('is the same for the same seed and another for another', () => {
    expect(sampleOf(numbers(1000), 20, 1)).toEqual(sampleOf(numbers(1000), 20, 1))
    expect(sampleOf(numbers(1000), 20, 1)).not.toEqual(sampleOf(numbers(1000), 20, 2))
  })

  it('is everything where no fewer are wanted', () => {
    expect(sampleOf(['c', 'a', 'b'], 3, 1)).toEqual(['c', 'a', 'b'])
    expect(sampleOf(['c', 'a', 'b'], 10, 1)).toEqual(['c', 'a', 'b'])
  })

  it('draws each item about equally often', () => {
    const drawn = numbers(4000).flatMap((seed) => sampleOf(numbers(8), 2, seed))
    const times = numbers(8).map((item) => drawn.filter((one) => one === item).length)
    // 4000 · 2 / 8 = 1000 expected, standard deviation about 27
    expect(Math.min(...times)).toBeGreaterThan(880)
    expect(Math.max(...times)).toBeLessThan(1120)
  })
})
