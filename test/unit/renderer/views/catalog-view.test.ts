// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStatus } from '../../../../src-renderer/composables/useStatus'
import CatalogView from '../../../../src-renderer/views/catalog/CatalogView.vue'
import type { ActionAnswer } from '../../../../src-main/features/actions'
import type { ToolId } from '../../../../src-main/domain/tool/tool'
import { failure, fakeBridge, type Answers, type FakeBridge } from '../../../fakes/bridge'
import { sampleCatalog } from '../../../fakes/sample-catalog'
import { isSectionOpen, mountInApp, sectionHead, setSection, settle } from '../in-app'
import { standardWorks } from '../../../fakes/bridge-answers'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

async function open(bridge: FakeBridge, tool: string) {
  const wrapper = await mountInApp(bridge, CatalogView)
  wrapper.navigation.go('catalog', { tool })
  await settle(10)
  return wrapper
}

const fieldOf = (wrapper: VueWrapper, label: string) => {
  const found = wrapper.findAll('label').find((one) => one.text() === label)
  return wrapper.get(`[id="${found?.attributes('for')}"]`)
}

test('typing a search asks for the tools that hold the words, from the top', async () => {
  const bridge = fakeBridge()
  const wrapper = await mountInApp(bridge, CatalogView)
  await wrapper.get('input[type=search]').setValue('e-mail')
  await settle(200)
  expect(bridge.inputsOf('catalog.list').at(-1)).toMatchObject({
    filter: { search: 'e-mail' },
    offset: 0,
  })
  expect(wrapper.findAll('[role=rowgroup] [role=row]')).toHaveLength(1)
  expect(wrapper.text()).toContain('1 of 7 tools')
})

test('a filter that nothing passes offers to be cleared', async () => {
  const wrapper = await mountInApp(fakeBridge(), CatalogView)
  await wrapper.get('input[type=search]').setValue('zeppelin')
  await settle(200)
  expect(wrapper.text()).toContain('No tool passes the filter')
  await wrapper
    .findAll('button')
    .find((one) => one.text() === 'Clear the filter')
    ?.trigger('click')
  // The rows are still those of the filter.
  expect(wrapper.text()).not.toContain('This catalog is empty')
  await settle(200)
  expect(wrapper.text()).toContain('send_email')
})

test('an empty catalog says what to do next', async () => {
  const wrapper = await mountInApp(fakeBridge({}, sampleCatalog(0)), CatalogView)
  expect(wrapper.text()).toContain('This catalog is empty')
  expect(wrapper.findAll('button').some((one) => one.text() === 'Import a catalog')).toBe(true)
})

test('moving down the list opens the tool under the cursor', async () => {
  const bridge = fakeBridge()
  const wrapper = await mountInApp(bridge, CatalogView)
  await wrapper.get('[role=grid]').trigger('keydown', { key: 'ArrowDown' })
  await settle(20)
  expect(bridge.inputsOf('catalog.tool')).toMatchObject([{ id: 'calendar/create_event' }])
  expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('create_event')
})

test('markup in an imported description is shown as text', async () => {
  const wrapper = await open(fakeBridge(), 'payments/refund_payment')
  const detail = wrapper.get('[aria-label=Tool]')
  expect(detail.text()).toContain('<b>Not</b> to be undone')
  expect(detail.find('b').exists()).toBe(false)
})

test('a dependency leads to the tool it names', async () => {
  const bridge = fakeBridge()
  const wrapper = await open(bridge, 'calendar/create_event')
  await setSection('Edges')
  const link = wrapper
    .findAll('button.link')
    .find((one) => one.text() === 'calendar/find_free_slot')
  await link?.trigger('click')
  await settle(10)
  expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('find_free_slot')
})

