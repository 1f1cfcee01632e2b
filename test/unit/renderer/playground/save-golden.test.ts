// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { shallowRef } from 'vue'
import { useTicks } from '../../../../src-renderer/views/playground/usePlayground'
import { failure } from '../../../fakes/bridge'
import { goldenAnswers } from '../../../fakes/golden-answers'
import { toolId, type ToolId } from '../../../../src-main/domain/tool/tool'
import { settle } from '../in-app'
import { ask, playground, QUERY } from './playground'

enableAutoUnmount(afterEach)
afterEach(() => localStorage.clear())

const form = (wrapper: VueWrapper) => wrapper.get('form[aria-label="Save as golden query"]')
const button = (wrapper: VueWrapper) => form(wrapper).get('button[type=submit]')
const press = async (key: string): Promise<void> => {
  window.dispatchEvent(new KeyboardEvent('keydown', { key }))
  await settle(20)
}
/** Ticks the tool at the keyboard’s place. */
async function tickFirst(wrapper: VueWrapper): Promise<void> {
  const list = wrapper.get('[role=listbox]')
  await list.trigger('keydown', { key: 'Home' })
  await list.trigger('keydown', { key: 't' })
  await settle(20)
}

test('a query is saved with the tool that was ticked, into a set that is made for it', async () => {
  const { wrapper, bridge } = await playground(goldenAnswers({ sets: {} }))
  await ask(wrapper)
  expect(wrapper.find('form[aria-label="Save as golden query"]').exists()).toBe(false)
  await tickFirst(wrapper)
  expect(button(wrapper).text()).toBe('Save as golden query, 1 right tool')
  await press('g')
  expect(bridge.inputsOf('golden.save')).toMatchObject([
    { set: 'golden', query: { text: QUERY, tools: ['mail/send_email'], noTool: false } },
  ])
  expect(
    localStorage.getItem(
      [...Object.keys(localStorage)].find((key) => key.includes('golden-set')) ?? '',
    ),
  ).toBe('golden')
})

test('a query without a ticked tool is saved only where it is said that no tool is right', async () => {
  const { wrapper, bridge } = await playground(goldenAnswers({ sets: { dev: [] } }))
  await ask(wrapper)
  await press('g')
  expect(bridge.inputsOf('golden.save')).toEqual([])
  await form(wrapper).get('input[type=checkbox]').setValue(true)
  await settle(20)
  await press('g')
  expect(bridge.inputsOf('golden.save')).toMatchObject([
    { set: 'dev', query: { tools: [], noTool: true } },
  ])
})

test('a query that the set has is changed, and keeps what still holds of its tools', async () => {
  const send = toolId('send_email', 'mail')
  const list = toolId('list_mails', 'mail')
  const known = {
    id: 'q1',
    text: QUERY,
    tools: [list],
    grades: { [list]: 2 },
    tags: ['hard'],
    origin: 'human' as const,
  }
  const { wrapper, bridge } = await playground(goldenAnswers({ sets: { dev: [known] } }))
  await ask(wrapper)
  await tickFirst(wrapper)
  expect(button(wrapper).text()).toBe('Change it to 1 right tool')
  await press('g')
  const [saved] = bridge.inputsOf('golden.save')
  expect(saved).toMatchObject({
    base: known,
    query: { id: 'q1', tools: [send], tags: ['hard'], grades: {} },
  })
})

test('a query that says the same as a logged one is said to leak before it is saved', async () => {
  const { wrapper } = await playground(
    goldenAnswers({ sets: { dev: [] }, logged: [QUERY.toUpperCase()] }),
  )
  await ask(wrapper)
  await tickFirst(wrapper)
  expect(form(wrapper).get('[role=note]').text()).toContain('It says the same as a logged query')
})

/** A gate that answers wait at. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

test('a save that waits for its check is dropped when another set is chosen meanwhile', async () => {
  const answers = goldenAnswers({ sets: { dev: [], test: [] } })
  const slow = gate()
  let isSlow = false
  const { wrapper, bridge } = await playground({
    ...answers,
    'golden.check': async (input, options) => {
      if (isSlow) await slow.opened
      return answers['golden.check']?.(input, options) as never
    },
  })
  await ask(wrapper)
  isSlow = true
  await tickFirst(wrapper)
  await press('g')
  await form(wrapper).get('select').setValue('test')
  slow.open()
  await settle(40)
  expect(bridge.inputsOf('golden.save')).toEqual([])
})

test('a save that the set turned out not to need is not made by the next tick', async () => {
  const send = toolId('send_email', 'mail')
  const known = { id: 'q1', text: QUERY, tools: [send], origin: 'human' as const }
  const answers = goldenAnswers({ sets: { dev: [known] } })
  const slow = gate()
  let isSlow = false
  const { wrapper, bridge } = await playground({
    ...answers,
    'golden.check': async (input, options) => {
      if (isSlow) await slow.opened
      return answers['golden.check']?.(input, options) as never
    },
  })
  await ask(wrapper)
  isSlow = true
  await tickFirst(wrapper)
  await press('g')
  slow.open()
  await settle(40)
  const list = wrapper.get('[role=listbox]')
  await list.trigger('keydown', { key: 'ArrowDown' })
  await list.trigger('keydown', { key: 't' })
  await settle(40)
  expect(bridge.inputsOf('golden.save')).toEqual([])
})

test('a check that fails is told, and saves nothing later by itself', async () => {
  const { wrapper, bridge } = await playground({
    ...goldenAnswers({ sets: { dev: [] } }),
    'golden.check': () => failure({ code: 'internal', message: 'The disk is gone.' }),
  })
  await ask(wrapper)
  await tickFirst(wrapper)
  await press('g')
  expect(form(wrapper).text()).toContain('The disk is gone.')
  expect(bridge.inputsOf('golden.save')).toEqual([])
})

test('what was saved is told of its own set alone', async () => {
  const send = toolId('send_email', 'mail')
  const known = { id: 'q1', text: QUERY, tools: [send], origin: 'human' as const }
  const { wrapper } = await playground(goldenAnswers({ sets: { dev: [], test: [known] } }))
  await ask(wrapper)
  await tickFirst(wrapper)
  await press('g')
  await settle(40)
  await form(wrapper).get('select').setValue('test')
  await settle(40)
  expect(form(wrapper).text()).toContain('“test” has it with these tools.')
})

test('T with Ctrl or ⌘ ticks nothing', async () => {
  const { wrapper } = await playground(goldenAnswers({ sets: {} }))
  await ask(wrapper)
  const list = wrapper.get('[role=listbox]')
  await list.trigger('keydown', { key: 'Home' })
  await list.trigger('keydown', { key: 't', ctrlKey: true })
  await settle(20)
  expect(wrapper.find('form[aria-label="Save as golden query"]').exists()).toBe(false)
})

test('what golden sets say after the first tick adds to it', () => {
  const send = toolId('send_email', 'mail')
  const list = toolId('list_mails', 'mail')
  const right = shallowRef<ReadonlySet<ToolId>>(new Set())
  const { ticked, tick } = useTicks(
    () => undefined,
    () => right.value,
  )
  tick(send)
  right.value = new Set([send, list])
  expect([...ticked.value].sort()).toEqual([list, send].sort())
  tick(list)
  expect([...ticked.value]).toEqual([send])
})
