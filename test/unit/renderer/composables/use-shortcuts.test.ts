// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, KeepAlive, nextTick, ref } from 'vue'
import { useShortcuts } from '../../../../src-renderer/composables/useShortcuts'

const press = (key: string, more: KeyboardEventInit = {}, target: EventTarget = window): void =>
  void target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  )

function listener(handlers: Record<string, () => void>) {
  return defineComponent({
    setup() {
      useShortcuts(handlers)
      return () => h('input')
    },
  })
}

test('a key without Mod leaves text fields alone, one with Mod works everywhere', () => {
  const heard: string[] = []
  const wrapper = mount(
    listener({ '/': () => heard.push('/'), 'Mod+K': () => heard.push('Mod+K') }),
    { attachTo: document.body },
  )
  const { element } = wrapper.get('input')
  press('/', {}, element)
  press('k', { ctrlKey: true }, element)
  press('/')
  press('k', { metaKey: true })
  expect(heard).toEqual(['Mod+K', '/', 'Mod+K'])
  wrapper.unmount()
})

test('a box that was ticked by mouse takes no letters: shortcuts go on working', () => {
  const heard: string[] = []
  const boxes = defineComponent({
    setup() {
      useShortcuts({ X: () => heard.push('X'), 'Mod+Z': () => heard.push('Mod+Z') })
      return () => ['checkbox', 'radio', 'text'].map((type) => h('input', { type }))
    },
  })
  const wrapper = mount(boxes, { attachTo: document.body })
  for (const { element } of wrapper.findAll('input')) {
    press('x', {}, element)
    press('z', { ctrlKey: true }, element)
  }
  expect(heard).toEqual(['X', 'Mod+Z', 'X', 'Mod+Z'])
  wrapper.unmount()
})

test('a view that is kept alive out of sight does not listen', async () => {
  let heard = 0
  const shown = ref(true)
  const view = listener({ 'Mod+S': () => heard++ })
  const wrapper = mount(() => h(KeepAlive, () => (shown.value ? h(view) : undefined)))
  press('s', { ctrlKey: true })
  shown.value = false
  await nextTick()
  press('s', { ctrlKey: true })
  expect(heard).toBe(1)
  shown.value = true
  await nextTick()
  press('s', { ctrlKey: true })
  expect(heard).toBe(2)
  wrapper.unmount()
})

test('letters are for the menu that is open', () => {
  const heard: string[] = []
  const wrapper = mount(listener({ X: () => heard.push('X'), Escape: () => heard.push('Esc') }))
  const menu = document.createElement('div')
  menu.setAttribute('role', 'menu')
  menu.dataset.state = 'open'
  document.body.append(menu)
  press('x', {}, menu)
  press('Escape', {}, menu)
  expect(heard).toEqual([])
  menu.remove()
  press('x')
  expect(heard).toEqual(['X'])
  wrapper.unmount()
})