test('what is folded asks for nothing, and what is open stays so from tool to tool', async () => {
  const bridge = fakeBridge()
  const wrapper = await open(bridge, 'calendar/create_event')
  const names = ['Overview', 'Texts', 'Definition', 'Edges', 'Fields', 'Document', 'Source']
  expect(names.filter(isSectionOpen)).toEqual(['Overview', 'Texts'])
  expect(sectionHead('Edges')?.textContent).toMatch(/Edges\s*\d/)
  for (const action of ['graph.neighbourhood', 'fields.tool', 'catalog.document'] as const) {
    expect(bridge.inputsOf(action)).toEqual([])
  }
  await setSection('Document')
  await setSection('Texts', false)
  expect(bridge.inputsOf('catalog.document')).toHaveLength(1)
  wrapper.navigation.go('catalog', { tool: 'maps/route_between' })
  await settle(20)
  expect(names.filter(isSectionOpen)).toEqual(['Overview', 'Document'])
  expect(bridge.inputsOf('catalog.document').at(-1)).toMatchObject({ id: 'maps/route_between' })
})

test('what the author writes is previewed as it is typed and saved by the shortcut', async () => {
  const bridge = fakeBridge()
  const wrapper = await open(bridge, 'maps/route_between')
  await fieldOf(wrapper, 'Questions it answers').setValue('How do I get to the station?')
  const preview = wrapper.get<HTMLDetailsElement>('.preview')
  preview.element.open = true
  await preview.trigger('toggle')
  await settle(250)
  expect(preview.text()).toContain('How do I get to the station?')
  dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true }))
  await settle(10)
  expect(bridge.inputsOf('catalog.saveLayer')).toMatchObject([
    { id: 'maps/route_between', layer: { questions: ['How do I get to the station?'] } },
  ])
})

test('a save says which layer it was written on, though another one was saved meanwhile', async () => {
  const catalog = sampleCatalog()
  const bridge = fakeBridge(newer, catalog)
  const wrapper = await open(bridge, 'tracker/list_issues')
  const entry = catalog.find(({ tool }) => tool.id === 'tracker/list_issues')
  if (entry) entry.layer = { topics: ['bugs'] }
  bridge.change({ ...changed, revision: 8 })
  await settle(20)
  await fieldOf(wrapper, 'Note for colleagues').setValue('Ask Ben about states.')
  await settle(10)
  if (entry) entry.layer = { topics: ['bugs', 'tasks'] }
  bridge.change(changed)
  await settle(20)
  wrapper.navigation.go('catalog', { tool: 'maps/route_between' })
  await settle(10)
  wrapper.navigation.go('catalog', { tool: 'tracker/list_issues' })
  await settle(10)
  await wrapper.get('form.layer').trigger('submit')
  await settle(10)
  expect(bridge.inputsOf('catalog.saveLayer')).toMatchObject([
    { base: { topics: ['bugs'] }, layer: { topics: ['bugs'], note: 'Ask Ben about states.' } },
  ])
})

test('an unsaved edit is still there after looking at another tool', async () => {
  const wrapper = await open(fakeBridge(), 'tracker/list_issues')
  await fieldOf(wrapper, 'Note for colleagues').setValue('Ask Ben about states.')
  await settle(10)
  wrapper.navigation.go('catalog', { tool: 'maps/route_between' })
  await settle(10)
  wrapper.navigation.go('catalog', { tool: 'tracker/list_issues' })
  await settle(10)
  const note = fieldOf(wrapper, 'Note for colleagues').element as HTMLTextAreaElement
  expect(note.value).toBe('Ask Ben about states.')
})

test('a save that fails says why where it was asked for and keeps the text', async () => {
  const bridge = fakeBridge({
    'catalog.saveLayer': () =>
      failure({ code: 'storage', message: 'The disk is full.', fix: 'Free some space.' }),
  })
  const wrapper = await open(bridge, 'mail/search_messages')
  await fieldOf(wrapper, 'Note for colleagues').setValue('Kept.')
  await wrapper.get('form.layer').trigger('submit')
  await settle(10)
  expect(wrapper.get('form.layer [role=alert]').text()).toContain('Free some space.')
  const note = fieldOf(wrapper, 'Note for colleagues').element as HTMLTextAreaElement
  expect(note.value).toBe('Kept.')
})

