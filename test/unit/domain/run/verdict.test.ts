import { describe, expect, it } from 'vitest'
import type { Comparison, Difference } from '../../../../src-main/domain/run/comparison'
import {
  bestOf,
  clarityOf,
  clarityWords,
  groundsOf,
  mainCutoff,
  partsText,
  repeatedText,
  verdictText,
  pairToTell,
  verdictOf,
  verdictOnOne,
  type PairInVerdict,
  type RunInVerdict,
} from '../../../../src-main/domain/run/verdict'

const at = (mean: number) => ({ mean, ci95: [mean - 0.015, mean + 0.013] as [number, number] })

const told = (
  label: string,
  recall: number,
  more: Partial<RunInVerdict['run']> = {},
): RunInVerdict => ({
  label,
  run: {
    recipe: 'plain',
    goldenSet: 'dev',
    queries: 700,
    k: [1, 5],
    catalog: { tools: 107, revision: 1 },
    measures: { 'Recall@5': at(recall), 'PromptTokens@5': at(612) },
    ...more,
  },
})
const difference = (changes: Partial<Difference> = {}): Difference => ({
  mean: 0.017,
  ci95: [0.009, 0.026],
  wins: 46,
  ties: 638,
  losses: 16,
  fixed: 46,
  broken: 16,
  p: 0.0002,
  corrected: 0.0002,
  tested: 1,
  standardError: 0.0045,
  tells: 0.0089,
  told: { level: 0.95, interval: changes.ci95 ?? [0.009, 0.026] },
  ...changes,
})
const compared = (recall: Difference): Comparison => ({
  baseline: 'a',
  run: 'b',
  queries: 700,
  few: false,
  onlyBaseline: [],
  onlyRun: [],
  measures: { 'Recall@5': recall },
})
const pair = (changes: Partial<Difference> = {}, run = told('Hybrid', 0.91)): PairInVerdict => ({
  run,
  baseline: told('BM25', 0.893),
  comparison: compared(difference(changes)),
})
const sentence = (...given: Parameters<typeof pair>) => verdictText(verdictOf(pair(...given), 5))

describe('the verdict', () => {
  it('says which run is better, by how much, at what cost and in which queries', () => {
    expect(sentence()).toBe(
      'Hybrid beats BM25 by 1.7 points [0.9, 2.6] Recall@5 for about the same tokens (612 against 612); 46 queries fixed, 16 broken, 638 equal.',
    )
  })

  it('turns a difference round where the run is behind', () => {
    const worse = { mean: -0.017, ci95: [-0.026, -0.009] as [number, number] }
    expect(sentence(worse)).toContain(
      'Hybrid is 1.7 points [0.9, 2.6] Recall@5 behind BM25 for about the same',
    )
  })

  it('follows the corrected test, not whether the interval holds 0', () => {
    expect(sentence({ p: 0.03, corrected: 0.09 })).toContain(
      'Hybrid is 1.7 points [0.9, 2.6] Recall@5 above BM25 for about the same tokens (612 against 612), which may be chance; 46',
    )
    const below = { mean: -0.004, ci95: [-0.011, 0.003] as [number, number], corrected: 0.3 }
    expect(sentence(below)).toContain('is 0.4 points [−0.3, 1.1] Recall@5 below BM25')
  })

  it('says so where nothing is left of a difference, or nothing ever was', () => {
    expect(sentence({ mean: 0.0001, ci95: [-0.01, 0.01], corrected: 0.9 })).toContain(
      'Hybrid is level with BM25 by Recall@5, 0.0 points [−1.0, 1.0]',
    )
    expect(sentence({ wins: 0, losses: 0, ties: 700, fixed: 0, broken: 0, mean: 0 })).toBe(
      'Hybrid and BM25 have the same Recall@5 for about the same tokens (612 against 612); 0 queries fixed, 0 broken, 700 equal.',
    )
  })

  it('counts apart what is neither fixed nor broken, so that all queries are counted', () => {
    expect(sentence({ wins: 50, losses: 17, ties: 633 })).toContain(
      '46 queries fixed, 16 broken, 4 partly better, 1 partly worse, 633 equal.',
    )
  })

  it('opens what its numbers count', () => {
    const opened = verdictOf(pair(), 5).flatMap((part) => (typeof part === 'string' ? [] : [part]))
    expect(opened).toEqual([
      { text: '1.7 points [0.9, 2.6]', opens: 'differing' },
      { text: '46 queries', opens: 'fixed' },
      { text: '16', opens: 'broken' },
      { text: '638', opens: 'equal' },
    ])
  })

  it.each([
    [612, 630, 'for about the same tokens (630 against 612)'],
    [612, 700, 'for 14 % more tokens (700 against 612)'],
    [700, 612, 'for 13 % fewer tokens (612 against 700)'],
    [200, 640, 'for 3.2 times the tokens (640 against 200)'],
    [0, 640, 'for more tokens (640 against 0)'],
  ])('tells %d tokens against %d', (before, after, words) => {
    const withTokens = (tokens: number) => ({
      measures: { 'Recall@5': at(0.9), 'PromptTokens@5': at(tokens) },
    })
    const given = {
      ...pair({}, told('Hybrid', 0.9, withTokens(after))),
      baseline: told('BM25', 0.9, withTokens(before)),
    }
    expect(verdictText(verdictOf(given, 5))).toContain(`Recall@5 ${words}; `)
  })

  it('is on the best of several', () => {
    const pairs = [pair({}, told('Dense', 0.8)), pair({}, told('Hybrid', 0.91))]
    expect(bestOf(pairs, 5)?.run.label).toBe('Hybrid')
    expect(bestOf(pairs, 10)).toBeUndefined()
  })
})

