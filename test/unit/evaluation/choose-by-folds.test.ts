import { describe, expect, it } from 'vitest'
import { chooseByFolds } from '../../../src-main/evaluation/statistics/choose-by-folds'
import { randomNumbers } from '../../../src-main/evaluation/statistics/random'

const noPause = () => Promise.resolve(undefined)
const column = (size: number, value: (at: number) => number) =>
  Float64Array.from({ length: size }, (_, at) => value(at))

describe('choosing among ways by folds', () => {
  it('takes what is better on all folds, and says by how much', async () => {
    const before = column(50, (at) => at % 2)
    const { best, gain } = await chooseByFolds([before, column(50, () => 1)], noPause)
    expect(best).toBe(1)
    expect(gain.mean).toBeCloseTo(0.5, 12)
    expect(gain.ci95[0]).toBeGreaterThan(0.3)
  })

  it('stays with the way in use where no other is better, and then adds nothing', async () => {
    const same = column(50, (at) => at % 2)
    const { best, gain } = await chooseByFolds([same, same.slice(), column(50, () => 0)], noPause)
    expect({ best, gain }).toEqual({ best: 0, gain: { mean: 0, ci95: [0, 0] } })
  })

  it('stays with the way in use where another is better by rounding alone', async () => {
    // Added up in turn, 0.3 + 0.2 + 0.1 is 0.6, and 0.1 + 0.2 + 0.3 is 0.6000000000000001.
    const ways = [Float64Array.of(0.3, 0.2, 0.1), Float64Array.of(0.1, 0.2, 0.3)]
    expect((await chooseByFolds(ways, noPause)).best).toBe(0)
  })

  it('measures the choice on queries that did not choose: the best of many by chance adds nothing', async () => {
    const random = randomNumbers(3)
    const coins = () => column(60, () => (random() < 0.5 ? 1 : 0))
    let chosenOnAll = 0
    let held = 0
    for (let draw = 0; draw < 60; draw++) {
      const ways = [coins(), ...Array.from({ length: 10 }, coins)]
      const { best, gain } = await chooseByFolds(ways, noPause)
      const sum = (values = new Float64Array()) => values.reduce((so, value) => so + value, 0)
      chosenOnAll += (sum(ways[best]) - sum(ways[0])) / 60 / 60
      held += gain.mean / 60
    }
    expect(chosenOnAll).toBeGreaterThan(0.08)
    expect(Math.abs(held)).toBeLessThan(0.04)
  })

  it('gives the same again', async () => {
    const ways = [column(40, (at) => at % 2), column(40, (at) => (at * 7) % 3)]
    expect(await chooseByFolds(ways, noPause)).toEqual(await chooseByFolds(ways, noPause))
  })

  it('says nothing of no queries', async () => {
    expect(await chooseByFolds([new Float64Array()], noPause)).toEqual({
      best: 0,
      gain: { mean: 0, ci95: [0, 0] },
    })
  })
})