test('a clipboard that takes nothing is not said to have been copied to', async () => {
  let status: ReturnType<typeof useStatus>['status'] | undefined
  const wrapper = await mountInApp(fakeBridge(), CatalogView, () => (status = useStatus().status))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'))
  wrapper.navigation.go('catalog', { tool: 'maps/route_between' })
  await settle(10)
  await setSection('Source')
  await wrapper.get('button.copy').trigger('click')
  await settle()
  expect(status?.value).toMatchObject({ tone: 'danger' })
  vi.restoreAllMocks()
})

test('tools are removed only after the question is answered', async () => {
  const bridge = fakeBridge()
  const wrapper = await mountInApp(bridge, CatalogView)
  const grid = wrapper.get('[role=grid]')
  await grid.trigger('keydown', { key: 'ArrowDown' })
  await grid.trigger('keydown', { key: ' ' })
  await wrapper
    .findAll('button')
    .find((one) => one.text() === 'Remove…')
    ?.trigger('click')
  await settle(10)
  expect(bridge.inputsOf('catalog.remove')).toEqual([])
  const form = document.querySelector<HTMLFormElement>('[role=dialog] form')
  form?.dispatchEvent(new Event('submit'))
  await settle(10)
  expect(bridge.inputsOf('catalog.remove')).toMatchObject([{ ids: ['calendar/create_event'] }])
})

const newer: Answers = {
  'workspace.read': ({ dir }) => ({
    dir,
    name: 'Demo',
    createdAt: '2026-11-02T08:00:00Z',
    revision: 9,
    commit: 'commit 9',
    tools: 7,
    goldenSets: 0,
    worksWith: standardWorks,
    bundles: 0,
    runs: 0,
  }),
}
const changed = { dir: '/home/ada/Pegboard/demo', revision: 9 }

test('a change made elsewhere is read again', async () => {
  const bridge = fakeBridge(newer)
  await mountInApp(bridge, CatalogView)
  const before = bridge.inputsOf('catalog.list').length
  bridge.change(changed)
  await settle(10)
  expect(bridge.inputsOf('catalog.list').length).toBeGreaterThan(before)
})

test('when a change puts another tool under the cursor, the tool open stays and its row is found again', async () => {
  const catalog = sampleCatalog()
  const bridge = fakeBridge(newer, catalog)
  const wrapper = await mountInApp(bridge, CatalogView)
  const chosen = '[role=row][aria-selected=true]'
  await wrapper.get('[role=grid]').trigger('keydown', { key: 'End' })
  await settle(20)
  expect(wrapper.get(chosen).text()).toContain('list_issues')
  catalog.push(...sampleCatalog(8).slice(7))
  bridge.change(changed)
  await settle(20)
  expect(wrapper.get(chosen).text()).toContain('list_issues')
  expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('list_issues')
})

test('says how far a large catalog has been read and counted, and shows rows before the sums', async () => {
  const rowsCame = Promise.withResolvers<undefined>()
  const bridge = fakeBridge({
    'catalog.list': async (_, { onProgress }) => {
      onProgress?.({ what: 'Reading tools', done: 12_000, total: 100_000 })
      await rowsCame.promise
      return { total: 100_000, rows: [sampleRow] }
    },
    'catalog.facets': (_, { onProgress }) => {
      onProgress?.({ what: 'Counting tokens', done: 40_000, total: 100_000 })
      return new Promise(() => undefined)
    },
  })
  const wrapper = await mountInApp(bridge, CatalogView)
  expect(wrapper.text()).toContain('Reading tools')
  rowsCame.resolve(undefined)
  await settle(10)
  expect(wrapper.text()).not.toContain('Reading tools')
  expect(wrapper.text()).toContain('send_email')
  expect(wrapper.text()).toContain('Counting tokens: 40,000 of 100,000 tools')
})

const sampleRow: ActionAnswer<'catalog.list'>['rows'][number] = {
  id: 'send_email' as ToolId,
  name: 'send_email',
  description: 'Sends an e-mail.',
  tags: [],
  visibility: 'public',
  parameters: 1,
  questions: 0,
  dependencies: 0,
  promptTokens: 40,
  edited: false,
}

const chosenRow = '[role=row][aria-selected=true]'

