// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import SearchChoice from '../../../../src-renderer/components/SearchChoice.vue'
import { settle } from '../in-app'

enableAutoUnmount(afterEach)

const optionsOf = (names: string[]) => names.map((value) => ({ value, label: value }))

/** The field with what was found for the text before, while `text` is looked for. */
async function typed(text: string, before: string[]) {
  const wrapper = mount(SearchChoice, {
    props: { label: 'Tool', query: '', options: optionsOf(before), loading: false },
    attachTo: document.body,
  })
  await wrapper.setProps({ query: text, loading: true })
  return {
    wrapper,
    chosen: () => wrapper.emitted('choose')?.flat() ?? [],
    marked: () => wrapper.find('[aria-selected=true]').text(),
    press: (...keys: string[]) =>
      keys.forEach((key) => void wrapper.get('input').trigger('keydown', { key })),
    async find(names: string[], more: object = {}) {
      await wrapper.setProps({ options: optionsOf(names), loading: false, ...more })
      await settle()
    },
  }
}

test('Enter while it is looked for takes the first of what is found then', async () => {
  const { press, chosen, find } = await typed('send', ['list_mails', 'send_mail'])
  press('Enter')
  await settle()
  expect(chosen()).toEqual([])
  await find(['send', 'send_mail'])
  expect(chosen()).toEqual(['send'])
})

test('arrows wait as Enter does, and count from the first of what is found', async () => {
  const { press, chosen, find } = await typed('send', ['a', 'b', 'c'])
  press('ArrowDown', 'ArrowDown', 'Enter')
  await find(['send', 'send_mail', 'send_news'])
  expect(chosen()).toEqual(['send_news'])
})

test('typing on takes an Enter back that still waits', async () => {
  const { press, chosen, find, wrapper } = await typed('sen', ['a'])
  press('Enter')
  await wrapper.setProps({ query: 'send' })
  await find(['send'])
  expect(chosen()).toEqual([])
  press('Enter')
  expect(chosen()).toEqual(['send'])
})

test('two Enters that wait take one thing where what is typed goes with it', async () => {
  const { press, chosen, find, wrapper } = await typed('send', ['a'])
  await wrapper.setProps({
    onChoose: () => void wrapper.setProps({ query: '', options: [] }),
  })
  press('Enter', 'Enter')
  await find(['send'])
  expect(chosen()).toEqual(['send'])
})

test('an Enter that waits takes nothing where nothing is found', async () => {
  const { press, chosen, find, wrapper } = await typed('zzz', ['a'])
  press('Enter')
  await find([])
  expect(chosen()).toEqual([])
  expect(wrapper.get('[role=status]').text()).toBe('Nothing matches “zzz”.')
})

test('a row that was marked stays marked when others come for the same text', async () => {
  const { press, marked, find } = await typed('send', [])
  await find(['send', 'send_mail'])
  press('ArrowDown')
  await find(['sender', 'send', 'send_mail'])
  expect(marked()).toBe('send_mail')
})

test('Enter that ends the writing of a character chooses nothing', async () => {
  const { chosen, find, wrapper } = await typed('send', [])
  await find(['send'])
  await wrapper.get('input').trigger('keydown', { key: 'Enter', isComposing: true })
  expect(chosen()).toEqual([])
})
