import { describe, expect, it } from 'vitest'
import { byAccuracy, type AgentScores } from '../../../../src-main/evaluation/advice/bounded-points'
import { choosePoint } from '../../../../src-main/evaluation/advice/choose-point'
import type { OperatingPoint } from '../../../../src-main/evaluation/advice/operating-points'
import { randomNumbers } from '../../../../src-main/evaluation/random'

const now = () => Promise.resolve()
const column = (...scores: number[]): Float64Array => Float64Array.from(scores)
const pointAt = (k: number, scores: Float64Array, run = 'a'): OperatingPoint => ({
  ...{ run, k, tokens: 100 * k, scores },
})
const scored = (ids: readonly string[], scores: readonly number[]) =>
  new Map(ids.map((id, at) => [id, scores[at] ?? 0]))

describe('points by expected accuracy', () => {
  const queries = ['q1', 'q2', 'q3', 'q4']
  const agent: AgentScores = new Map([
    [1, scored(queries, [1, 1, 0.5, 0.5])],
    [5, scored(['q4', 'q2'], [1, 0])],
  ])

  it('are the product of agent and recall, with intervals of both', async () => {
    const points = [pointAt(1, column(1, 1, 0, 0)), pointAt(5, column(1, 1, 1, 0))]
    const { points: found } = await byAccuracy(points, { queries, agent }, now)
    expect(found.map(({ mean }) => mean)).toEqual([0.5 * 0.75, 0.75 * 0.5])
    for (const { mean, interval, parts, scores } of found) {
      const [low, high] = interval
      expect(low).toBeLessThan(mean)
      expect(high).toBeGreaterThan(mean)
      // Either alone would leave less open.
      const ofRecall = (parts?.recall.ci95[0] ?? 0) * (parts?.agent.mean ?? 0)
      const ofAgent = (parts?.agent.ci95[0] ?? 0) * (parts?.recall.mean ?? 0)
      expect(low).toBeLessThan(Math.min(ofRecall, ofAgent))
      // What each query adds has the mean of all, so that points are held against each other query by query.
      expect(scores.reduce((sum, value) => sum + value, 0) / scores.length).toBeCloseTo(mean, 12)
    }
    // Two queries say less of an agent than four.
    const widths = found.map(
      ({ parts }) => (parts?.agent.ci95[1] ?? 0) - (parts?.agent.ci95[0] ?? 0),
    )
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 1)
  })

  it('are only those at a k that the agent was measured with', async () => {
    const points = [1, 2, 5, 9].map((k) => pointAt(k, column(1, 0, 1, 0)))
    const { points: found } = await byAccuracy(points, { queries, agent }, now)
    expect(found.map(({ k }) => k)).toEqual([1, 5])
    const ownSize: OperatingPoint = { run: 'b', tokens: 3, scores: column(1, 0, 1, 0) }
    expect((await byAccuracy([ownSize], { queries, agent }, now)).points).toEqual([])
  })

  it('take an agent that was always right for what its few queries say, no more', async () => {
    const sure: AgentScores = new Map([[1, scored(['q1', 'q2', 'q3'], [1, 1, 1])]])
    const all = Array.from({ length: 500 }, (_, at) => `q${at}`)
    const recalls = pointAt(1, new Float64Array(500).fill(1))
    const { points } = await byAccuracy([recalls], { queries: all, agent: sure }, now)
    expect(points[0]?.mean).toBe(1)
    // Wilson with 3 of 3: 3 / (3 + 1.96²) = 0.438.
    expect(points[0]?.interval[0]).toBeLessThan(0.44)
  })
})

describe('intervals of expected accuracy', () => {
  const K = [1, 3, 5, 10]
  const RUNS = ['a', 'b']
  const QUERIES = 150
  const ASKED = 60
  const SAMPLES = 150

  /** A query's scores: what is hard to find is hard to call as well. */
  function drawn(random: () => number) {
    const ease = random()
    const found = RUNS.flatMap((_, run) =>
      K.map((k) => (random() < 0.3 + 0.5 * ease + 0.02 * k - 0.05 * run ? 1 : 0)),
    )
    const called = K.map((k) => {
      const share = 0.5 + 0.5 * ease - 0.02 * k
      return random() < share ? 1 : random() < 0.5 ? 0.5 : 0
    })
    return { found, called }
  }

  function truths() {
    const random = randomNumbers(7)
    const many = Array.from({ length: 200_000 }, () => drawn(random))
    const mean = (part: (one: ReturnType<typeof drawn>) => number) =>
      many.reduce((sum, one) => sum + part(one), 0) / many.length
    const agent = K.map((_, at) => mean(({ called }) => called[at] ?? 0))
    return RUNS.flatMap((_, run) =>
      K.map((_, at) => {
        const place = run * K.length + at
        return (agent[at] ?? 0) * mean(({ found }) => found[place] ?? 0)
      }),
    )
  }

  async function sampleOf(random: () => number) {
    const all = Array.from({ length: QUERIES }, () => drawn(random))
    const queries = all.map((_, at) => `q${at}`)
    const points = RUNS.flatMap((run, at) =>
      K.map((k, place) => {
        const scores = all.map(({ found }) => found[at * K.length + place] ?? 0)
        return pointAt(k, Float64Array.from(scores), run)
      }),
    )
    const asked = queries.slice(0, ASKED)
    const agent = new Map(
      K.map((k, at) => [
        k,
        scored(
          asked,
          all.map(({ called }) => called[at] ?? 0),
        ),
      ]),
    )
    return byAccuracy(points, { queries, agent }, now)
  }

  it('hold for all points at once in most samples, and hardly ever lie above what is true', async () => {
    const truth = truths()
    const random = randomNumbers(11)
    let [whole, above, wronglyReached] = [0, 0, 0]
    for (let sample = 0; sample < SAMPLES; sample++) {
      const { points } = await sampleOf(random)
      const isBelow = points.map(({ interval: [low] }, at) => low <= (truth[at] ?? 0))
      const isAbove = points.map(({ interval: [, high] }, at) => high >= (truth[at] ?? 0))
      if (isBelow.includes(false)) above++
      else if (!isAbove.includes(false)) whole++
      // What a point truly reaches: there a choice is hardest.
      const least = truth[1] ?? 0
      const choice = choosePoint(points, { least })
      const chosen = choice && points.indexOf(choice.chosen)
      if (choice?.verdict === 'reached' && (truth[chosen ?? 0] ?? 0) < least) wronglyReached++
    }
    // Of 2,000 samples 93.4 %, and 1.2 % above; with 20 queries asked of 600 93.2 % and 2.1 %.
    expect(whole / SAMPLES).toBeGreaterThanOrEqual(0.92)
    expect(above / SAMPLES).toBeLessThanOrEqual(0.025)
    expect(wronglyReached / SAMPLES).toBeLessThanOrEqual(0.025)
  })
})