describe('what the verdict stands on', () => {
  it('are the queries, with the smallest difference that they tell', () => {
    expect(verdictText(groundsOf([pair()], { k: 5 }))).toBe(
      '700 queries can’t detect less than 0.9 points.',
    )
  })

  it('are all runs that were tested, corrected for as many', () => {
    const pairs = [
      pair({}, told('Hybrid', 0.91)),
      pair({ corrected: 0.3 }, told('Dense', 0.8)),
      pair({ mean: -0.1 }, told('Poor', 0.7)),
    ]
    expect(verdictText(groundsOf(pairs, { k: 5 }))).toBe(
      '3 runs tested against BM25, corrected for as many (Holm): 1 clearly better, 1 clearly worse, 1 which may be chance. 700 queries can’t detect less than 0.9 points.',
    )
  })

  it('are too few where hardly any query differs', () => {
    const { tells: _, ...few } = difference({ wins: 3, losses: 1 })
    const given = { ...pair(), comparison: compared(few) }
    expect(verdictText(groundsOf([given], { k: 5 }))).toBe(
      '700 queries, of which only 4 differ, are too few to tell any difference.',
    )
  })
})

describe('the verdict on one run', () => {
  const one = (more: Partial<RunInVerdict['run']> = {}) =>
    verdictText(verdictOnOne(told('BM25', 0.893, more), 5))

  it('says what it reaches, for which of all tokens', () => {
    const catalog = { tools: 107, revision: 1, promptTokens: 15_472 }
    expect(one({ catalog })).toBe(
      'BM25 finds 89.3 % [87.8, 90.6] of the right tools with the first 5 tools (Recall@5), for 612 of the 15,472 tokens that all 107 tools take in every prompt.',
    )
    expect(one({ catalog: { ...catalog, hidden: 4 }, everythingTokens: 14_952 })).toContain(
      'for 612 of the 14,952 tokens that all 103 visible tools take in every prompt.',
    )
    expect(one()).toContain(', for 612 tokens a query.')
  })

  it('counts the queries that lack a tool', () => {
    const measures = (all: number, hit: number) => ({
      measures: { 'Recall@5': at(0.9), 'All@5': at(all), 'Hit@5': at(hit) },
    })
    expect(one(measures(0.9, 0.99))).toContain(
      '; 70 of 700 queries lack a right tool, 7 all of them.',
    )
    expect(one(measures(1, 1))).toContain('; none of 700 queries lacks a tool.')
  })
})

