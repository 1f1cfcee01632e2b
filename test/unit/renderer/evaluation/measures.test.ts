import { expect, test } from 'vitest'
import {
  cutoffsOf,
  leads,
  measureInfo,
  measuresOf,
  parseMeasure,
  uncertainty,
} from '../../../../src-renderer/views/evaluation/measures'
import { around, sampleRun } from './sample-runs'

test('a measure with its cut-off is taken apart', () => {
  expect(parseMeasure('nDCG@10')).toEqual({ measure: 'nDCG', k: 10 })
  expect(parseMeasure('latency')).toBeUndefined()
})

test('the best run leads clearly only when its interval meets no other', () => {
  expect(leads([around(0.9), around(0.5)], 'high')).toEqual(['clear', undefined])
  expect(leads([around(0.52), around(0.5)], 'high')).toEqual(['doubtful', undefined])
})

test('of costs the lowest leads', () => {
  expect(leads([around(900, 10), around(300, 10)], 'low')).toEqual([undefined, 'clear'])
})

test('equal means share the lead, in doubt', () => {
  expect(leads([around(0.5), around(0.5)], 'high')).toEqual(['doubtful', 'doubtful'])
})

test('nobody leads alone or without a measurement', () => {
  expect(leads([around(0.5)], 'high')).toEqual([undefined])
  expect(leads([around(0.5), undefined], 'high')).toEqual([undefined, undefined])
})

test('measures and cut-offs are those that any run has', () => {
  const runs = [sampleRun(), sampleRun({ k: [10], measures: { 'MAP@10': around(0.3) } })]
  expect(measuresOf(runs)).toEqual(['Recall', 'nDCG', 'PromptTokens', 'MAP'])
  expect(cutoffsOf(runs)).toEqual([1, 5, 10])
})

test('a measure named like a property of every object is an ordinary measure', () => {
  expect(measureInfo('constructor')).toMatchObject({ title: 'constructor', better: 'high' })
})

test('the uncertainty is half the widest interval', () => {
  const wide = sampleRun({ measures: { 'Recall@5': around(0.5, 0.08) } })
  expect(uncertainty([sampleRun(), wide], 'Recall@5')).toBeCloseTo(0.08)
})
