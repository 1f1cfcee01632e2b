import { describe, expect, it } from 'vitest'
import type { QueryOutcome } from '../../../src-main/domain/run/run'
import { MEASURES } from '../../../src-main/evaluation/measures'
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

/** With the prompt tokens that an evaluation notes for these cut-offs. */
const notedAt = (k: number[], given: readonly QueryOutcome[]): QueryOutcome[] =>
  given.map((one) => ({
    ...one,
    promptTokensAt: k.map((cutoff) =>
      one.tools.slice(0, cutoff).reduce((sum, tool) => sum + (TOKENS[tool] ?? 0), 0),
    ),
  }))

const nested = (k: number[], given: readonly QueryOutcome[] = outcomes) =>
  summarise(notedAt(k, given), { k, nested: true }, call())

const outcomes = [
  outcome('ab', 'axb', { latencyMs: 10 }),
  outcome('c', 'xa', { latencyMs: 30, degraded: 'rewrite: no JSON' }),
  outcome('a', 'a', { latencyMs: 20 }),
]

describe('a summary', () => {
  it('names measures as papers do, at every cut-off', async () => {
    const { measures } = await nested([1, 5])
    const all = MEASURES.filter(
      ({ beyondGolden, ofMainsOnly, ofServersOnly, ofAdaptiveKOnly }) =>
        beyondGolden !== 'only' && !ofMainsOnly && !ofServersOnly && !ofAdaptiveKOnly,
    )
    expect(Object.keys(measures).sort()).toEqual(
      all.flatMap(({ name }) => [`${name}@1`, `${name}@5`]).sort(),
    )
    expect(measures).toHaveProperty(['nDCG@5'])
  })

  it('takes means over all queries, those without any hit included', async () => {
    const { queries, measures } = await nested([2, 3])
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
    const { measures } = await nested([1, 3])
    // 10, 5, 10
    expect(measures['PromptTokens@1']?.mean).toBeCloseTo(25 / 3, 12)
    // 10 + 5 + 20, 5 + 10, 10
    expect(measures['PromptTokens@3']?.mean).toBeCloseTo(60 / 3, 12)
  })

  it('draws curves up to the largest cut-off: entry i belongs to k = i + 1', async () => {
    const { curve, measures } = await nested([1, 4])
    const close = (values: number[]) => values.map((value) => Number(value.toFixed(10)))
    // Recall by query: ½ ½ 1 1, 0 0 0 0, 1 1 1 1
    if (!curve) throw new Error('no curve')
    expect(curve.k).toBeUndefined()
    expect(close(curve.recall)).toEqual(close([1.5 / 3, 1.5 / 3, 2 / 3, 2 / 3]))
    expect(close(curve.all)).toEqual(close([1 / 3, 1 / 3, 2 / 3, 2 / 3]))
    // 10 15 35 35, 5 15 15 15, 10 10 10 10
    expect(close(curve.promptTokens)).toEqual(close([25 / 3, 40 / 3, 60 / 3, 60 / 3]))
    expect(curve.recall[3]).toBeCloseTo(measures['Recall@4']?.mean ?? 0, 12)
  })

  it('gives median and 95th percentile of the latencies, and counts degraded queries', async () => {
    const { latencyMs, degraded } = await nested([1])
    // sorted 10 20 30; place 0.95 · 2 = 1.9: 20 + 0.9 · 10
    expect(latencyMs).toEqual({ p50: 20, p95: 29 })
    expect(degraded).toBe(1)
  })

  it('is the same each time', async () => {
    expect(await nested([1, 5])).toEqual(await nested([1, 5]))
  })

  it('of no queries is 0 all over', async () => {
    const { queries, measures, curve, latencyMs } = await nested([2], [])
    expect(queries).toBe(0)
    expect(measures['Recall@2']).toEqual({ mean: 0, ci95: [0, 0] })
    expect(curve?.recall).toEqual([0, 0])
    expect(latencyMs).toEqual({ p50: 0, p95: 0 })
  })

  it('stops when told to', async () => {
    const stopped = AbortSignal.abort(new Error('Stopped by the user.'))
    const slow = { ...call(), clock: fakeClock(20), signal: stopped }
    const stoppedNow = summarise(outcomes, { k: [1], nested: true }, slow)
    await expect(stoppedNow).rejects.toThrow('Stopped by the user.')
  })
})

describe('a summary of sets that are not nested', () => {
  const other = outcome('ab', 'axb', { sets: { 1: [id('b')] }, promptTokensAt: [20, 35] })

  it('judges the set that was given for each k, not the first of the largest', async () => {
    const { measures } = await summarise([other], { k: [1, 3], nested: false }, call())
    // b alone: 1 of 2, at place 1
    expect(measures['Recall@1']?.mean).toBe(1 / 2)
    expect(measures['MRR@1']?.mean).toBe(1)
    expect(measures['PromptTokens@1']?.mean).toBe(20)
    expect(measures['Recall@3']?.mean).toBe(1)
  })

  it('draws the curve where it was measured and nowhere else', async () => {
    const { curve } = await summarise([other], { k: [1, 3], nested: false }, call())
    expect(curve).toEqual({ k: [1, 3], recall: [0.5, 1], all: [0, 1], promptTokens: [20, 35] })
  })
})

describe('a summary of sets whose size the recipe decided', () => {
  const whole = (given: QueryOutcome[]) => summarise(given, { k: [], nested: true }, call())

  it('names measures without k, draws no curve and says how many tools were given', async () => {
    const { measures, curve } = await whole(outcomes)
    expect(curve).toBeUndefined()
    expect(Object.keys(measures).filter((name) => /@\d/.test(name))).toEqual([])
    // ab of axb, c of xa, a of a
    expect(measures['Recall']?.mean).toBeCloseTo((1 + 0 + 1) / 3, 12)
    expect(measures['Precision']?.mean).toBeCloseTo((2 / 3 + 0 + 1) / 3, 12)
    expect(measures['Tools']?.mean).toBe((3 + 2 + 1) / 3)
  })

  it('counts the prompt tokens of all tools given', async () => {
    const { measures } = await whole([outcome('a', 'ab', { promptTokens: 30 })])
    expect(measures['PromptTokens']?.mean).toBe(30)
  })
})
