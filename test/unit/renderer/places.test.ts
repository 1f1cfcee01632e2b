// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, type VNodeChild } from 'vue'
import type { CatalogTool } from '../../../src-main/domain/tool/tool'
import PlaceFolds from '../../../src-renderer/places/PlaceFolds.vue'
import { withoutClashes } from '../../../src-renderer/places/claims'
import {
  featuresKey,
  useAddedCommands,
  useAddedToolMenu,
  useAddedToolSections,
  useAnswerPanels,
  useToDoSearches,
  type AnswerShown,
  type WindowFeature,
} from '../../../src-renderer/places/places'

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

describe('a feature that fails', () => {
  const fail = (): never => {
    throw new Error('no room')
  }

  /** What this gives in the setup of a view, where these features are. */
  function inView<Made>(use: () => Made, ...features: WindowFeature[]): Made {
    vi.spyOn(console, 'error').mockReturnValue()
    const made: Made[] = []
    const View = defineComponent(() => {
      made.push(use())
      return () => undefined
    })
    mount(View, { global: { provide: { [featuresKey as symbol]: features } } })
    return made[0] as Made
  }

  it('offers no commands, and the others do', () => {
    const command = { id: 'one', group: 'Commands', title: 'One', icon: {}, run: () => undefined }
    const offered = inView(useAddedCommands, { palette: fail }, { palette: () => [command] })
    expect(offered.map(({ title }) => title)).toEqual(['One'])
  })

  it('adds nothing to the menu of a tool, and the others do', () => {
    const item = { id: 'one', label: 'One', icon: {}, run: () => undefined }
    const items = inView(useAddedToolMenu, { toolMenu: fail }, { toolMenu: () => [item] })
    expect(items.map(({ label }) => label)).toEqual(['One'])
  })

  it('has no item that is taken for another of the menu of a tool', () => {
    const item = { id: 'remove', label: 'One', icon: {}, run: () => undefined }
    const [one, other] = inView(
      useAddedToolMenu,
      { toolMenu: () => [item] },
      { toolMenu: () => [item] },
    )
    expect(one?.id).not.toBe('remove')
    expect(one?.id).not.toBe(other?.id)
  })

  it('says nothing of its part of a tool’s page while that is folded', () => {
    const section = { id: 'added:one', title: 'One', view: () => 'drawn' } as const
    const [failing, working] = inView(
      () => useAddedToolSections('/work'),
      { toolSections: [{ ...section, setup: fail }] },
      { toolSections: [{ ...section, setup: () => ({ hint: () => 'two' }) }] },
    )
    expect(failing?.hint).toBeUndefined()
    expect(working?.hint?.({} as CatalogTool)).toBe('two')
  })

  it('is named in the tab that it adds to an answer', () => {
    const tab = { id: 'one', title: 'One', inMenu: 'Do it', whose: 'Whose' }
    const [panel] = inView(() => useAnswerPanels(() => ({}) as AnswerShown), {
      answerTabs: [{ ...tab, use: fail }],
    })
    const wrapper = mount(() => panel?.panel.view({} as AnswerShown))
    expect(wrapper.text()).toContain('“One” failed')
  })

  it('keeps no other search from the menu of what is to do', () => {
    const command = { id: 'look', label: 'Look', run: () => undefined }
    const use = () => ({ ofTicked: () => [], ofCatalog: () => [command], progress: () => 'far' })
    const searches = inView(
      () => useToDoSearches('/work'),
      { toDoSearch: { title: 'One', use: fail } },
      { toDoSearch: { title: 'Three', use: () => ({ ...use(), ofCatalog: fail }) } },
      { toDoSearch: { title: 'Two', use } },
    )
    expect(searches.flatMap(({ ofCatalog }) => ofCatalog())).toEqual([
      { ...command, id: 'Two: look' },
    ])
  })
})

describe('two features', () => {
  const tab = (id: string): WindowFeature => ({
    tabs: { catalog: [{ id, title: id, inPalette: id, view: () => '' }] },
  })

  it('may add what is named otherwise', () => {
    const one = tab('one')
    const other = tab('other')
    expect(withoutClashes({ one, other })).toEqual([one, other])
  })

  it.each([
    [tab('same'), 'the tab “same” of catalog'],
    [
      { answerTabs: [{ id: 'same', title: '', inMenu: '', whose: '', use: () => () => '' }] },
      'the tab “same” of an answer',
    ],
    [
      { addresses: [{ id: 'same', title: '', label: '', placeholder: '' }] },
      '“same” at an address',
    ],
    [
      { toDoSearch: { title: 'same', use: () => ({}) as never } },
      'the search “same” for more to do',
    ],
  ])('are refused where both add %#: one of them would never be shown', (feature, what) => {
    expect(() => withoutClashes({ mine: feature, yours: feature })).toThrow(
      `Two add ${what}: mine and yours.`,
    )
  })

  it('may add nothing that the core has', () => {
    expect(() => withoutClashes({ mine: tab('tools') })).toThrow(
      'Two add the tab “tools” of catalog: the core and mine.',
    )
  })
})