test('a tool opened from elsewhere has its row found, in whatever order the list is', async () => {
  const wrapper = await open(fakeBridge(), 'payments/refund_payment')
  expect(wrapper.get(chosenRow).text()).toContain('refund_payment')
  await wrapper
    .findAll('[role=columnheader] button')
    .find((one) => one.text().startsWith('Tool'))
    ?.trigger('click')
  await settle(20)
  expect(wrapper.get(chosenRow).text()).toContain('refund_payment')
  wrapper.navigation.go('catalog', { tool: 'calendar/create_event' })
  await settle(10)
  expect(wrapper.get(chosenRow).text()).toContain('create_event')
})

test('a tool that the filter hides is said to be hidden, and clearing the filter finds its row', async () => {
  const wrapper = await mountInApp(fakeBridge(), CatalogView)
  await wrapper.get('input[type=search]').setValue('e-mail')
  await settle(200)
  wrapper.navigation.go('catalog', { tool: 'payments/refund_payment' })
  await settle(10)
  expect(wrapper.find(chosenRow).exists()).toBe(false)
  expect(wrapper.text()).toContain('payments/refund_payment is not listed: the filter hides it.')
  expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('refund_payment')
  await wrapper
    .findAll('button')
    .find((one) => one.text() === 'Clear the filter')
    ?.trigger('click')
  await settle(200)
  expect(wrapper.get(chosenRow).text()).toContain('refund_payment')
  expect(wrapper.text()).not.toContain('is not listed')
})

test('a tool stays open though the filter lets none through', async () => {
  const wrapper = await open(fakeBridge(), 'payments/refund_payment')
  await wrapper.get('input[type=search]').setValue('zeppelin')
  await settle(200)
  expect(wrapper.text()).toContain('No tool passes the filter')
  expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('refund_payment')
})

test('all that pass the filter are selected, on show or not, and only they are exported', async () => {
  const bridge = fakeBridge({}, sampleCatalog(400))
  const wrapper = await mountInApp(bridge, CatalogView)
  await wrapper.get('[role=columnheader] input').trigger('click')
  await settle(20)
  expect(wrapper.text()).toContain('400 selected')
  await wrapper
    .findAll('button')
    .find((one) => one.text() === 'Select none')
    ?.trigger('click')
  const grid = wrapper.get('[role=grid]')
  await grid.trigger('keydown', { key: 'ArrowDown' })
  await grid.trigger('keydown', { key: ' ' })
  await wrapper
    .findAll('button')
    .find((one) => one.text() === 'Export selected')
    ?.trigger('click')
  await settle(10)
  document.querySelector<HTMLElement>('[role=menuitem]')?.click()
  await settle(20)
  const [id] = bridge.inputsOf('catalog.export').map(({ ids }) => ids)
  expect(id).toHaveLength(1)
})

test('columns that no tool has anything in are left out', async () => {
  const headers = (wrapper: VueWrapper) =>
    wrapper.findAll('[role=columnheader]').map((one) => one.text())
  const plain = sampleCatalog().map(({ tool, layer }) => ({
    tool: { ...tool, server: undefined, tags: [] },
    layer,
  }))
  const counted = { tools: 7, promptTokens: 70 }
  const facets = { ...counted, edited: 0, everything: counted, visibilities: [] }
  const none: Answers = { 'catalog.facets': () => ({ ...facets, servers: [], tags: [] }) }
  expect(headers(await mountInApp(fakeBridge(none, plain), CatalogView))).not.toContain('Tags')
  expect(headers(await mountInApp(fakeBridge(), CatalogView))).toContain('Tags')
})

test('a layer is said to be saved once it was, and not before', async () => {
  const wrapper = await open(fakeBridge(), 'maps/route_between')
  const state = () => wrapper.get('form.layer footer').text()
  expect(state()).toContain('Nothing written yet')
  await fieldOf(wrapper, 'Note for colleagues').setValue('Kept.')
  expect(state()).toContain('Not saved yet')
  await wrapper.get('form.layer').trigger('submit')
  await settle(10)
  expect(state()).toMatch(/^Saved/)
})
