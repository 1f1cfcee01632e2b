import { describe, expect, it } from 'vitest'
import { learnByFolds, type FoldedQuery } from '../learning/learn-by-folds'
import { learnRankNet } from '../learning/rank-net'

const rows = (...values: number[][]) => Float64Array.from(values.flat())
const OPTIONS = { width: 1, l2: 0.1, notBelowZero: [] }

describe('RankNet', () => {
  it('finds the minimum: the slope of the loss is that of the L2', () => {
    // One pair, one apart: the loss log(1 + e^−w) has the slope −1 / (1 + e^w), and L2 that of 0.1
    // w.
    const [weight = 0] = learnRankNet(
      [{ features: rows([1], [0]), right: [0], wrong: [1] }],
      OPTIONS,
    )
    expect(1 / (1 + Math.exp(weight))).toBeCloseTo(0.1 * weight, 9)
  })

  it('counts each query alike, however many pairs it has', () => {
    const one = { features: rows([1], [0]), right: [0], wrong: [1] }
    const other = { features: rows([0], [1], [1], [1], [1]), right: [0], wrong: [1, 2, 3, 4] }
    expect(learnRankNet([one, other], OPTIONS)[0]).toBeCloseTo(0, 9)
  })

  it('learns nothing from labels that contradict each other', () => {
    const features = rows([1, 0], [0, 1])
    const weights = learnRankNet(
      [
        { features, right: [0], wrong: [1] },
        { features, right: [1], wrong: [0] },
      ],
      { ...OPTIONS, width: 2 },
    )
    expect([...weights].map((weight) => Math.abs(weight) < 1e-9)).toEqual([true, true])
  })

  it('leaves a weight at 0 that would be below and may not, and learns the others without it', () => {
    const query = { features: rows([1, 0], [0, 1]), right: [0], wrong: [1] }
    const [first = 0, second = 0] = learnRankNet([query], {
      ...OPTIONS,
      width: 2,
      notBelowZero: [1],
    })
    const [alone = 0] = learnRankNet([{ ...query, features: rows([1], [0]) }], OPTIONS)
    expect(second).toBe(0)
    expect(first).toBeCloseTo(alone, 9)
  })

  it('keeps to numbers where right and wrong are told apart without a doubt', () => {
    const query = { features: rows([1e6], [-1e6]), right: [0], wrong: [1] }
    const [weight = NaN] = learnRankNet([query], { ...OPTIONS, l2: 1e-6 })
    expect(weight).toBeGreaterThan(0)
    expect(Number.isFinite(weight)).toBe(true)
  })
})

describe('learning by folds', () => {
  /** In every fold the first feature is right; in fold 0 alone, the second one says the answer. */
  const queries = Array.from({ length: 20 }, (_, at): FoldedQuery => {
    const fold = at % 4
    const said = fold === 0 ? 5 : 0
    return { features: rows([0.5, said], [0, 0]), right: [0], wrong: [1], fold }
  })
  const call = {
    width: 2,
    notBelowZero: [],
    worth: () => 1,
    pause: () => Promise.resolve(),
  }

  it('learns the weights of a fold without its queries', async () => {
    const { ofFold, weights } = await learnByFolds(queries, call)
    expect([...ofFold.keys()]).toEqual([0, 1, 2, 3])
    expect(Math.abs(ofFold.get(0)?.[1] ?? NaN)).toBeLessThan(1e-9)
    expect(ofFold.get(1)?.[1]).toBeGreaterThan(0.1)
    expect(weights[1]).toBeGreaterThan(0.1)
  })

  it('chooses its settings by queries of the training folds alone', async () => {
    const seen: number[] = []
    await learnByFolds(queries, {
      ...call,
      worth: (query) => seen.push(query.fold) * 0,
      onProgress: (done) => done === 1 && expect(seen).not.toContain(0),
    })
    expect(seen).toContain(0)
  })

  it('judges a setting on queries that it was not fitted on', async () => {
    const second = new Map<number, number[]>()
    await learnByFolds(queries, {
      ...call,
      worth: ({ fold }, weights) => {
        second.set(fold, [...(second.get(fold) ?? []), Math.abs(weights[1] ?? NaN)])
        return 1
      },
    })
    // What the second feature says, the queries of fold 0 alone teach: theirs are ranked by weights
    // that never saw it.
    expect(Math.max(...(second.get(0) ?? []))).toBeLessThan(1e-9)
    for (const fold of [1, 2, 3]) expect(Math.max(...(second.get(fold) ?? []))).toBeGreaterThan(0.1)
  })

  it.each([
    ['large weights are worth most', (weights: Float64Array) => weights[0] ?? 0, 0.003],
    ['small weights are', (weights: Float64Array) => -(weights[0] ?? 0), 0.1],
    ['all are worth as much: the first', () => 1, 0.003],
  ])('takes the setting that is worth most: %s', async (_, worthOf, l2) => {
    const worth = (__: FoldedQuery, weights: Float64Array) => worthOf(weights)
    const { weights } = await learnByFolds(queries, { ...call, worth })
    expect(weights).toEqual(learnRankNet(queries, { width: 2, notBelowZero: [], l2 }))
  })

  it('learns from the wrong tools that are hardest to tell, which come first', async () => {
    // Of 30 wrong tools, the first 25 are without the second feature; the last five would teach it.
    const hardest = Array.from({ length: 25 }, () => [0, 0])
    const features = rows([1, 0], ...hardest, ...Array.from({ length: 5 }, () => [0, -5]))
    const wrong = Array.from({ length: 30 }, (_, at) => at + 1)
    const many = [0, 1, 2].map((fold): FoldedQuery => ({ features, right: [0], wrong, fold }))
    const { weights } = await learnByFolds(many, call)
    expect(weights[0]).toBeGreaterThan(0.1)
    expect(Math.abs(weights[1] ?? NaN)).toBeLessThan(1e-9)
  })

  it('stops where it is told to', async () => {
    let pauses = 0
    const stopping = {
      ...call,
      pause: () => (++pauses > 3 ? Promise.reject(new Error('stopped')) : Promise.resolve()),
    }
    await expect(learnByFolds(queries, stopping)).rejects.toThrow('stopped')
    expect(pauses).toBe(4)
  })
})
