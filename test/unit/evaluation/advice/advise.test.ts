import { expect, it, describe } from 'vitest'
import { advise, cheaperPerhaps, choosePoint } from '../../../../src-main/evaluation/advice/advise'
import {
  byAccuracy,
  byRecall,
  type BoundedPoint,
} from '../../../../src-main/evaluation/advice/bounded-points'
import { scoreInterval } from '../../../../src-main/evaluation/advice/bounds'

const now = () => Promise.resolve()
const alike = (size: number, score: number) => [
  { run: 'a', k: 5, tokens: 500, scores: new Float64Array(size).fill(score) },
]

it.each([
  [1, 0.9],
  [0.5, 0.4],
])(
  'takes more queries than there are where all score %d and %d may be reached',
  async (score, least) => {
    const points = await byRecall(alike(8, score), now)
    const advised = await advise(points, { target: { least }, k: undefined }, now)
    expect(advised?.verdict).toBe('unsure')
    const needed = advised?.queriesNeeded ?? 0
    const lowOf = (size: number) => scoreInterval({ mean: score, deviation: 0 }, size, 1.96)[0]
    expect(lowOf(needed)).toBeGreaterThanOrEqual(least)
    expect(lowOf(needed - 1)).toBeLessThan(least)
    expect(needed).toBeGreaterThan(8)
  },
)

it('takes more than anybody writes where none would do', async () => {
  const points = await byRecall(alike(8, 1), now)
  const advised = await advise(points, { target: { least: 1 }, k: undefined }, now)
  expect(advised).toMatchObject({ verdict: 'unsure', queriesNeeded: 1_000_000 })
})

it('takes more queries than an agent was asked that was always right', async () => {
  const scores = new Map([0, 1, 2].map((at) => [`q${at}`, 1]))
  const queries = [...scores.keys()]
  const points = await byAccuracy(alike(3, 1), { queries, agent: new Map([[5, scores]]) }, now)
  const advised = await advise(points, { target: { least: 0.9 }, k: undefined }, now)
  expect(advised?.verdict).toBe('unsure')
  expect(advised?.queriesNeeded).toBeGreaterThan(3)
})

const point = (run: string, k: number, figures: [number, number, number, number]): BoundedPoint => {
  const [tokens, low, mean, high] = figures
  const scores = new Float64Array()
  return { run, k, tokens, scores, mean, deviation: 0.3, interval: [low, high] }
}
const few = point('a', 3, [300, 0.76, 0.82, 0.87])
const some = point('a', 5, [500, 0.81, 0.86, 0.9])
const most = point('a', 10, [1000, 0.9, 0.94, 0.97])
const other = point('b', 10, [900, 0.86, 0.9, 0.94])
const all = [few, some, most, other]

describe('the point to work at', () => {
  it('is the cheapest whose interval lies above the recall that is wanted', () => {
    expect(choosePoint(all, { least: 0.8 })).toEqual({ verdict: 'reached', chosen: some })
    expect(choosePoint(all, { least: 0.85 })).toEqual({ verdict: 'reached', chosen: other })
  })

  it('is unsure where the target lies within the interval, and the cheapest whose mean reaches it', () => {
    expect(choosePoint(all, { least: 0.92 })).toEqual({ verdict: 'unsure', chosen: most })
    expect(choosePoint([few, some], { least: 0.82 })).toEqual({ verdict: 'unsure', chosen: few })
    expect(choosePoint([few, some], { least: 0.89 })).toEqual({ verdict: 'unsure', chosen: some })
  })

  it('is missed where no interval reaches up to the target, and then the best', () => {
    expect(choosePoint(all, { least: 0.98 })).toEqual({ verdict: 'missed', chosen: most })
  })

  it('is the best that the tokens allow', () => {
    expect(choosePoint(all, { tokens: 900 })).toEqual({ verdict: 'reached', chosen: other })
    expect(choosePoint(all, {})).toEqual({ verdict: 'reached', chosen: most })
    expect(choosePoint(all, { tokens: 600, least: 0.85 })).toEqual({
      verdict: 'unsure',
      chosen: some,
    })
  })

  it('is the cheapest there is where the tokens allow none', () => {
    expect(choosePoint(all, { tokens: 100 })).toEqual({ verdict: 'missed', chosen: few })
    expect(choosePoint([], {})).toBeUndefined()
  })

  it('names a cheaper one that may do as well', () => {
    const choice = { verdict: 'reached' as const, chosen: most }
    expect(cheaperPerhaps(all, { least: 0.9 }, choice)).toBe(other)
    expect(cheaperPerhaps(all, { least: 0.93 }, choice)).toBeUndefined()
    expect(cheaperPerhaps(all, {}, choice)).toBeUndefined()
  })
})
