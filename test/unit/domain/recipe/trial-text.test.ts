import { describe, expect, it } from 'vitest'
import type { SettingTrial } from '../../../../src-main/domain/recipe/trial'
import { trialText } from '../../../../src-main/domain/recipe/trial-text'

const trial: SettingTrial = {
  goldenSet: 'dev',
  recipe: 'hybrid',
  k: 5,
  queries: 50,
  of: 50,
  recall: 0.6,
  remarks: [],
  tried: [{ label: 'With each clause searched', options: { clauses: true }, recall: 0.88 }],
}

describe('what a trial of settings says', () => {
  it('is what is better, by how much, and how that is known', () => {
    const gain = { mean: 0.28, ci95: [0.16, 0.4] as [number, number] }
    expect(
      trialText({ ...trial, better: { tried: 0, gain, fixed: 14, broken: 0 } }, 'Hybrid'),
    ).toBe(
      'Hybrid, with each clause searched: 28.0 points more Recall@5 to be expected on other queries [16.0, 40.0]. Chosen on four fifths of your 50 queries and measured on the rest, each fifth in turn (14 fixed, 0 broken). A gain that stands out is partly chance: as much as that makes on average is taken off.',
    )
  })

  const words = { label: 'BM25', recipe: 'bm25', options: {}, recall: 0.7 }

  it('names another recipe that is better', () => {
    const gain = { mean: 0.125, ci95: [0.06, 0.19] as [number, number] }
    const better = { tried: 1, gain, fixed: 9, broken: 2 }
    expect(trialText({ ...trial, tried: [...trial.tried, words], better }, 'Hybrid')).toContain(
      'BM25 in place of Hybrid: 12.5 points more Recall@5 to be expected on other queries [6.0, 19.0].',
    )
  })

  it('is that nothing is clearly better, of how many settings and recipes, and the most that any adds', () => {
    const none = { ...trial, tried: [...trial.tried, words] }
    const most = { tried: 1, gain: { mean: 0.012, ci95: [-0.004, 0.03] as [number, number] } }
    expect(trialText({ ...none, most }, 'Hybrid')).toBe(
      'None of 1 other setting of Hybrid and 1 other recipe is clearly better on your 50 queries (Recall@5 60.0 %): at most +1.2 points [-0.4, 3.0], by BM25.',
    )
    const less = { tried: 0, gain: { mean: -0.02, ci95: [-0.03, -0.01] as [number, number] } }
    expect(trialText({ ...none, most: less }, 'Hybrid')).toContain(
      'the best of them, “With each clause searched”, adds −2.0 points.',
    )
    expect(trialText(trial, 'Hybrid')).toBe(
      'None of 1 other setting of Hybrid is clearly better on your 50 queries (Recall@5 60.0 %).',
    )
  })

  it('is that nothing can be tried, where there is nothing to try', () => {
    expect(trialText({ ...trial, tried: [] }, 'Hybrid')).toBe(
      'No other settings of Hybrid can be tried on your 50 queries.',
    )
  })
})
