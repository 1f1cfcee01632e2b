// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { h } from 'vue'
import type { ServerNamespaces } from '../../../../src-main/features/namespaces/shared/answers'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { fakeBridge } from '../../../../test/fakes/bridge'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'
import ProposedNamespaces from '../ProposedNamespaces.vue'

enableAutoUnmount(afterEach)

const DIR = '/home/ada/Pegboard/demo'
const CHAT: ServerNamespaces = {
  server: 'chat',
  tools: 10,
  namespaces: [
    {
      name: 'chat_channel',
      description: 'Tools for “channel” of chat: list, get (4 tools).',
      tools: ['a', 'b', 'c', 'd'] as ToolId[],
      by: 'name',
    },
  ],
}

async function panel(servers: ServerNamespaces[], isPublished = false) {
  const bridge = fakeBridge({
    'namespaces.propose': () => ({ most: 9, servers }),
    'namespaces.tag': () => ({ changed: 4, change: 'c1' }),
  })
  const view = { render: () => h(ProposedNamespaces, { dir: DIR, isPublished }) }
  const wrapper = await mountInApp(bridge, view)
  await settle(10)
  return { wrapper, bridge }
}

test('namespaces stand by server, and are written as tags', async () => {
  const { wrapper, bridge } = await panel([CHAT])
  const section = wrapper.get('section[aria-label="Namespaces of chat"]')
  expect(section.text()).toMatch(/10 tools in 1 namespace/)
  expect(section.get('li').text()).toMatch(/chat_channel\s*4\s*Tools for “channel” of chat/)
  await wrapper.get('button').trigger('click')
  await settle(10)
  expect(bridge.inputsOf('namespaces.tag')).toEqual([{ dir: DIR }])
  expect(wrapper.said).toEqual(['Tagged 4 tools. Catalog has the way back.'])
})

test('few tools need none, and what is published is not tagged', async () => {
  const { wrapper } = await panel([])
  expect(wrapper.text()).toContain('No server has more than 9 tools')
  expect((await panel([CHAT], true)).wrapper.find('button').exists()).toBe(false)
})
