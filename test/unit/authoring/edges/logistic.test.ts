import { describe, expect, it } from 'vitest'
import { fitLogistic, probabilityOf } from '../../../../src-main/authoring/edges/logistic'

const pause = async () => undefined
const PRIOR = { intercept: -2, features: [3, 0.5] }

/** Examples of one feature value, so many of them so. */
const examples = (value: number, isSo: number, of: number) =>
  Array.from({ length: of }, (_, at) => ({ features: [value, 0], isSo: at < isSo }))

describe('a logistic regression', () => {
  it('keeps to the prior where there is nothing to learn from', async () => {
    expect(await fitLogistic([], { prior: PRIOR, strength: 1 }, pause)).toEqual(PRIOR)
  })

  it('gives the shares that many examples have, whatever the prior', async () => {
    const many = [...examples(0, 100, 1000), ...examples(1, 700, 1000)]
    const weights = await fitLogistic(many, { prior: PRIOR, strength: 1 }, pause)
    expect(probabilityOf(weights, [0, 0])).toBeCloseTo(0.1, 2)
    expect(probabilityOf(weights, [1, 0])).toBeCloseTo(0.7, 2)
    // No example has it.
    expect(weights.features[1]).toBeCloseTo(0.5, 5)
  })

  it('moves little from the prior by a few examples, and stays finite where they are told apart', async () => {
    const few = [...examples(0, 0, 3), ...examples(1, 3, 3)]
    const weights = await fitLogistic(few, { prior: PRIOR, strength: 1 }, pause)
    expect(weights.features[0]).toBeGreaterThan(3)
    expect(weights.features[0]).toBeLessThan(5)
  })

  it('lets others have their turn among many examples', async () => {
    let turns = 0
    await fitLogistic(
      examples(1, 5000, 20_000),
      { prior: PRIOR, strength: 1 },
      async () => void turns++,
    )
    expect(turns).toBeGreaterThanOrEqual(4)
  })
})
