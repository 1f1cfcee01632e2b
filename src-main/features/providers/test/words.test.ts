import { describe, expect, it } from 'vitest'
import type { Comparison, Difference } from '../../../domain/run/comparison'
import { comparedText, foundText, providerPairs, providersText } from '../shared/words'
import type { PairInVerdict, RunInVerdict } from '../../../domain/run/verdict'

const simulates = {
  by: 'Acme',
  page: 'https://acme.example/search',
  read: '2026-11-28',
  assumed: ['Its weights are not published.'],
}
const simulatedBy = (recipe: string) => (recipe.startsWith('acme') ? simulates : undefined)

const told = (recipe: string, label: string, recall: number): RunInVerdict => ({
  label,
  run: {
    recipe,
    goldenSet: 'dev',
    queries: 700,
    k: [5],
    catalog: { tools: 107, revision: 1 },
    measures: { 'Recall@5': { mean: recall, ci95: [recall - 0.02, recall + 0.02] } },
  },
})
const difference = (mean: number, corrected = 0.0002): Difference => ({
  mean,
  ci95: [mean - 0.02, mean + 0.02],
  wins: 10,
  ties: 600,
  losses: 90,
  p: corrected,
  corrected,
  tested: 2,
  standardError: 0.01,
  told: { level: 0.95, interval: [mean - 0.02, mean + 0.02] },
})
const pair = (recall: number, by: Difference, recipe = 'acme-words'): PairInVerdict => {
  const comparison: Comparison = {
    baseline: 'a',
    run: recipe,
    queries: 700,
    few: false,
    onlyBaseline: [],
    onlyRun: [],
    measures: {},
  }
  const label = recipe === 'acme-words' ? 'Acme, words' : 'Acme, patterns'
  comparison.measures = { 'Recall@5': { ...by, from: recall - by.mean } }
  return { run: told(recipe, label, recall), baseline: told('own', 'Hybrid', 0.95), comparison }
}
const verdict = (...pairs: PairInVerdict[]) => providersText(providerPairs(pairs, simulatedBy), 5)

