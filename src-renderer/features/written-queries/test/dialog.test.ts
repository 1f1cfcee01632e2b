// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { summaryOf } from '../../../../src-main/domain/run/run'
import { fakeBridge } from '../../../../test/fakes/bridge'
import { writingAnswers, writtenRow } from '../../../../test/fakes/writing-answers'
import { forDevelopment } from '../../../../test/fixtures/golden-sets'
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
