import { describe, expect, it } from 'vitest'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'
import { estimate } from '../../../src-main/evaluation/statistics/statistics'
import { randomisationTests } from '../../../src-main/evaluation/statistics/randomisation'

const noPause = () => Promise.resolve()
const tests = (...columns: number[][]) =>
  randomisationTests(
    columns.map((differences) => Float64Array.from(differences)),
    noPause,
  )
const test = async (differences: number[]) => (await tests(differences))[0]?.p as number
const intervalOf = async (differences: number[], tested = 1) =>
  (await tests(differences))[0]?.interval(tested) ?? [NaN, NaN]

/** Every flip tried one by one, written apart from the product. */
function everyFlip(differences: number[]): number {
  const sum = Math.abs(differences.reduce((a, b) => a + b, 0))
  let asFar = 0
  for (let flip = 0; flip < 2 ** differences.length; flip++) {
    const flipped = differences.reduce((a, b, at) => a + ((flip >> at) & 1 ? b : -b), 0)
    if (Math.abs(flipped) >= sum - 1e-9) asFar++
  }
  return asFar / 2 ** differences.length
}

describe('the randomisation test', () => {
  it('of few queries that differ tries every flip: five of five may be chance, six of six hardly', async () => {
    // 2 · 0.5⁵ and 2 · 0.5⁶; queries that do not differ say nothing.
    expect(await test([1, 1, 1, 1, 1, 0, 0])).toBeCloseTo(0.0625, 12)
    expect(await test([1, 1, 1, 1, 1, 1])).toBeCloseTo(0.03125, 12)
    expect(await test([0.5, -1, 1, 0.25, 1 / 3, 1, -0.2])).toBeCloseTo(
      everyFlip([0.5, -1, 1, 0.25, 1 / 3, 1, -0.2]),
      12,
    )
  })

  it('of many is that of the sign test where all differ by as much', async () => {
    // 46 of 62: 2 · P(X ≥ 46) with X binomial over 62 at ½ = 0.000181
    const flips = [...Array.from({ length: 46 }, () => 1), ...Array.from({ length: 16 }, () => -1)]
    const p = await test(flips)
    expect(p).toBeGreaterThan(0)
    expect(p).toBeLessThan(0.0008)
    // 36 of 62: 2 · P(X ≥ 36) = 0.253
    const even = [...Array.from({ length: 36 }, () => 1), ...Array.from({ length: 26 }, () => -1)]
    expect(Math.abs((await test(even)) - 0.253)).toBeLessThan(0.015)
  })

  it('is never 0: what was measured is itself one of the flips', async () => {
    const ones = (count: number) => Array.from({ length: count }, () => 1)
    // 2 of 2¹⁴ flips are as far: every one is tried.
    expect(await test(ones(14))).toBe(2 / 16_384)
    // 2 of 2⁶⁴ are: none of the 10,000 drawn, so (0 + 1) / (10,000 + 1).
    expect(await test(ones(64))).toBe(1 / 10_001)
  })

  it('is near every flip where there are just too many to try', async () => {
    const random = randomNumbers(3)
    const differences = Array.from({ length: 16 }, () => random() - 0.35)
    expect(Math.abs((await test(differences)) - everyFlip(differences))).toBeLessThan(0.015)
  })

  it('is the same each time, and whichever run is the baseline', async () => {
    const random = randomNumbers(5)
    const differences = Array.from({ length: 100 }, () => random() - 0.45)
    const p = await test(differences)
    expect(await test(differences)).toBe(p)
    expect(await test(differences.map((difference) => -difference))).toBe(p)
  })

  it('of several columns gives each what it has alone, however many queries differ in the others', async () => {
    const random = randomNumbers(7)
    const some = [3, 20, 61, 100, 20].map((count) =>
      Array.from({ length: 100 }, (_, at) => (at < count ? random() - 0.4 : 0)),
    )
    const columns = [...some, some[1] ?? []]
    const alone = await Promise.all(columns.map(test))
    expect((await tests(...columns)).map(({ p }) => p)).toEqual(alone)
    expect(new Set(alone).size).toBeGreaterThan(3)
  })

  it('finds nothing where nothing differs, or differs both ways alike', async () => {
    expect(await test([])).toBe(1)
    expect(await test([0, 0])).toBe(1)
    expect(await test([1, -1])).toBe(1)
    expect(await test(Array.from({ length: 40 }, (_, at) => (at % 2 ? 0.1 : -0.1)))).toBe(1)
  })

  it('is given up when its pause throws', async () => {
    const stop = () => Promise.reject(new Error('Stopped by the user.'))
    const many = new Float64Array(40).fill(1)
    await expect(randomisationTests([many], stop)).rejects.toThrow('Stopped by the user.')
  })
})

describe('the interval of the randomisation test', () => {
  it.each([1, 3])(
    'has the means that every flip of what is left, tried one by one, does not reject: of %d tested',
    async (tested) => {
      const random = randomNumbers(13)
      for (let sample = 0; sample < 10; sample++) {
        const differences = Array.from({ length: 11 }, () => random() - 0.3)
        const chanceAt = (mean: number) => everyFlip(differences.map((value) => value - mean))
        for (const [at, end] of (await intervalOf(differences, tested)).entries()) {
          const out = at === 0 ? -1e-6 : 1e-6
          expect(chanceAt(end + out)).toBeLessThan(0.05 / tested)
          expect(chanceAt(end - out)).toBeGreaterThanOrEqual(0.05 / tested)
        }
      }
    },
  )

  it('is near that of the bootstrap where queries are many, those that do not differ among them', async () => {
    const random = randomNumbers(17)
    const differences = Array.from({ length: 800 }, () => {
      const at = random()
      return at < 0.6 ? 0 : at < 0.9 ? 0.5 : -1
    })
    const [low, high] = await intervalOf(differences)
    const [plain] = await estimate([Float64Array.from(differences)], noPause)
    const width = (plain?.ci95[1] ?? 0) - (plain?.ci95[0] ?? 0)
    expect(Math.abs(low - (plain?.ci95[0] ?? 0))).toBeLessThan(0.12 * width)
    expect(Math.abs(high - (plain?.ci95[1] ?? 0))).toBeLessThan(0.12 * width)
  })

  it('turns round with its runs, whether every flip is tried or some are drawn', async () => {
    const random = randomNumbers(19)
    for (const differing of [7, 40]) {
      const differences = Array.from({ length: 60 }, (_, at) =>
        at < differing ? random() - 0.35 : 0,
      )
      const [low, high] = await intervalOf(differences)
      const [from, to] = await intervalOf(differences.map((difference) => -difference))
      expect([-to, -from]).toEqual([expect.closeTo(low, 12), expect.closeTo(high, 12)])
      expect(high).toBeGreaterThan(low)
    }
  })

  it('of queries too few to tell anything reaches from the least that was measured, or 0, to the most', async () => {
    expect(await intervalOf([0.5, 1, 0.25])).toEqual([0, 1])
    expect(await intervalOf([-0.5, 1])).toEqual([-0.5, 1])
    expect(await intervalOf([0, 0])).toEqual([0, 0])
    expect(await intervalOf([])).toEqual([0, 0])
  })
})
