import { describe, expect, it } from 'vitest'
import type { SettingTrial } from '../../../../src-main/domain/recipe/trial'
import { trialText } from '../../../../src-main/domain/recipe/trial-text'

const trial: SettingTrial = {
  ...{ goldenSet: 'dev', recipe: 'hybrid', k: 5, queries: 50, of: 50, recall: 0.6, remarks: [] },
  tried: [{ label: 'With each clause searched', options: { clauses: true }, recall: 0.88 }],
}

describe('what a trial of settings says', () => {
  it('is what is better, by how much, and how that is known', () => {
    const gain = { mean: 0.28, ci95: [0.16, 0.4] as [number, number] }
    expect(
      trialText({ ...trial, better: { tried: 0, gain, fixed: 14, broken: 0 } }, 'Hybrid'),
    ).toBe(
      'Hybrid, with each clause searched: 28.0 points more Recall@5 on your 50 queries [16.0, 40.0], 14 fixed, 0 broken. Chosen and measured on different queries, by five folds.',
    )
  })

  it('is that nothing is, where nothing is', () => {
    expect(trialText(trial, 'Hybrid')).toBe(
      'None of 1 other settings of Hybrid is clearly better on your 50 queries (Recall@5 60.0 %).',
    )
  })

  it('is that nothing can be tried, where there is nothing to try', () => {
    expect(trialText({ ...trial, tried: [] }, 'Hybrid')).toBe(
      'No other settings of Hybrid can be tried on your 50 queries.',
    )
  })
})