describe('whether a provider’s own search would do', () => {
  it('is no where all find clearly less, with the best of them', () => {
    expect(verdict(pair(0.61, difference(-0.34)), pair(0.4, difference(-0.55), 'acme-p'))).toBe(
      'None of them would do: the best, Acme, words, finds less: 61.0 % of the right tools, Hybrid 95.0 %: 34.0 points [32.0, 36.0] more.',
    )
    expect(verdict(pair(0.61, difference(-0.34)))).toBe(
      'Acme, words would not do: 61.0 % of the right tools, Hybrid 95.0 %: 34.0 points [32.0, 36.0] more.',
    )
  })

  it('is maybe where the difference may be chance', () => {
    expect(
      verdict(pair(0.94, difference(-0.01, 0.4)), pair(0.4, difference(-0.55), 'acme-p')),
    ).toBe(
      'Acme, words may do as well as Hybrid: 94.0 % of the right tools, Hybrid 95.0 %: 1.0 point [−1.0, 3.0] more, which may be chance.',
    )
  })

  it('is yes where one finds clearly more', () => {
    expect(verdict(pair(0.98, difference(0.03)))).toBe(
      'Acme, words would do better than Hybrid: 98.0 % of the right tools, Hybrid 95.0 %: 3.0 points [1.0, 5.0] fewer.',
    )
  })

  /** A search that gives two tools, held against as many of the baseline. */
  const limited = (recall: number, by: Difference): PairInVerdict => {
    const whole = pair(recall, by)
    const run = { ...whole.run, run: { ...whole.run.run, options: { limit: 2 } } }
    return { ...whole, run, comparison: { ...whole.comparison, most: 2 } }
  }

  it('tells of as many tools of each, where one search gives fewer than k, and then of k', () => {
    const few = limited(0.61, difference(-0.07))
    expect(comparedText(few, 5)).toBe(
      '61.0 % of the right tools with 2 tools each, Hybrid 68.0 %: 7.0 points [5.0, 9.0] more',
    )
    expect(verdict(few)).toBe(
      'Acme, words would not do: 61.0 % of the right tools with 2 tools each, Hybrid 68.0 %: 7.0 points [5.0, 9.0] more. With 5 tools Hybrid finds 95.0 %.',
    )
    expect(foundText(few, 5)).toBe(
      '61.0 % of the right tools with 2 tools each, Hybrid 68.0 %: 7.0 points [5.0, 9.0] more. With 5 tools Hybrid finds 95.0 %.',
    )
  })

  it('is not maybe where as many tools of each find as much, and k tools of the baseline more', () => {
    expect(verdict(limited(0.61, difference(-0.01, 0.4)))).toContain('Acme, words would not do:')
    expect(verdict(limited(0.95, difference(-0.01, 0.4)))).toContain('may do as well as Hybrid:')
  })

  it('is not maybe where it gives fewer tools, and finds as much with so few alone', () => {
    const few = pair(0.5, difference(-0.01, 0.4))
    const run = { ...few.run, run: { ...few.run.run, k: [], measures: {} } }
    const measures = { Recall: { ...difference(-0.01, 0.4), from: 0.51 } }
    const comparison = { ...few.comparison, meanSize: 1, measures }
    expect(verdict({ ...few, run, comparison })).toBe(
      'Acme, words would not do: 50.0 % of the right tools with 1 tool each, Hybrid 51.0 %: 1.0 point [−1.0, 3.0] more, which may be chance. With 5 tools Hybrid finds 95.0 %.',
    )
  })

  it('tells what each finds where one picks its own k', () => {
    const few = pair(0.8, difference(-0.05))
    const measures = { Recall: { ...difference(-0.05), from: 0.6 } }
    const comparison = { ...few.comparison, measures }
    const recall = { Recall: { mean: 0.6, ci95: [0.5, 0.7] as [number, number] } }
    const adaptive = (side: RunInVerdict, tools: number): RunInVerdict => ({
      ...side,
      run: {
        ...side.run,
        k: [],
        measures: { ...recall, Tools: { mean: tools, ci95: [tools, tools] } },
      },
    })
    const atMean = { ...comparison, meanSize: 3 }
    const picked = { run: few.run, baseline: adaptive(few.baseline, 3.2), comparison: atMean }
    expect(comparedText(picked, 5)).toContain(
      '55.0 % of the right tools with 3 tools each, Hybrid 60.0 %:',
    )
    const whole = { run: adaptive(few.run, 40), baseline: few.baseline, comparison: atMean }
    expect(comparedText(whole, 5)).toContain(
      '55.0 % of the right tools with 3 tools each, Hybrid 60.0 %:',
    )
    const both = { run: adaptive(few.run, 40), baseline: adaptive(few.baseline, 3.2), comparison }
    expect(comparedText(both, 5)).toContain(
      '55.0 % of the right tools with 40 tools, Hybrid 60.0 % with 3:',
    )
  })

  it('is not said of other recipes, nor of a provider held against another', () => {
    expect(verdict({ ...pair(0.5, difference(-0.4)), run: told('own-2', 'Mine', 0.5) })).toBe('')
    expect(verdict({ ...pair(0.5, difference(-0.4)), baseline: told('acme-p', 'P', 0.9) })).toBe('')
  })

  it('is not said where the two were not measured alike', () => {
    const other = pair(0.5, difference(-0.4))
    const refused = { ...other, comparison: { ...other.comparison, measures: {} } }
    expect(verdict(refused)).toBe('')
    expect(comparedText(refused, 5)).toBe('')
    expect(foundText(refused, 5)).toBe('They were not measured alike.')
    const why = { message: 'Hybrid was not measured with 12 tools.', fix: 'Evaluate it at k = 12.' }
    const told = { ...refused, comparison: { ...refused.comparison, refused: why } }
    expect(foundText(told, 5)).toBe('Hybrid was not measured with 12 tools. Evaluate it at k = 12.')
  })
})
