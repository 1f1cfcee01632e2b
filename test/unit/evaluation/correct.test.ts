import { describe, expect, it } from 'vitest'
import type { Comparison, Difference } from '../../../src-main/domain/comparison'
import { correctedFor } from '../../../src-main/evaluation/correct'

const difference = (p: number, more: Partial<Difference> = {}): Difference => ({
  ...{ mean: 0.02, ci95: [0.01, 0.03], wins: 40, ties: 50, losses: 10 },
  ...{ p, corrected: p, tested: 1, standardError: 0.01 },
  ...more,
})
const comparison = (run: string, measures: Record<string, Difference>): Comparison => ({
  ...{ baseline: 'a', run, queries: 100, few: false, onlyBaseline: [], onlyRun: [] },
  measures,
})
const recalls = (...ps: number[]) =>
  correctedFor(ps.map((p, at) => comparison(`run ${at}`, { Recall: difference(p) }))).map(
    ({ measures }) => measures['Recall'] as Difference,
  )

describe('several runs held against one baseline', () => {
  it('are corrected by Holm: the smallest p times all of them, the next by one fewer', () => {
    // 3 · .01, 2 · .03, 1 · .04, which may not be below the one before it
    expect(recalls(0.04, 0.01, 0.03).map(({ corrected }) => corrected)).toEqual([0.06, 0.03, 0.06])
    expect(recalls(0.5, 0.7).map(({ corrected }) => corrected)).toEqual([1, 1])
    expect(recalls(0.04)[0]).toMatchObject({ corrected: 0.04, tested: 1 })
  })

  it('are counted measure by measure, without those that lack it', () => {
    const [one, other] = correctedFor([
      comparison('b', { Recall: difference(0.02), MRR: difference(0.02) }),
      comparison('c', { Recall: difference(0.03) }),
    ])
    expect(one?.measures['MRR']).toMatchObject({ corrected: 0.02, tested: 1 })
    expect(one?.measures['Recall']).toMatchObject({ corrected: 0.04, tested: 2 })
    expect(other?.measures['Recall']).toMatchObject({ corrected: 0.04, tested: 2 })
  })

  it('do not change what they were made of', () => {
    const given = [
      comparison('b', { Recall: difference(0.02) }),
      comparison('c', { Recall: difference(0.03) }),
    ]
    correctedFor(given)
    expect(given[0]?.measures['Recall']?.corrected).toBe(0.02)
  })
})

describe('the smallest difference that is told', () => {
  it('is 1.96 standard errors for one run, and more for several', () => {
    expect(recalls(0.02)[0]?.tells).toBeCloseTo(0.0196, 4)
    // For three, 2.394: the normal distribution at 1 − .05 / 6.
    expect(recalls(0.02, 0.02, 0.02)[0]?.tells).toBeCloseTo(0.02394, 4)
  })

  it('is none where so few queries differ that all may fall one way by chance', () => {
    const told = (wins: number) =>
      correctedFor([comparison('b', { Recall: difference(0.02, { wins, losses: 0 }) })])[0]
        ?.measures['Recall']?.tells
    expect([told(5), told(6)]).toEqual([undefined, expect.closeTo(0.0196, 4)])
  })
})
