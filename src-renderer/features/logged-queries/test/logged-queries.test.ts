// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Bundle } from '../../../../src-main/domain/query/bundle'
import CatalogView from '../../../views/catalog/CatalogView.vue'
import SetGrounds from '../../../views/playground/SetGrounds.vue'
import QueriesView from '../../../views/queries/QueriesView.vue'
import { fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { historyAnswers } from '../../../../test/fakes/history-answers'
import { id } from '../../../../test/fakes/catalog-tool'
import { mountInApp, settle } from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const MAIL = id('mail/send_email')

const logged = (count: number, more: Partial<Bundle> = {}): Bundle[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `logged-${at}`,
    query: `drop line ${at}`,
    tools: [MAIL],
    ...more,
  }))

async function openTool(bundles: Bundle[]) {
  const bridge = fakeBridge(historyAnswers(bundles))
  const wrapper = await mountInApp(bridge, CatalogView)
  wrapper.navigation.go('catalog', { tool: 'mail/send_email' })
  await settle(10)
  return { bridge, wrapper }
}

/** The list of logged queries. */
async function openHistory(bundles: Bundle[], answers: Answers = {}) {
  const bridge = fakeBridge({ ...historyAnswers(bundles), ...answers })
  const wrapper = await mountInApp(bridge, QueriesView)
  wrapper.navigation.go('queries', { tab: 'logged' })
  await settle(20)
  const press = async (name: RegExp, within: ParentNode = document) => {
    const buttons = [...within.querySelectorAll<HTMLElement>('button')]
    buttons
      .find((one) => name.test(one.textContent.trim() || (one.getAttribute('aria-label') ?? '')))
      ?.click()
    await settle(20)
  }
  const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
  return { bridge, wrapper, press, dialog }
}

test('a tool says how many logged queries took it, and shows the first', async () => {
  const { wrapper } = await openTool(logged(7))
  expect(wrapper.text()).toMatch(/Logged queries\s*7/)
  expect(wrapper.text()).toContain('drop line 4')
  expect(wrapper.text()).not.toContain('drop line 5')
  expect(wrapper.text()).toContain('and 2 more')
})

test('the queries of the tool before do not stand under the next one', async () => {
  const never = new Promise<never>(() => undefined)
  const answers = historyAnswers(logged(7))
  const list = answers['history.list']
  const bridge = fakeBridge({
    ...answers,
    'history.list': (input, options) =>
      input.tool === 'maps/route_between' || !list ? never : list(input, options),
  })
  const wrapper = await mountInApp(bridge, CatalogView)
  for (const tool of ['mail/send_email', 'maps/route_between']) {
    wrapper.navigation.go('catalog', { tool })
    await settle(20)
    expect(wrapper.text().includes('drop line 4')).toBe(tool === 'mail/send_email')
  }
})

test('a slash goes to the search of the logged queries while they are on show', async () => {
  await openHistory(logged(3))
  dispatchEvent(new KeyboardEvent('keydown', { key: '/' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search logged queries')
})

test('a tool without any says so, and leads to importing some', async () => {
  const { wrapper } = await openTool([])
  expect(wrapper.text()).toContain('No logged queries took this tool')
  expect(wrapper.findAll('button').some((one) => one.text() === 'Import logged queries …')).toBe(
    true,
  )
})

test('a tool leads to the list of all logged queries', async () => {
  const { wrapper } = await openTool(logged(3))
  const all = wrapper.findAll('button').find((one) => one.text().startsWith('All 3 logged queries'))
  await all?.trigger('click')
  expect(location.hash).toBe('#/queries/logged')
})

test('the list says how many there are, how old they are, and which nobody asked', async () => {
  const loggedAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
  const made: Bundle[] = [
    { id: 'made', query: 'a made up one', tools: [MAIL], from: 'synthetic' },
    ...logged(2, { loggedAt, from: 'question' }),
  ]
  const { wrapper } = await openHistory(made)
  expect(wrapper.text()).toMatch(/3 logged queries took 1 different bundle/)
  expect(wrapper.text()).toContain('1 is synthetic')
  expect(wrapper.text()).toMatch(/drop line 1\s*mail\/send_email\s*3 days ago\s*the Playground/)
  expect(wrapper.text()).toMatch(/a made up one\s*mail\/send_email\s*unknown\s*made up/)
})

test('a logged query is changed, and the change is taken back', async () => {
  const { bridge, wrapper, press, dialog } = await openHistory(logged(2))
  await wrapper.findAll('[role=row]').at(1)?.trigger('click')
  await settle(20)
  const field = dialog()?.querySelector('textarea')
  expect(field?.value).toBe('drop line 0')
  if (field) field.value = 'drop a better line'
  field?.dispatchEvent(new Event('input'))
  await settle(10)
  dialog()?.querySelector('form')?.dispatchEvent(new Event('submit'))
  await settle(20)
  expect(bridge.inputsOf('history.edit')).toMatchObject([
    { id: 'logged-0', query: 'drop a better line', tools: [MAIL] },
  ])
  await press(/^Undo/)
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ change: 'change 1' }])
})

