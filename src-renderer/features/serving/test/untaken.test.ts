// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeBridge } from '../../../../test/fakes/bridge'
import { queueAnswer } from '../../../../test/fakes/queue-answers'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'
import ImproveView from '../../../views/improve/ImproveView.vue'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

/** What stands above a queue, where agents took nothing of so many searches. */
async function improve(untaken: number) {
  const row = { tool: 'send_email', name: 'send_email', counts: { served: 1 } }
  const answer = queueAnswer({ total: 1, all: 1, rows: [row as never], untaken })
  const wrapper = await mountInApp(fakeBridge({ 'queue.list': () => answer }), ImproveView)
  await settle(40)
  return wrapper
}

test('the queue says of how many searches agents took nothing, and leads to them', async () => {
  const wrapper = await improve(2)
  expect(wrapper.text()).toMatch(/Agents took nothing of\s*2 searches, or asked again\./)
  const way = wrapper.findAll('button').find((one) => one.text() === '2 searches')
  await way?.trigger('click')
  expect(location.hash).toBe('#/serve/requests')
})

test('the queue says nothing of agents where they took something each time', async () => {
  const wrapper = await improve(0)
  expect(wrapper.text()).toMatch(/1 tool asks\s+for a decision/)
  expect(wrapper.text()).not.toContain('Agents took nothing')
})
