// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import CatalogToolbar from '../../../../src-renderer/views/catalog/CatalogToolbar.vue'
import CatalogView from '../../../../src-renderer/views/catalog/CatalogView.vue'
import { ExportSwitch } from '../../../../src-main/domain/catalog/export'
import { ToolId } from '../../../../src-main/domain/tool/tool'
import { fakeBridge, type FakeBridge } from '../../../fakes/bridge'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const GOOD = {
  provider: 'OpenAI',
  switches: [],
  findings: [],
  names: [],
  tools: 0,
  total: 0,
  refused: 0,
  lost: 0,
}
const REFUSED = {
  ...GOOD,
  tools: 1,
  total: 2,
  refused: 2,
  findings: [
    {
      kind: 'refused' as const,
      tool: ToolId.parse('mail/send'),
      why: 'Another tool has its name: crm/send',
      fix: 'Rename.',
    },
    { kind: 'refused' as const, why: 'These are 129 tools', fix: 'Send fewer.' },
  ],
}
const offered = (name: string) => ({ file: name, name, size: 2 })

const READ = { 'files.read': () => ({ bytes: '' }) }

async function exportIn(bridge: FakeBridge) {
  const wrapper = await mountInApp(bridge, CatalogView)
  const choice = { format: 'openai', withAuthorLayer: true }
  wrapper.findComponent(CatalogToolbar).vm.$emit('export', choice)
  await settle(20)
  return choice
}

const button = (text: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')].find(
    (one) => one.textContent.trim() === text,
  )

test('an export that breaks no rule is saved at once', async () => {
  const bridge = fakeBridge()
  const choice = await exportIn(bridge)
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(bridge.inputsOf('catalog.export')).toMatchObject([{ ...choice, names: 'own' }])
})

test('what the provider would refuse is shown for each tool before anything is saved', async () => {
  const bridge = fakeBridge({ ...READ, 'catalog.checkExport': () => REFUSED })
  const choice = await exportIn(bridge)
  const shown = document.querySelector('[role=dialog]')?.textContent
  for (const { why, fix } of REFUSED.findings) {
    expect(shown).toContain(why)
    expect(shown).toContain(fix)
  }
  expect(shown).toContain('mail/send')
  expect(bridge.inputsOf('catalog.export')).toEqual([])
  button('Export as they are')?.click()
  await settle(20)
  expect(bridge.inputsOf('catalog.export')).toMatchObject([{ ...choice, names: 'own' }])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('other names come with a file that maps them back', async () => {
  const bridge = fakeBridge({
    ...READ,
    'catalog.checkExport': () => REFUSED,
    'catalog.export': () => ({ ...offered('tools.json'), names: offered('tools.names.json') }),
  })
  await exportIn(bridge)
  button('Export as server__name')?.click()
  await settle(20)
  expect(bridge.inputsOf('catalog.export')).toMatchObject([{ names: 'server__name' }])
  expect(bridge.inputsOf('files.read').map(({ file }) => file)).toEqual([
    'tools.json',
    'tools.names.json',
  ])
})

const switches = () => [...document.querySelectorAll<HTMLElement>('[role=dialog] [role=switch]')]

test('a format that can be told more is shown what it can be told, and is checked anew with it', async () => {
  const both = [...ExportSwitch.options]
  const bridge = fakeBridge({
    ...READ,
    'catalog.checkExport': ({ strict }) => ({ ...(strict ? REFUSED : GOOD), switches: both }),
  })
  await exportIn(bridge)
  expect(bridge.inputsOf('catalog.export')).toEqual([])
  const dialog = () => document.querySelector('[role=dialog]')?.textContent ?? ''
  expect(dialog()).toContain('OpenAI has nothing to refuse.')
  expect(button('Export as server__name')).toBeUndefined()
  const [strict] = switches()
  strict?.click()
  await settle(20)
  expect(dialog()).toContain('OpenAI would refuse 1 of these tools')
  button('Export as they are')?.click()
  await settle(20)
  expect(bridge.inputsOf('catalog.export')).toMatchObject([{ strict: true, deferLoading: false }])
})

test('no switch is in sight where the format has none', async () => {
  const bridge = fakeBridge({ ...READ, 'catalog.checkExport': () => REFUSED })
  await exportIn(bridge)
  expect(document.querySelector('[role=dialog]')).not.toBeNull()
  expect(switches()).toEqual([])
})
