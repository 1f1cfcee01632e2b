import { describe, expect, it } from 'vitest'
import type { QueryOutcome } from '../../../src-main/domain/run'
import { summarise } from '../../../src-main/evaluation/summarise'
import { id } from '../../fakes/catalog-tool'
import { fakeClock } from '../../fakes/clock'

const outcome = (
  golden: string,
  tools: string,
  more: Partial<QueryOutcome> = {},
): QueryOutcome => ({
  id: golden,
  text: golden,
  golden: [...golden].map(id),
  tools: [...tools].map(id),
  promptTokens: 0,
  latencyMs: 1,
  ...more,
})

const TOKENS: Record<string, number> = { a: 10, b: 20, c: 30, x: 5 }
const call = () => ({
  clock: fakeClock(),
  signal: new AbortController().signal,
  promptTokens: (tool: string) => TOKENS[tool] ?? 0,
})

const outcomes = [
  outcome('ab', 'axb', { latencyMs: 10 }),
  outcome('c', 'xa', { latencyMs: 30, degraded: 'rewrite: no JSON' }),
  outcome('a', 'a', { latencyMs: 20 }),
]

describe('a summary', () => {
  it('names measures as papers do, at every cut-off', async () => {
    const { measures } = await summarise(outcomes, [1, 5], call())
    const names = ['Recall', 'Precision', 'Hit', 'All', 'MRR', 'MAP', 'nDCG', 'TRACC']
    const all = [...names, 'LengthDifference', 'PromptTokens']
    expect(Object.keys(measures).sort()).toEqual(
      all.flatMap((name) => [`${name}@1`, `${name}@5`]).sort(),
    )
  })

  it('takes means over all queries, those without any hit included', async () => {
    const { queries, measures } = await summarise(outcomes, [2, 3], call())
    expect(queries).toBe(3)
    // 1/2, 0, 1
    expect(measures['Recall@2']?.mean).toBeCloseTo(1.5 / 3, 12)
    // 1, 0, 1
    expect(measures['Recall@3']?.mean).toBeCloseTo(2 / 3, 12)
    // 0, 0, 1
    expect(measures['All@2']?.mean).toBeCloseTo(1 / 3, 12)
    expect(measures['All@2']?.ci95[0]).toBeLessThan(1 / 3)
    expect(measures['All@2']?.ci95[1]).toBeGreaterThan(1 / 3)
  })

  it('counts the prompt tokens of the tools within each cut-off', async () => {
    const { measures } = await summarise(outcomes, [1, 3], call())
    // 10, 5, 10
    expect(measures['PromptTokens@1']?.mean).toBeCloseTo(25 / 3, 12)
    // 10 + 5 + 20, 5 + 10, 10
    expect(measures['PromptTokens@3']?.mean).toBeCloseTo(60 / 3, 12)
  })

  it('draws curves up to the largest cut-off: entry i belongs to k = i + 1', async () => {
    const { curve, measures } = await summarise(outcomes, [1, 4], call())
    const close = (values: number[]) => values.map((value) => Number(value.toFixed(10)))
    // Recall by query: ½ ½ 1 1, 0 0 0 0, 1 1 1 1
    expect(close(curve.recall)).toEqual(close([1.5 / 3, 1.5 / 3, 2 / 3, 2 / 3]))
    expect(close(curve.all)).toEqual(close([1 / 3, 1 / 3, 2 / 3, 2 / 3]))
    // 10 15 35 35, 5 15 15 15, 10 10 10 10
    expect(close(curve.promptTokens)).toEqual(close([25 / 3, 40 / 3, 60 / 3, 60 / 3]))
    expect(curve.recall[3]).toBeCloseTo(measures['Recall@4']?.mean ?? 0, 12)
  })

  it('gives median and 95th percentile of the latencies, and counts degraded queries', async () => {
    const { latencyMs, degraded } = await summarise(outcomes, [1], call())
    // sorted 10 20 30; place 0.95 · 2 = 1.9: 20 + 0.9 · 10
    expect(latencyMs).toEqual({ p50: 20, p95: 29 })
    expect(degraded).toBe(1)
  })

  it('is the same each time', async () => {
    expect(await summarise(outcomes, [1, 5], call())).toEqual(
      await summarise(outcomes, [1, 5], call()),
    )
  })

  it('of no queries is 0 all over', async () => {
    const { queries, measures, curve, latencyMs } = await summarise([], [2], call())
    expect(queries).toBe(0)
    expect(measures['Recall@2']).toEqual({ mean: 0, ci95: [0, 0] })
    expect(curve.recall).toEqual([0, 0])
    expect(latencyMs).toEqual({ p50: 0, p95: 0 })
  })

  it('stops when told to', async () => {
    const stopped = AbortSignal.abort(new Error('Stopped by the user.'))
    const slow = { ...call(), clock: fakeClock(20), signal: stopped }
    await expect(summarise(outcomes, [1], slow)).rejects.toThrow('Stopped by the user.')
  })
})
