// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useEditHistory } from '../../../../src-renderer/composables/useEditHistory'
import LogRun from '../../../../src-renderer/views/evaluation/LogRun.vue'
import LogQuery from '../../../../src-renderer/views/playground/LogQuery.vue'
import { fakeBridge } from '../../../fakes/bridge'
import { id } from '../../../fakes/catalog-tool'
import { historyAnswers } from '../../../fakes/history-answers'
import { provided, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const MAIL = id('mail/send_email')

test('what is logged from the Playground, or of a run, can be undone', async () => {
  const bridge = fakeBridge(historyAnswers([]))
  let history: ReturnType<typeof useEditHistory> | undefined
  const tools = [{ tool: MAIL, name: 'send_email', tokens: 1, rank: 1, origins: [] }] as never
  const frame = defineComponent({
    setup() {
      history = useEditHistory('/dir')
      return () => [
        h(LogQuery, { dir: '/dir', text: 'drop a line', tools, open: true }),
        h(LogRun, { dir: '/dir', run: 'r', k: 5, checked: new Set<string>() }),
      ]
    },
  })
  const wrapper = mount(frame, { global: provided(bridge), attachTo: document.body })
  const press = async (name: RegExp) => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.findLast((one) => name.test(one.textContent.trim()))?.click()
    await settle(20)
  }
  await settle(20)
  document.querySelector<HTMLInputElement>('[role=dialog] input')?.click()
  await settle(20)
  document.querySelector('[role=dialog] form')?.dispatchEvent(new Event('submit'))
  await settle(20)
  expect(history?.undoable.value).toEqual({ label: 'Logged a query', change: 'change 1' })
  await wrapper.getComponent(LogRun).get('button').trigger('click')
  await settle(20)
  await press(/^Log 3 queries/)
  expect(history?.undoable.value).toMatchObject({ change: 'change of a run' })
})
