import { expect, it } from 'vitest'
import { advise } from '../../../../src-main/evaluation/advice/advise'
import { byAccuracy, byRecall } from '../../../../src-main/evaluation/advice/bounded-points'
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
