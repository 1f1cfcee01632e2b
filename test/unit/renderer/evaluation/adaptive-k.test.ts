// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { evaluationOf } from './evaluation-of'
import { adaptiveRun, around, sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const own = adaptiveRun({
  nothingFits: {
    fitting: { queries: 120, wrong: 6 },
    negative: { queries: 30, wrong: 15 },
    leftOut: { queries: 120, wrong: 90 },
  },
  sameSize: {
    tools: 4.2,
    measures: { Recall: around(0.65) },
    differences: { Recall: { mean: 0.05, ci95: [0.02, 0.08] } },
  },
})

test('misses and false activations stand side by side, apart from the means', async () => {
  const { wrapper } = await evaluationOf([own], {
    'evaluation.confidence': ({ runs }) =>
      runs.map((run) => ({ run, fitting: { queries: 120, wrong: 6 } })),
  })
  const table = wrapper.get('[aria-label="Where no tool fits"]')
  expect(table.text()).toContain('never part of the means above')
  expect(table.findAll('td').map((cell) => cell.text())).toEqual([
    '6 of 120 (5.0 %)',
    '15 of 30 (50.0 %)',
    '90 of 120 (75.0 %)',
    '–',
  ])
})

test('what a size of its own gains is said beside a fixed one that is the same on average', async () => {
  const { wrapper } = await evaluationOf([own])
  const table = wrapper.get('[aria-label^="What adaptive k gains"]')
  expect(table.text()).toContain('4.20 tools for every query')
  expect(table.findAll('td').map((cell) => cell.text())).toEqual([
    '0.650',
    '0.700',
    '+0.050 [+0.020, +0.080]',
  ])
})

test('that there was nothing to ask is no share', async () => {
  const none = { queries: 0, wrong: 0 }
  const { fitting, leftOut } = own.nothingFits ?? { fitting: none, leftOut: none }
  const { wrapper } = await evaluationOf([
    { ...own, nothingFits: { fitting, leftOut, negative: none } },
  ])
  expect(wrapper.get('[aria-label="Where no tool fits"]').text()).toContain('none asked')
})

test('runs of a fixed size say nothing of either', async () => {
  const { wrapper } = await evaluationOf([sampleRun()])
  expect(wrapper.find('[aria-label="Where no tool fits"]').exists()).toBe(false)
})
