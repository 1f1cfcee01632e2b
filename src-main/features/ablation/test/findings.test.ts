import { describe, expect, it } from 'vitest'
import { ablationFindings, pointsText, type AblationResult } from '../shared/findings'

const result = (
  label: string,
  [mean, low, high]: [number, number, number],
  { p50 = 2, calls = 0, differing = 20 } = {},
): AblationResult => ({
  label,
  difference: {
    mean,
    ci95: [low, high] as [number, number],
    told: { level: 0.95, interval: [low, high] as [number, number] },
    ties: 0,
    p: 0,
    tested: 10,
    standardError: 0.01,
    wins: mean > 0 ? differing : 0,
    losses: mean > 0 ? 0 : differing,
    corrected: low > 0 || high < 0 ? 0.001 : 0.8,
  },
  run: {
    latencyMs: { p50, p95: p50 },
    modelUse: { calls, cached: 0, promptTokens: 0, answerTokens: 0 },
  },
})
const measured = {
  name: 'Recall@5',
  queries: 120,
  whole: {
    latencyMs: { p50: 2, p95: 3 },
    modelUse: { calls: 120, cached: 0, promptTokens: 0, answerTokens: 0 },
  },
}

describe('what an ablation found', () => {
  it('is what matters most first, then what is better changed, and what gives nothing', () => {
    const found = ablationFindings(
      [
        result('without topics', [-0.001, -0.01, 0.008], { calls: 120 }),
        result('without questions', [-0.021, -0.03, -0.012], { calls: 120 }),
        result('without description', [-0.121, -0.15, -0.1], { calls: 120 }),
        result('BM25 b: 0', [0.02, 0.01, 0.03], { calls: 120 }),
      ],
      measured,
    )
    expect(found).toEqual([
      'What matters most to Recall@5: without description −12.1 [−15.0, −10.0]; without questions −2.1 [−3.0, −1.2].',
      'Better as changed: BM25 b: 0 +2.0 [+1.0, +3.0].',
      'No difference that 120 queries can tell: without topics.',
    ])
  })

  it('says what costs and gives nothing: model calls, and time where much is saved', () => {
    const found = ablationFindings(
      [
        result('without reranking', [0, -0.01, 0.01], { p50: 2 }),
        result('Clauses: off', [0, -0.01, 0.01], { p50: 1, calls: 120 }),
        result('stop words kept', [0, -0.01, 0.01], { p50: 1.7, calls: 120 }),
      ],
      measured,
    )
    expect(found).toContain(
      'Costs, and gives nothing that can be told: without reranking saves 120 model calls; Clauses: off takes 1.0 ms a query instead of 2.0.',
    )
  })

  it('calls nothing clear that chance explains, of as many as were tested together', () => {
    const unsure = result('x', [-0.1, -0.2, -0.05], { calls: 120 })
    unsure.difference.corrected = 0.3
    expect(ablationFindings([unsure], measured)).toEqual([
      'No part clearly matters to Recall@5 on these queries.',
      'No difference that 120 queries can tell: x.',
    ])
  })

  it('writes no −0.0', () => {
    const told = { level: 0.95, interval: [-0.0002, 0.0002] as [number, number] }
    expect(pointsText({ mean: -0.0001, told })).toBe('0.0 [0.0, 0.0]')
    expect(pointsText({ mean: -0.0001, told: { ...told, level: 0.975 } })).toBe(
      '0.0 [0.0, 0.0] (97.5 %)',
    )
  })
})
