import { describe, expect, it } from 'vitest'
import { logisticOf, oddsOf, shareOf } from '../../../src-main/pipeline/logistic'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'

const pause = () => Promise.resolve()

function examples(count: number, answer: (x: number, chance: number) => boolean) {
  const random = randomNumbers(5)
  const rows = new Float32Array(count * 2)
  const answers = new Float32Array(count)
  for (let at = 0; at < count; at++) {
    const x = random() * 4 - 2
    rows.set([x, 7], at * 2)
    answers[at] = answer(x, random()) ? 1 : 0
  }
  return { features: 2, rows, answers, weights: new Float32Array(count).fill(1) }
}

describe('a logistic regression', () => {
  it('finds the odds that the answers were drawn by', async () => {
    const drawn = examples(20_000, (x, chance) => chance < 1 / (1 + Math.exp(-(1.5 * x - 0.5))))
    const model = await logisticOf(drawn, 0.01, pause)
    expect(oddsOf(model, [0, 7])).toBeCloseTo(-0.5, 1)
    expect(oddsOf(model, [1, 7]) - oddsOf(model, [0, 7])).toBeCloseTo(1.5, 1)
  })

  it('stays finite where all answers are the same, or told apart by one feature', async () => {
    const same = await logisticOf(
      examples(50, () => true),
      1,
      pause,
    )
    const apart = await logisticOf(
      examples(50, (x) => x > 0),
      1,
      pause,
    )
    for (const model of [same, apart]) {
      expect(model.coefficients.every(Number.isFinite)).toBe(true)
    }
    expect(oddsOf(same, [0, 7])).toBeGreaterThan(2)
    expect(oddsOf(apart, [1, 7])).toBeGreaterThan(oddsOf(apart, [-1, 7]))
  })

  it('stays finite of no examples and of rows that weigh nothing', async () => {
    const none = examples(0, () => true)
    const weightless = { ...examples(10, (x) => x > 0), weights: new Float32Array(10) }
    for (const given of [none, weightless]) {
      const { coefficients } = await logisticOf(given, 1, pause)
      expect(coefficients.every(Number.isFinite)).toBe(true)
    }
  })

  it('has odds that are the sum of its constant and its features', async () => {
    const model = await logisticOf(
      examples(200, (x) => x > 0.3),
      1,
      pause,
    )
    const row = [0.4, 7]
    const sum = (model.coefficients[0] as number) + shareOf(model, row, 0) + shareOf(model, row, 1)
    expect(oddsOf(model, row)).toBeCloseTo(sum, 10)
  })

  it('lets others have their turn among many examples', async () => {
    let turns = 0
    const many = examples(20_000, (x) => x > 0.3)
    await logisticOf(many, 1, async () => void turns++)
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})
