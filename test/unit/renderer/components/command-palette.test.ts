// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import CommandPalette from '../../../../src-renderer/components/CommandPalette.vue'
import { matching, type PaletteCommand } from '../../../../src-renderer/components/palette-command'
import { settle } from '../in-app'

enableAutoUnmount(afterEach)

const done: string[] = []
afterEach(() => done.splice(0))

const command = (title: string, rest: Partial<PaletteCommand> = {}): PaletteCommand => ({
  id: title,
  group: 'Tools',
  title,
  run: () => done.push(title),
  ...rest,
})

const titles = (commands: PaletteCommand[], typed: string) =>
  matching(commands, typed).map(({ label, commands: found }) => [
    label,
    ...found.map(({ title }) => title),
  ])

async function palette(commands: PaletteCommand[], loading = false) {
  const wrapper = mount(CommandPalette, {
    props: { open: true, commands, loading, query: '' },
    attachTo: document.body,
  })
  await settle()
  const input = document.querySelector<HTMLInputElement>('[role=combobox]')
  if (!input) throw new Error('The palette is not shown.')
  return {
    wrapper,
    marked: () => document.querySelector('[aria-selected=true] .title')?.textContent,
    async type(text: string) {
      await wrapper.setProps({ query: text })
      await settle()
    },
    async press(key: string) {
      input.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await settle()
    },
  }
}

test('the best is first, by name before by description, and groups follow their best', () => {
  const commands = [
    command('Settings', { group: 'Go to', detail: 'where one may search' }),
    command('web_search'),
    command('search_mail'),
    command('search'),
    command('Ask “search”', { group: 'Playground', last: true }),
  ]
  expect(titles(commands, 'search')).toEqual([
    ['Tools', 'search', 'search_mail', 'web_search'],
    ['In their descriptions', 'Settings'],
    ['Playground', 'Ask “search”'],
  ])
})

test('what stands below does so however well it matches', () => {
  const commands = [
    command('open', { group: 'Any action', detail: 'a workspace', below: true }),
    command('workspace.list', { group: 'Any action', below: true }),
    command('New workspace…', { group: 'Commands' }),
  ]
  expect(titles(commands, 'workspace')).toEqual([
    ['Commands', 'New workspace…'],
    ['Any action', 'workspace.list', 'open'],
  ])
})

test('with nothing typed all is offered in the order it comes', () => {
  expect(titles([command('b', { group: 'Recent' }), command('a')], ' ')).toEqual([
    ['Recent', 'b'],
    ['Tools', 'a'],
  ])
})

test('the first row is marked, also when others come, and Enter does it', async () => {
  const { wrapper, marked, type, press } = await palette([command('send_message')])
  expect(marked()).toBe('send_message')
  await type('send')
  await wrapper.setProps({ commands: [command('send_message'), command('send')] })
  expect(marked()).toBe('send')
  await press('Enter')
  expect(done).toEqual(['send'])
})

test('a row that was chosen stays chosen when others come', async () => {
  const { wrapper, marked, press } = await palette([command('a'), command('b')])
  await press('ArrowDown')
  await wrapper.setProps({ commands: [command('c'), command('a'), command('b')] })
  expect(marked()).toBe('b')
  await press('Enter')
  expect(done).toEqual(['b'])
})

test('the arrows go round', async () => {
  const { marked, press } = await palette([command('a'), command('b')])
  await press('ArrowUp')
  expect(marked()).toBe('b')
  await press('ArrowDown')
  expect(marked()).toBe('a')
})

test('Enter while tools are being looked for does what is first once they are there', async () => {
  const { wrapper, type, press } = await palette([command('Send feedback')], true)
  await type('send')
  await press('Enter')
  expect(done).toEqual([])
  await wrapper.setProps({ commands: [command('Send feedback'), command('send')], loading: false })
  await settle()
  expect(done).toEqual(['send'])
})

test('typing on takes an Enter back that still waits', async () => {
  const { wrapper, type, press } = await palette([command('send')], true)
  await type('sen')
  await press('Enter')
  await type('send')
  await wrapper.setProps({ loading: false })
  await settle()
  expect(done).toEqual([])
})
