// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, type VNodeChild } from 'vue'
import PlaceFolds from '../../../src-renderer/places/PlaceFolds.vue'
import { featuresKey, type WindowFeature } from '../../../src-renderer/places/places'

const given = { dir: '/work', isPublished: false }

const mountWith = (...features: WindowFeature[]) =>
  mount(PlaceFolds, {
    props: { name: 'serve.connect', given },
    global: { provide: { [featuresKey as symbol]: features } },
  })

const panel = (title: string, view: (given: { dir: string }) => VNodeChild): WindowFeature => ({
  panels: { 'serve.connect': [{ title, view }] },
})

it('shows what features put there, in their order, each with what the place gives', async () => {
  const wrapper = mountWith(
    panel('One', ({ dir }) => h('p', `one of ${dir}`)),
    {},
    panel('Two', () => h('p', 'two')),
  )
  expect(wrapper.findAll('section').map((each) => each.attributes('aria-label'))).toEqual([
    'One',
    'Two',
  ])
  expect(wrapper.text()).not.toContain('one of')
  await wrapper.get('button').trigger('click')
  expect(wrapper.text()).toContain('one of /work')
})

it('leaves out what does not fit what is given', async () => {
  const isShown = (now: typeof given) => now.isPublished
  const wrapper = mountWith({
    panels: { 'serve.connect': [{ title: 'One', isShown, view: () => h('p') }] },
  })
  expect(wrapper.find('section').exists()).toBe(false)
  await wrapper.setProps({ given: { ...given, isPublished: true } })
  expect(wrapper.find('section').exists()).toBe(true)
})

it('keeps a part that fails to itself, and tries it again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  let fails = true
  const Failing = defineComponent({
    setup() {
      if (fails) throw new Error('no room')
      return () => h('p', 'it works')
    },
  })
  const wrapper = mountWith(
    panel('One', () => h(Failing)),
    panel('Two', () => h('p', 'two')),
  )
  for (const button of wrapper.findAll('button')) await button.trigger('click')
  await nextTick()
  expect(wrapper.get('[role=alert]').text()).toContain('“One” failed: no room')
  expect(wrapper.text()).toContain('two')
  fails = false
  await wrapper.get('[role=alert] button').trigger('click')
  expect(wrapper.text()).toContain('it works')
})

it('is empty where there is no feature', () => {
  expect(mount(PlaceFolds, { props: { name: 'serve.connect', given } }).text()).toBe('')
})