test('a query without a tool, or too long to be kept, is not saved', async () => {
  const { bridge, wrapper, press, dialog } = await openHistory(logged(1))
  await wrapper.findAll('[role=row]').at(1)?.trigger('click')
  await settle(20)
  await press(/Take out/, dialog() ?? document)
  expect(dialog()?.textContent).toContain('It needs at least one tool.')
  dialog()?.querySelector('form')?.dispatchEvent(new Event('submit'))
  await settle(20)
  expect(bridge.inputsOf('history.edit')).toEqual([])
})

test('bundles are listed with their count, and one is removed with all of its queries', async () => {
  const { bridge, wrapper, press, dialog } = await openHistory(logged(4))
  await wrapper.find('input[value=bundles]').setValue(true)
  await settle(20)
  expect(wrapper.find('[aria-label=Bundles]').text()).toMatch(/mail\/send_email\s*4/)
  await wrapper.findAll('[role=row]').at(1)?.trigger('click')
  await settle(20)
  expect(dialog()?.textContent).toContain('4 logged queries took just these tools')
  await press(/^Remove 4 logged queries/, dialog() ?? document)
  expect(bridge.inputsOf('history.remove')).toMatchObject([{ bundles: [[MAIL]] }])
})

test('the queries of one bundle are listed, and then all again', async () => {
  const other = { id: 'other', query: 'look up the weather', tools: [id('get_weather')] }
  const { wrapper, press, dialog } = await openHistory([...logged(2), other])
  await wrapper.find('input[value=bundles]').setValue(true)
  await settle(20)
  await wrapper.findAll('[role=row]').at(2)?.trigger('click')
  await settle(20)
  await press(/^List its queries/, dialog() ?? document)
  expect(wrapper.text()).toContain('Only those that took just get_weather.')
  expect(wrapper.text()).not.toContain('drop line')
  await press(/^Show all/)
  expect(wrapper.text()).toContain('drop line 1')
})

test('checked queries are removed together, and all of them only when that is confirmed', async () => {
  const { bridge, wrapper, press, dialog } = await openHistory(logged(3))
  await wrapper.findAll('[role=row] input').at(0)?.setValue(true)
  await settle(20)
  await press(/^Remove 3 queries/)
  expect(bridge.inputsOf('history.remove')).toMatchObject([
    { ids: ['logged-0', 'logged-1', 'logged-2'] },
  ])
  await press(/^Undo/)
  await press(/^Remove all/)
  expect(bridge.inputsOf('history.clear')).toEqual([])
  await press(/^Remove all$/, dialog() ?? document)
  expect(bridge.inputsOf('history.clear')).toHaveLength(1)
})

test('a removal can still be undone after a look at the golden queries', async () => {
  const { bridge, wrapper, press, dialog } = await openHistory(logged(3))
  await press(/^Remove all/)
  await press(/^Remove all$/, dialog() ?? document)
  wrapper.navigation.go('queries', { tab: 'golden' })
  await settle(20)
  await press(/^Undo.*Removed 3 logged queries/)
  expect(bridge.inputsOf('changes.undo')).toMatchObject([{ change: 'change 1' }])
  await press(/^Redo.*Removed 3 logged queries/)
  expect(bridge.inputsOf('changes.redo')).toMatchObject([{ change: 'change 1' }])
})

test('the editor of a logged query stays open until what it saves is saved', async () => {
  const never = new Promise<never>(() => undefined)
  const { wrapper, dialog } = await openHistory(logged(1), { 'history.edit': () => never })
  await wrapper.findAll('[role=row]').at(1)?.trigger('click')
  await settle(20)
  dialog()?.querySelector('form')?.dispatchEvent(new Event('submit'))
  await settle(20)
  expect(dialog()?.querySelector('[aria-label=Close]')).toBeNull()
  dialog()?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
  await settle(20)
  expect(dialog()).not.toBeNull()
})

test('logged queries are led to though no tool is left', async () => {
  const bridge = fakeBridge(historyAnswers(logged(3)), [])
  const wrapper = await mountInApp(bridge, CatalogView)
  expect(wrapper.text()).toContain('This catalog is empty')
  const way = wrapper.findAll('button').find((one) => one.text() === '3 logged queries')
  await way?.trigger('click')
  expect(location.hash).toBe('#/queries/logged')
})

test('what a set was learned from leads to all logged queries', async () => {
  const grounds = { why: 'Two tools.', uncovered: [], learnedFrom: '60 logged queries' }
  const wrapper = await mountInApp(
    fakeBridge(historyAnswers(logged(3))),
    defineComponent(() => () => h(SetGrounds, { grounds, given: new Set<string>() })),
  )
  await settle(20)
  await wrapper.get('button.link').trigger('click')
  expect(location.hash).toBe('#/queries/logged')
})
