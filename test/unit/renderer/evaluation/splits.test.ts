// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { settle } from '../in-app'
import { evaluationOf } from './evaluation-of'
import { sampleRun } from './sample-runs'

enableAutoUnmount(afterEach)

const learnedBy = (split?: object) => ({
  ...(split && { split: { by: 'bundle' as const, seed: 2, learned: 96, ...split } }),
  history: {
    queries: 96,
    tools: 40,
    heldOut: 0,
    sameTools: 3,
    perTool: { least: 1, median: 2, most: 5 },
  },
})

test('a split is asked for with the seed that is set', async () => {
  const { wrapper, bridge } = await evaluationOf([])
  const history = wrapper.findAll('select').find((one) => one.text().includes('80 %'))
  await history?.setValue('bundle')
  expect(wrapper.get('form').text()).toContain('that no query learned from took')
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(bridge.inputsOf('evaluation.run')[0]?.split).toEqual({ by: 'bundle', seed: 1 })
})

test('without a split none is asked for', async () => {
  const { wrapper, bridge } = await evaluationOf([])
  await wrapper.get('form').trigger('submit')
  await settle()
  expect(bridge.inputsOf('evaluation.run')[0]).not.toHaveProperty('split')
})

test('figures name their split, and how many measured queries have siblings in the history', async () => {
  const { wrapper } = await evaluationOf([sampleRun({ id: 'one', ...learnedBy({}) })])
  await settle()
  expect(wrapper.text()).toContain(
    'a fifth by bundle, whose bundles are new (seed 2), with the other 96 as history',
  )
  expect(wrapper.text()).toContain('3 measured queries need just the tools that one of them took')
})

test('figures that were learned without a split say so', async () => {
  const { wrapper } = await evaluationOf([sampleRun({ id: 'one', ...learnedBy() })])
  await settle()
  expect(wrapper.text()).toContain('(no split: what is logged here)')
})

test('runs of two splits stand side by side, named by their splits, without differences', async () => {
  const { wrapper, bridge } = await evaluationOf([
    sampleRun({ id: 'one', ...learnedBy({}) }),
    sampleRun({ id: 'two', ...learnedBy({ by: 'random', seed: 3 }) }),
  ])
  await settle()
  expect(wrapper.text()).toMatch(/· split by bundle, seed 2/)
  expect(wrapper.text()).toMatch(/· random split, seed 3/)
  expect(wrapper.text()).toContain('each run measured its own queries')
  expect(wrapper.text()).not.toContain('Baseline:')
  expect(bridge.inputsOf('evaluation.compare')).toEqual([])
  expect(wrapper.findAll('[aria-label="Measures by run"] tbody .clamp')).toHaveLength(2)
})
