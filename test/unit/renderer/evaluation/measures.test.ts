import { expect, test } from 'vitest'
import type { MeasureInfo } from '../../../../src-main/domain/measure'
import { partsOfName } from '../../../../src-main/domain/measure-name'
import { measureInfos } from '../../../../src-main/evaluation/measures'
import {
  differenceSentence,
  verdictOf,
  winsText,
} from '../../../../src-renderer/views/evaluation/difference-words'
import {
  cellsOf,
  cutoffsOf,
  groupsOf,
  measuresOf,
} from '../../../../src-renderer/views/evaluation/measure-groups'
import {
  differenceText,
  isShare,
  valueText,
} from '../../../../src-renderer/views/evaluation/measure-words'
import { around, ownSizeRun, sampleDifference, sampleRun } from './sample-runs'

const infoOf = (name: string): MeasureInfo => {
  const found = measureInfos().find((info) => info.name === name)
  if (!found) throw new Error(`There is no measure ${name}.`)
  return found
}
const recall = infoOf('Recall')
const tokens = infoOf('PromptTokens')

test('measures stand in the order of the app, and those it does not know come last', () => {
  const later = sampleRun({ k: [10], measures: { 'Novelty@10': around(0.3), MRR: around(0.4) } })
  const shown = measuresOf([later, sampleRun()], measureInfos())
  expect(shown.map(({ name }) => name)).toEqual([
    'Recall',
    'MRR',
    'nDCG',
    'PromptTokens',
    'Novelty',
  ])
  expect(cutoffsOf([later, sampleRun()])).toEqual([1, 5, 10])
})

test('a value has the decimals that its measure asks for', () => {
  expect(valueText(recall, 0.9104)).toBe('0.910')
  expect(valueText(tokens, 1204.46)).toBe('1,204.5')
})

test('a difference has its sign, and none where nothing of it is left', () => {
  expect(differenceText(recall, 0.0171)).toBe('+0.017')
  expect(differenceText(tokens, -12.34)).toBe('−12.3')
  expect(differenceText(recall, -0.0001)).toBe('0.000')
})

test('only measures from 0 to 1 are drawn beside one another', () => {
  expect([recall, tokens].map(isShare)).toEqual([true, false])
})

test('a difference is clear only where its interval leaves out 0', () => {
  expect(verdictOf(sampleDifference(0.05, 0.02), recall)).toBe('better')
  expect(verdictOf(sampleDifference(-0.05, 0.02), recall)).toBe('worse')
  expect(verdictOf(sampleDifference(0.05, 0.06), recall)).toBe('unclear')
  expect(verdictOf(sampleDifference(0, 0), recall)).toBe('unclear')
})

test('of costs fewer is better', () => {
  expect(verdictOf(sampleDifference(-20, 5), tokens)).toBe('better')
})

test('a difference is told in a sentence, with whether it is clear', () => {
  const labels = { run: 'Hybrid', baseline: 'BM25' }
  const sentence = (difference = sampleDifference(0.05, 0.02)) =>
    differenceSentence(labels, { name: 'Recall@5', info: recall, difference })
  expect(sentence()).toBe('Hybrid is clearly better than BM25: Recall@5 +0.050 [+0.030, +0.070]')
  expect(sentence(sampleDifference(-0.05, 0.02))).toContain('Hybrid is clearly worse than BM25')
  expect(sentence(sampleDifference(0.01, 0.02))).toContain(
    'No clear difference between Hybrid and BM25',
  )
  expect(winsText(sampleDifference(0.05, 0.02))).toBe(
    'Better in 46 queries, equal in 58, worse in 16.',
  )
})

test('a recipe of its own size has one figure over all columns of k', () => {
  const [recalls, tools] = groupsOf([sampleRun(), ownSizeRun()], [recall, infoOf('Tools')], [1, 5])
  if (!recalls || !tools) throw new Error('A group is missing.')
  expect(cellsOf(sampleRun(), recalls).map(({ name }) => name)).toEqual(['Recall@1', 'Recall@5'])
  expect(cellsOf(ownSizeRun(), recalls)).toEqual([{ name: 'Recall', span: 2 }])
  expect(tools.k).toEqual([undefined])
  expect(cellsOf(ownSizeRun(), tools)).toEqual([{ name: 'Tools', span: 1 }])
})

test('without any k every measure still has its column', () => {
  expect(groupsOf([ownSizeRun()], [recall], [])).toEqual([{ info: recall, k: [undefined] }])
})

test('a name with @ but without a number is all measure', () => {
  expect(partsOfName('odd@name')).toEqual({ measure: 'odd@name' })
})
