// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { summaryOf } from '../../../../src-main/domain/run/run'
import { sampleAdvice } from '../../../../test/fakes/advice-answers'
import { fakeBridge } from '../../../../test/fakes/bridge'
import { writingAnswers, writtenRow } from '../../../../test/fakes/writing-answers'
import { forDevelopment } from '../../../../test/fixtures/golden-sets'
import {
  buttonOf,
  evaluationOf,
  openSetup,
} from '../../../../test/unit/renderer/evaluation/evaluation-of'
import { sampleRun } from '../../../../test/unit/renderer/evaluation/sample-runs'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'
import QueriesView from '../../../views/queries/QueriesView.vue'

enableAutoUnmount(afterEach)
afterEach(() => localStorage.clear())

test('the dialog that writes queries stays open when the first golden set comes of it', async () => {
  let sets: string[] = []
  const bridge = fakeBridge({
    ...writingAnswers([writtenRow('a')]),
    'golden.list': () => sets.map((name) => forDevelopment(summaryOf({ name, queries: [] }))),
  })
  const wrapper = await mountInApp(bridge, QueriesView)
  await settle(20)
  const buttons = wrapper.findAll('button')
  await buttons.find((one) => one.text() === 'Write queries with a model …')?.trigger('click')
  await settle(60)
  expect(document.querySelector('[role=dialog]')).not.toBeNull()
  sets = ['written']
  bridge.change({ dir: bridge.inputsOf('golden.list')[0]?.dir ?? '', revision: 200 })
  await settle(30)
  expect(wrapper.text()).not.toContain('No golden set yet')
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Write golden queries')
})

async function opens(wrapper: VueWrapper, button: string): Promise<void> {
  location.hash = ''
  await buttonOf(wrapper, button).trigger('click')
  expect(location.hash).toBe('#/queries')
}

test('Evaluate leads to it where there is no golden set yet', async () => {
  const { wrapper } = await evaluationOf([], { 'golden.list': () => [] })
  await opens(wrapper, 'Write queries with a model …')
})

test('the set that is measured on leads to it', async () => {
  const { wrapper } = await evaluationOf([sampleRun()])
  await openSetup(wrapper)
  await opens(wrapper, 'Write queries with a model …')
})

test('a decision leads to it only where the queries cannot decide', async () => {
  const unsure = () => sampleAdvice({ verdict: 'unsure' })
  const { wrapper } = await evaluationOf([sampleRun()], { 'evaluation.advise': unsure })
  await opens(wrapper, 'Write more queries')
  const reached = () => sampleAdvice({ verdict: 'reached' })
  const other = await evaluationOf([sampleRun()], { 'evaluation.advise': reached })
  expect(other.wrapper.text()).not.toContain('Write more queries')
})
