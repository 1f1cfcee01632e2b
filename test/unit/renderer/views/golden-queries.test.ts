// @vitest-environment happy-dom
import { enableAutoUnmount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { h } from 'vue'
import { afterEach, expect, test } from 'vitest'
import type { GoldenQuery } from '../../../../src-main/domain/query/golden-set'
import { toolId } from '../../../../src-main/domain/tool/tool'
import QueriesView from '../../../../src-renderer/views/queries/QueriesView.vue'
import GoldenQueries from '../../../../src-renderer/views/queries/golden/GoldenQueries.vue'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import { failure, fakeBridge, type Answers } from '../../../fakes/bridge'
import { goldenAnswers } from '../../../fakes/golden-answers'
import { DRAFT_IS_BACK } from '../../../../src-renderer/words/draft-words'
import { leavePage, mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)
afterEach(() => localStorage.clear())

const query = (id: string, text: string): GoldenQuery => ({
  id,
  text,
  tools: [toolId('send_email', 'mail')],
  origin: 'human',
})

async function listed(queries: GoldenQuery[], logged: string[] = [], answers: Answers = {}) {
  const bridge = fakeBridge({ ...goldenAnswers({ sets: { dev: queries }, logged }), ...answers })
  const view = {
    setup: () => () => h(GoldenQueries, { dir: useWorkspace().current.value?.dir ?? '' }),
  }
  const wrapper = await mountInApp(bridge, view)
  await settle(200)
  return { bridge, wrapper }
}

const inDialog = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[role=dialog] ${selector}`)
  if (!found) throw new Error(`Nothing in the dialog is ${selector}.`)
  return found
}
async function type(selector: string, text: string): Promise<void> {
  const field = inDialog(selector) as HTMLTextAreaElement
  field.value = text
  field.dispatchEvent(new Event('input'))
  await settle(260)
}
async function press(wrapper: VueWrapper, text: string): Promise<void> {
  const all = [...document.querySelectorAll('button')].filter(
    (one) => one.textContent?.trim() === text,
  )
  const found = all.at(-1)
  if (!found) throw new Error(`There is no button ${text} in ${wrapper.text()}.`)
  found.click()
  await settle(60)
}
const rows = (wrapper: VueWrapper): DOMWrapper<Element>[] => wrapper.findAll('.row-line')

test('a set is told in one sentence that leads to its leaks', async () => {
  const { wrapper } = await listed([query('a', 'mail Ann'), query('b', 'mail Bo')], ['Mail  bo'])
  expect(wrapper.text()).toContain('2 queries in this golden set')
  expect(wrapper.text()).toContain('1 query says the same, or nearly,')
  await wrapper.findAll('button.link').at(-1)?.trigger('click')
  await settle(200)
  expect(rows(wrapper).map((row) => row.text())).toEqual([expect.stringMatching(/mail Bo/)])
})

test('a query is changed in its form, with what it was as the base', async () => {
  const before = query('a', 'mail Ann')
  const { wrapper, bridge } = await listed([before])
  await rows(wrapper)[0]?.trigger('click')
  await settle(60)
  await type('textarea', 'mail Ann the plan')
  await press(wrapper, 'Save')
  expect(bridge.inputsOf('golden.save')).toMatchObject([
    { set: 'dev', base: before, query: { id: 'a', text: 'mail Ann the plan' } },
  ])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('where somebody changed it meanwhile, both are shown, and neither is lost', async () => {
  const before = query('a', 'mail Ann')
  const { wrapper, bridge } = await listed([before])
  await rows(wrapper)[0]?.trigger('click')
  await settle(60)
  const dir = bridge.inputsOf('golden.list')[0]?.dir ?? ''
  const theirs = { ...before, text: 'mail Ann the minutes' }
  await bridge.request('golden.save', { dir, set: 'dev', query: theirs, base: before })
  await type('textarea', 'mail Ann the plan')
  await press(wrapper, 'Save')
  expect(inDialog('form').textContent).toContain('It says now: mail Ann the minutes')
  await press(wrapper, 'Save mine in its place')
  expect(bridge.inputsOf('golden.save').at(-1)).toMatchObject({
    query: { text: 'mail Ann the plan' },
  })
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('what is written is there again after the page was loaded again, and no other change is written over', async () => {
  const before = query('a', 'mail Ann')
  const first = await listed([before])
  await rows(first.wrapper)[0]?.trigger('click')
  await settle(60)
  await type('textarea', 'mail Ann the plan')
  leavePage(first.wrapper)
  const { wrapper, bridge } = await listed([{ ...before, text: 'mail Ann the minutes' }])
  await rows(wrapper)[0]?.trigger('click')
  await settle(60)
  expect((inDialog('textarea') as HTMLTextAreaElement).value).toBe('mail Ann the plan')
  expect(inDialog('form').textContent).toContain(DRAFT_IS_BACK)
  await press(wrapper, 'Save')
  expect(bridge.inputsOf('golden.save').at(-1)).toMatchObject({ base: before })
  expect(inDialog('form').textContent).toContain('It says now: mail Ann the minutes')
  await press(wrapper, 'Close without saving')
  expect(sessionStorage.length).toBe(0)
})

test('a form without a tool is whole only where it says that no tool is right', async () => {
  const { wrapper, bridge } = await listed([query('a', 'mail Ann')])
  await press(wrapper, 'New query')
  await type('textarea', 'tell a joke')
  const save = () => inDialog('button[type=submit]') as HTMLButtonElement
  expect(save().disabled).toBe(true)
  inDialog('[role=switch]').click()
  await settle(20)
  await press(wrapper, 'Save')
  expect(bridge.inputsOf('golden.save')).toMatchObject([{ query: { tools: [], noTool: true } }])
})

test('a slash goes to the search of the golden queries while they are on show', async () => {
  const bridge = fakeBridge(goldenAnswers({ sets: { dev: [query('a', 'mail Ann')] }, logged: [] }))
  await mountInApp(bridge, QueriesView)
  await settle(200)
  dispatchEvent(new KeyboardEvent('keydown', { key: '/' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Search golden queries')
})

/** A gate that answers wait at. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}
const footer = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] .footer button')].find(
    (one) => one.textContent.trim() === name,
  )
const escape = async (): Promise<void> => {
  document.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
  await settle(20)
}

test('what is written of a query is not lost by Esc, nor by asking it', async () => {
  const { wrapper } = await listed([query('a', 'mail Ann')])
  await rows(wrapper)[0]?.trigger('click')
  await settle(60)
  expect(footer('Ask it')?.disabled).toBe(false)
  await type('textarea', 'mail Ann the plan')
  expect(footer('Ask it')?.disabled).toBe(true)
  await escape()
  expect((inDialog('textarea') as HTMLTextAreaElement).value).toBe('mail Ann the plan')
  await press(wrapper, 'Close without saving')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  await rows(wrapper)[0]?.trigger('click')
  await settle(60)
  await escape()
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('the query that says the same is opened itself', async () => {
  const { wrapper } = await listed([query('a', 'mail Ann'), query('b', 'mail Bo')])
  await press(wrapper, 'New query')
  await type('textarea', 'mail Bo')
  await press(wrapper, 'Open that one, without saving this')
  expect(inDialog('h2').textContent).toBe('Golden query')
  expect((inDialog('textarea') as HTMLTextAreaElement).value).toBe('mail Bo')
})

test('a call of a tool that was taken out keeps nothing from being saved', async () => {
  const other = toolId('list_mails', 'mail')
  const before: GoldenQuery = {
    ...query('a', 'mail Ann'),
    tools: [toolId('send_email', 'mail'), other],
    calls: [{ tool: other, arguments: {} }],
  }
  const { wrapper } = await listed([before])
  await rows(wrapper)[0]?.trigger('click')
  await settle(60)
  await type('textarea[aria-invalid], .arguments textarea', '{ not JSON')
  const save = () => inDialog('button[type=submit]') as HTMLButtonElement
  expect(save().disabled).toBe(true)
  inDialog(`[aria-label="Take out ${other}"]`).click()
  await settle(20)
  expect(save().disabled).toBe(false)
})

test('removing twice asks once, and keeps the edit that undoes it', async () => {
  const slow = gate()
  const { wrapper, bridge } = await listed([query('a', 'mail Ann')], [], {
    'golden.remove': async () => {
      await slow.opened
      return { removed: 1, change: 'golden 1' }
    },
  })
  await wrapper.get('.row-line input[type=checkbox], .row-line [role=checkbox]').trigger('click')
  await settle(20)
  for (let at = 0; at < 2; at++) {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }))
    await settle(10)
  }
  slow.open()
  await settle(20)
  expect(bridge.inputsOf('golden.remove')).toMatchObject([{ set: 'dev', ids: ['a'] }])
})

test('a row is opened with the set that it was listed of', async () => {
  const slow = gate()
  const answers = goldenAnswers({ sets: { dev: [query('a', 'mail Ann')], test: [] } })
  const { wrapper, bridge } = await listed([], [], {
    ...answers,
    'golden.page': async (input, options) => {
      if (input.set === 'test') await slow.opened
      return answers['golden.page']?.(input, options) as never
    },
  })
  await wrapper.get('select').setValue('test')
  await rows(wrapper)[0]?.trigger('click')
  await settle(60)
  await type('textarea', 'mail Ann the plan')
  await press(wrapper, 'Save')
  expect(bridge.inputsOf('golden.save')).toMatchObject([{ set: 'dev', query: { id: 'a' } }])
})

test('a first set that cannot be made says why', async () => {
  const { wrapper } = await listed([], [], {
    'golden.list': () => [],
    'golden.create': () => failure({ code: 'conflict', message: 'That name is taken.' }),
  })
  await press(wrapper, 'Make a golden set')
  expect(wrapper.text()).toContain('That name is taken.')
})
