// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Bundle } from '../../../../src-main/domain/bundle'
import CatalogView from '../../../../src-renderer/views/catalog/CatalogView.vue'
import { fakeBridge } from '../../../fakes/bridge'
import { historyAnswers } from '../../../fakes/history-answers'
import { id } from '../../../fakes/catalog-tool'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const logged = (count: number): Bundle[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `logged-${at}`,
    query: `drop line ${at}`,
    tools: [id('mail/send_email')],
  }))

async function openTool(bundles: Bundle[]) {
  const bridge = fakeBridge(historyAnswers(bundles))
  const wrapper = await mountInApp(bridge, CatalogView)
  wrapper.navigation.go('catalog', { tool: 'mail/send_email' })
  await settle(10)
  return { bridge, wrapper }
}

test('a tool says how many logged queries took it, and shows the first', async () => {
  const { wrapper } = await openTool(logged(7))
  expect(wrapper.text()).toMatch(/Logged queries\s*7/)
  expect(wrapper.text()).toContain('drop line 4')
  expect(wrapper.text()).not.toContain('drop line 5')
  expect(wrapper.text()).toContain('and 2 more')
})

test('a tool without any says so, and leads to importing some', async () => {
  const { wrapper } = await openTool([])
  expect(wrapper.text()).toContain('No logged queries took this tool')
  expect(wrapper.findAll('button').some((one) => one.text() === 'Import logged queries …')).toBe(
    true,
  )
})

test('all of them are listed, and one is removed', async () => {
  const { bridge, wrapper } = await openTool(logged(3))
  await wrapper
    .findAll('button')
    .find((one) => one.text().startsWith('All 3 logged queries'))
    ?.trigger('click')
  await settle(20)
  const dialog = document.querySelector('[role=dialog]')
  expect(dialog?.textContent).toContain('3 logged queries of 1 tool, 3 a tool')
  dialog?.querySelector<HTMLButtonElement>('[aria-label^="Remove “drop line 1”"]')?.click()
  await settle(20)
  expect(bridge.inputsOf('history.remove')).toMatchObject([{ ids: ['logged-1'] }])
})
