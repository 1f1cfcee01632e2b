import { expect, it, describe } from 'vitest'
import { advise, cheaperPerhaps, choosePoint } from '../../../../src-main/evaluation/advice/advise'
import {
  byAccuracy,
  byRecall,
  type BoundedPoint,
} from '../../../../src-main/evaluation/advice/bounded-points'
import { randomNumbers } from '../../../../src-main/evaluation/statistics/random'

const now = () => Promise.resolve()
const alike = (size: number, score: number) => [
  { run: 'a', k: 5, tokens: 500, scores: new Float64Array(size).fill(score) },
]

it.each([
  [1, 0.9],
  [0.5, 0.4],
  [1, 1],
])('is unsure where few queries all score %d and %d may be reached', async (score, least) => {
  const points = await byRecall(alike(8, score), now)
  const advised = await advise(points, { target: { least } }, now)
  expect(advised?.verdict).toBe('unsure')
})

it('is unsure of an agent that was always right, asked few queries', async () => {
  const scores = new Map([0, 1, 2].map((at) => [`q${at}`, 1]))
  const queries = [...scores.keys()]
  const points = await byAccuracy(alike(3, 1), { queries, agent: new Map([[5, scores]]) }, now)
  const advised = await advise(points, { target: { least: 0.9 } }, now)
  expect(advised?.verdict).toBe('unsure')
})

const point = (run: string, k: number, figures: [number, number, number, number]): BoundedPoint => {
  const [tokens, low, mean, high] = figures
  const scores = new Float64Array()
  return { run, k, tokens, scores, mean, ci95: [low, high], deviation: 0.3, interval: [low, high] }
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

  it('is unsure where the target lies within the interval, and then the safest', () => {
    expect(choosePoint(all, { least: 0.92 })).toEqual({ verdict: 'unsure', chosen: most })
    expect(choosePoint([few, some], { least: 0.82 })).toEqual({ verdict: 'unsure', chosen: some })
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

describe('a point that somebody chose', () => {
  const wanted = { target: { least: 0.8 }, chosen: { run: 'a', k: 3 } }

  it('stays the one that is told of, with what the target says of it and asks for', async () => {
    const scored = all.map((one) => ({
      ...one,
      scores: Float64Array.from({ length: 100 }, () => one.mean),
    }))
    const advised = await advise({ points: scored, critical: 2 }, wanted, now)
    expect(advised).toMatchObject({
      verdict: 'unsure',
      chosen: { run: 'a', k: 3 },
      recommended: { run: 'a', k: 5 },
    })
  })

  it('is what was wanted where it is the one that is asked for', async () => {
    const scored = all.map((one) => ({ ...one, scores: new Float64Array(100) }))
    const own = { ...wanted, chosen: { run: 'a', k: 5 } }
    expect(await advise({ points: scored, critical: 2 }, own, now)).not.toHaveProperty(
      'recommended',
    )
  })
})

describe('a smaller k', () => {
  /** Of these queries, k = 3 finds what k = 5 finds in all but so many. */
  const advisedOn = async (queries: number, lost: number) => {
    const scores = (missed: number) =>
      Float64Array.from({ length: queries }, (_, at) => Number(at >= missed))
    const points = await byRecall(
      [
        { run: 'a', k: 3, tokens: 300, scores: scores(lost) },
        { run: 'a', k: 5, tokens: 500, scores: scores(0) },
      ],
      now,
    )
    return advise(points, { target: {}, chosen: { run: 'a', k: 5 } }, now)
  }

  it('is offered where it surely keeps as much', async () => {
    expect((await advisedOn(2000, 20))?.fewer).toMatchObject({ k: 3, of: 5, kept: { mean: 0.99 } })
  })

  it('is not offered where that is so by the mean, and not for sure', async () => {
    const advised = await advisedOn(50, 1)
    expect(advised?.chosen.k).toBe(5)
    expect(advised).not.toHaveProperty('fewer')
  })
})

/** Two recipes at ten k, each query found from its own place on. */
function sampledPoints(queries: number, seed: number) {
  const random = randomNumbers(seed)
  return ['a', 'b'].flatMap((run, recipe) => {
    const places = Array.from({ length: queries }, () =>
      Math.ceil(-Math.log(random()) * (3 + recipe)),
    )
    return Array.from({ length: 10 }, (_, at) => ({
      run,
      k: at + 1,
      tokens: 100 * (at + 1) + recipe,
      scores: Float64Array.from(places, (place) => Number(place <= at + 1)),
    }))
  })
}

/** The same without one of the queries. */
const without = (points: ReturnType<typeof sampledPoints>, query: number) =>
  points.map((one) => ({ ...one, scores: one.scores.filter((_, at) => at !== query) }))

it.each(['an interval', 'a budget', 'nothing'])(
  'never turns over with one query less unless it said that it may, at the edge of %s',
  async (edge) => {
    let turned = 0
    for (let seed = 1; seed <= 8; seed++) {
      const points = sampledPoints(60, seed)
      const bounded = await byRecall(points, now)
      const at = bounded.points[seed + 1]
      const target = {
        ...(edge === 'an interval' && { least: at?.interval[0] }),
        ...(edge === 'a budget' && { tokens: at?.tokens }),
      }
      const before = await advise(bounded, { target }, now)
      for (let query = 0; query < 60; query += 5) {
        const after = await advise(await byRecall(without(points, query), now), { target }, now)
        if (told(before) === told(after)) continue
        turned++
        expect(before?.verdict === 'unsure' || before?.edge !== undefined).toBe(true)
      }
    }
    // Else it could not fail.
    if (edge === 'an interval') expect(turned).toBeGreaterThan(0)
  },
)

const told = (advised: Awaited<ReturnType<typeof advise>>): string =>
  `${advised?.verdict} ${advised?.chosen.run} ${advised?.chosen.k}`
