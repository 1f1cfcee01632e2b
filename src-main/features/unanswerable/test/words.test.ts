import { expect, it } from 'vitest'
import type { RiskCoverage } from '../shared/confidence'
import {
  negativesText,
  NO_NEGATIVES,
  refusalSentence,
  riskCoverageText,
  unanswerableSentence,
  wrongText,
} from '../shared/words'

const coverage = (mean: number, margin = 0.05): RiskCoverage => ({
  auroc: { mean, ci95: [mean - margin, mean + margin] },
  area: 0.214,
  riskAtAll: 0.333,
  queries: 150,
  points: [],
})

it.each([
  [0.85, 'tells them well (AUROC .85 [.80, .90])'],
  [0.75, 'tells them somewhat (AUROC .75 [.70, .80])'],
  [0.6, 'tells them poorly (AUROC .60 [.55, .65])'],
  [0.52, 'does not surely tell them (AUROC .52 [.47, .57])'],
  [0.26, 'is higher where no tool fits, so that it cannot tell them (AUROC .26 [.21, .31])'],
])('a score of AUROC %f %s', (mean, words) => {
  expect(riskCoverageText(coverage(mean))).toBe(words)
})

it('a run says what its score does, or that it has none', () => {
  expect(
    unanswerableSentence('BM25', { queries: 30, wrong: 30, riskCoverage: coverage(0.85) }),
  ).toBe(
    'How well BM25’s best tool matches tells them well (AUROC .85 [.80, .90]): area below its risk–coverage curve .21, risk without a threshold 33.3 %.',
  )
  expect(unanswerableSentence('Graph', { queries: 30, wrong: 30 })).toContain('gives no score')
  expect(unanswerableSentence('Graph', { queries: 0, wrong: 0 })).toBe('')
})

it('which queries were asked is said, or that there are none', () => {
  const fitting = { queries: 120, wrong: 0 }
  const negative = { queries: 30, wrong: 12 }
  expect(negativesText({ run: 'a', fitting, negative })).toBe('30 queries that name no tool')
  expect(negativesText({ run: 'a', fitting, negative: { ...negative, ofOtherSets: true } })).toBe(
    '30 queries that name no tool, of other golden sets',
  )
  expect(negativesText({ run: 'a', fitting })).toBe(NO_NEGATIVES)
  expect([wrongText(negative), wrongText({ queries: 0, wrong: 0 })]).toEqual([
    '12 of 30 (40.0 %)',
    'none asked',
  ])
})

it('a recipe that says itself when no tool fits tells how, and by which threshold', () => {
  const told = {
    fitting: { queries: 120, wrong: 7 },
    negative: { queries: 30, wrong: 9 },
    leftOut: { queries: 120, wrong: 102 },
  }
  const counts =
    'Hybrid refuses 7 of 120 (5.8 %) that some tool fits, and gives tools to 9 of 30 (30.0 %) that none fits.'
  expect(refusalSentence('Hybrid', told)).toBe(counts)
  expect(refusalSentence('Hybrid', { ...told, isLearned: true })).toBe(
    `${counts} Its threshold was learned from the golden queries, and each query is judged by what others taught.`,
  )
  expect(refusalSentence('Hybrid', { ...told, isLearned: false })).toMatch(/that ships: there/)
  const none = { queries: 0, wrong: 0 }
  expect(refusalSentence('Hybrid', { ...told, negative: none })).not.toContain('gives tools')
})
