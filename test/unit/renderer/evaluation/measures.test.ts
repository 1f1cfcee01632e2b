import { expect, test } from 'vitest'
import type { MeasureInfo } from '../../../../src-main/domain/measure/measure'
import {
  differenceText,
  marginText,
  valueText,
  winsText,
} from '../../../../src-main/domain/measure/measure-text'
import { partsOfName } from '../../../../src-main/domain/measure/name'
import { measureInfos } from '../../../../src-main/evaluation/measures'
import { fittingColumns } from '../../../../src-renderer/views/evaluation/fitting-columns'
import {
  columnsOf,
  cutoffsOf,
  isShare,
  measuresOf,
} from '../../../../src-renderer/runs/measure-columns'
import { adaptiveRun, around, sampleDifference, sampleRun } from './sample-runs'

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

test('a difference says in how many queries a run is better, equal and worse', () => {
  expect(winsText(sampleDifference(0.05, 0.02))).toBe(
    'Better in 46 queries, equal in 58, worse in 16.',
  )
})

test('an adaptive recipe stands in the columns of k with the figures of its whole sets', () => {
  const runs = [sampleRun(), adaptiveRun()]
  const columns = columnsOf(runs, [recall, infoOf('Tools')], 5)
  expect(columns.map(({ title }) => title)).toEqual(['Recall@5', 'Tools given', 'p50', 'p95'])
  expect(runs.map((run) => columns[0]?.of(run))).toEqual([0.6, 0.7])
  expect(runs.map((run) => columns[1]?.of(run))).toEqual([undefined, 4.2])
})

test('what is measured at five more tools than are golden has a column whatever k is on show', () => {
  const measures = {
    ...sampleRun().measures,
    'Recall@n+5': around(0.8),
    'ToolCorrectness@n+5': around(0.9),
  }
  const run = sampleRun({ measures })
  const known = measuresOf([run], measureInfos())
  const atEach = [1, 5].map((k) =>
    columnsOf([run], known, k)
      .filter(({ key }) => key.endsWith('@n+5'))
      .map((column) => [column.title, column.label, column.nameIn?.(run), column.of(run)]),
  )
  expect(atEach[0]).toEqual([
    ['Recall@n+5', 'Recall, at n + 5', 'Recall@n+5', 0.8],
    ['ToolCorrectness@n+5', 'ToolSEE’s correctness, at n + 5', 'ToolCorrectness@n+5', 0.9],
  ])
  expect(atEach[1]).toEqual(atEach[0])
  expect(columnsOf([sampleRun()], known, 5).some(({ key }) => key.endsWith('@n+5'))).toBe(false)
})

test('a measure that no run has at this k has no column', () => {
  const keys = columnsOf([sampleRun()], [recall, infoOf('nDCG')], 1).map(({ key }) => key)
  expect(keys).toEqual(['Recall', 'p50', 'p95'])
  expect(columnsOf([adaptiveRun()], [recall], undefined)[0]?.title).toBe('Recall')
})

test('columns stand beside one another as far as there is room, the others are more', () => {
  const runs = [sampleRun(), sampleRun({ id: 'b' })]
  const columns = columnsOf(runs, [recall, tokens], 5)
  const namesIn = (room: number) => {
    const { first, more } = fittingColumns(columns, { runs, room })
    return [first, more].map((part) => part.map(({ key }) => key))
  }
  expect(namesIn(Infinity)).toEqual([['Recall', 'PromptTokens', 'p50', 'p95'], []])
  expect(namesIn(300)).toEqual([['Recall'], ['PromptTokens', 'p50', 'p95']])
  expect(namesIn(10)).toEqual([['Recall'], ['PromptTokens', 'p50', 'p95']])
})

test('a mean is written with half of its interval, unless that is nothing', () => {
  expect(marginText(recall, around(0.6, 0.05))).toBe('±0.050')
  expect(marginText(recall, { mean: 1, ci95: [1, 1] })).toBe('')
  expect(marginText(tokens, { mean: 5000, ci95: [4000, 6000] })).toBe('±1,000.0')
})

test('a name with @ but without a number is all measure', () => {
  expect(partsOfName('odd@name')).toEqual({ measure: 'odd@name' })
  expect(partsOfName('Recall@n+5')).toEqual({ measure: 'Recall', k: 'n+5' })
})