describe('words of a difference', () => {
  it('are of cost the other way round', () => {
    expect(clarityOf(difference({ mean: -20 }), 'lower')).toBe('better')
    expect(clarityOf(difference({ mean: -20 }), 'higher')).toBe('worse')
  })

  it('name the corrected chance', () => {
    expect(clarityWords(difference())).toBe('clearly better, p < .001')
    expect(clarityWords(difference({ corrected: 0.0421 }))).toBe('clearly better, p = .042')
    expect(clarityWords(difference({ corrected: 0.4 }))).toBe('may be chance, p = .40')
    expect(clarityWords(difference({ wins: 0, losses: 0 }))).toBe('no difference')
  })
})

describe('what is to be known besides', () => {
  it('are different parts of a golden set, run by run', () => {
    const runs = [told('BM25', 0.9), told('Hybrid', 0.9, { sample: { size: 200, seed: 1 } })]
    expect(partsText(runs)).toBe(
      'No comparison: each run was measured on its own queries: BM25 on all 700 queries of “dev”; Hybrid on a sample of 200 queries, seed 1 of “dev”.',
    )
    expect(partsText(runs.slice(1))).toBeUndefined()
  })

  it('are queries that were put in twice', () => {
    expect(repeatedText({ queries: 700 })).toEqual([])
    expect(repeatedText({ queries: 700, repeated: 12 })[0]).toMatch(
      /^12 of 700 queries say the same as another one: each counts/,
    )
  })

  it('is which k is told of first', () => {
    expect([[1, 5, 10], [1, 5], [7], []].map(mainCutoff)).toEqual([5, 1, 7, undefined])
  })
})

describe('the pair that is told of', () => {
  const other = (id: string, recall: number, mean: number): PairInVerdict => ({
    run: told(id, recall),
    baseline: told('BM25', 0.893),
    comparison: { ...compared(difference({ mean })), run: id },
  })
  const pairs = [other('good', 0.9, 0.007), other('best', 0.95, 0.057)]

  it('is that of the run that is chosen, though another is better', () => {
    expect(pairToTell(pairs, 'good', 5)?.comparison.run).toBe('good')
    expect(pairToTell(pairs, 'best', 5)?.comparison.run).toBe('best')
  })

  it('is that of the best where the baseline is chosen, or nothing', () => {
    expect(pairToTell(pairs, 'a', 5)?.comparison.run).toBe('best')
    expect(pairToTell(pairs, undefined, 5)?.comparison.run).toBe('best')
  })

  it('is none where the chosen run was not measured at that k', () => {
    expect(pairToTell(pairs, 'good', 7)).toBeUndefined()
  })
})

describe('a verdict on runs of which one gives fewer tools than k', () => {
  const measures = { 'Recall@2': at(0.78), 'Recall@5': at(0.86) }
  const few = told('Acme', 0.78, { options: { limit: 2 } })
  const whole = told('Hybrid', 0.86, { measures, k: [2, 5] })
  const pair = { ...compared(difference({ mean: -0.029, ci95: [-0.04, -0.018] })) }
  const limited = { ...pair, most: 2 }
  const said = (run: RunInVerdict, baseline: RunInVerdict, k = 5) =>
    verdictText(verdictOf({ run, baseline, comparison: limited }, k))

  it('is about as many of each, and names that k; what k tools find follows', () => {
    expect(said(few, whole)).toContain('Recall@2 behind Hybrid')
    expect(said(few, whole)).not.toContain('Recall@5')
    expect(said(few, whole)).toMatch(
      /\. Acme gives at most 2 tools, so no more of each are compared; with 5 Hybrid finds 86\.0 %\.$/,
    )
    expect(said(whole, few)).toContain('Recall@2 behind Acme')
    expect(said(whole, few)).toContain('Acme gives at most 2 tools')
  })

  it('says nothing of that where k is no more', () => {
    const comparison = { ...limited, measures: { 'Recall@2': difference() } }
    const text = verdictText(verdictOf({ run: few, baseline: whole, comparison }, 2))
    expect(text).toContain('Recall@2')
    expect(text).not.toContain('at most')
  })
})
