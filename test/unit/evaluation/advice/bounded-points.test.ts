import { describe, expect, it } from 'vitest'
import { byAccuracy, type AgentScores } from '../../../../src-main/evaluation/advice/bounded-points'
import type { OperatingPoint } from '../../../../src-main/evaluation/advice/operating-points'
import { sampledAccuracy } from '../../../fixtures/sampled-accuracy'

const now = () => Promise.resolve()
const column = (...scores: number[]): Float64Array => Float64Array.from(scores)
const pointAt = (k: number, scores: Float64Array): OperatingPoint => ({
  run: 'a',
  k,
  tokens: 100 * k,
  scores,
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
      expect(low).toBeLessThanOrEqual(Math.min(ofRecall, ofAgent))
      // What each query adds has the mean of all, so that points are held against each other query
      // by query.
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
    const adaptiveSize: OperatingPoint = { run: 'b', tokens: 3, scores: column(1, 0, 1, 0) }
    expect((await byAccuracy([adaptiveSize], { queries, agent }, now)).points).toEqual([])
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

it('intervals of expected accuracy hold for all points at once in most samples, and hardly ever lie above what is true', async () => {
  const held = await sampledAccuracy({ queries: 150, asked: 60, samples: 150 })
  // Of 2,000 samples: `npm run bench -- expectedAccuracy`.
  expect(held.whole).toBeGreaterThanOrEqual(0.92)
  expect(held.above).toBeLessThanOrEqual(0.025)
  expect(held.wronglyReached).toBeLessThanOrEqual(0.025)
})
