// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import JsonView from '../../../../src-renderer/components/JsonView.vue'

test('markup in a value is shown as text and never becomes an element', () => {
  const wrapper = mount(JsonView, {
    props: { label: 'Entry', value: { '<b>': '<img src=x onerror=alert(1)>' } },
  })
  expect(wrapper.text()).toContain('<img src=x onerror=alert(1)>')
  expect(wrapper.find('img').exists()).toBe(false)
  expect(wrapper.find('b').exists()).toBe(false)
})

test('what is shown reads as the JSON that was given', () => {
  const value = { name: 'a', list: [1, true, null, {}], inner: { deep: [[]] } }
  const wrapper = mount(JsonView, { props: { label: 'Entry', value, openDepth: 9 } })
  expect(JSON.parse(wrapper.text())).toEqual(value)
})

test('a fold hides its members and says how many there are', async () => {
  const wrapper = mount(JsonView, { props: { label: 'Entry', value: { a: 1, b: 2 } } })
  await wrapper.get('button.fold').trigger('click')
  expect(wrapper.text()).not.toContain('"a"')
  expect(wrapper.text()).toContain('… 2')
})

test('a huge object is drawn in part', () => {
  const value = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]))
  const wrapper = mount(JsonView, { props: { label: 'Entry', value } })
  expect(wrapper.findAll('.node').length).toBeLessThan(300)
  expect(wrapper.text()).toContain('4,800 more')
})
