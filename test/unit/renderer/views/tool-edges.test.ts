// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogTool, Dependency } from '../../../../src-main/domain/tool/tool'
import CatalogView from '../../../../src-renderer/views/catalog/CatalogView.vue'
import { failure, fakeBridge, type Answers, type FakeBridge } from '../../../fakes/bridge'
import { sampleAnswers } from '../../../fakes/bridge-answers'
import { id } from '../../../fakes/catalog-tool'
import { editAnswers } from '../../../fakes/graph-answers'
import { sampleCatalog } from '../../../fakes/sample-catalog'
import { leavePage, mountInApp, setSection, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

const DIR = '/home/ada/Pegboard/demo'
const EVENT = 'calendar/create_event'
const edge = (on: string, more: Partial<Dependency> = {}): Dependency => ({
  on: id(on),
  kind: 'tool-direct',
  ...more,
})

/** The catalog with a tool open at its edges, and edits that are kept. */
async function openEdges({
  tool = EVENT,
  catalog = sampleCatalog(),
  answers = {},
}: { tool?: string; catalog?: CatalogTool[]; answers?: Answers } = {}) {
  let revision = 4
  const bridge = fakeBridge({ ...editAnswers(catalog), ...answers }, catalog)
  const wrapper = await mountInApp(bridge, CatalogView)
  wrapper.navigation.go('catalog', { tool })
  await settle(10)
  await setSection('Edges')
  /** The app tells of a commit: the window reads again. */
  const committed = async () => {
    bridge.change({ dir: DIR, revision: ++revision })
    await settle(20)
  }
  return { wrapper, bridge, catalog, committed }
}

const shownEdges = (wrapper: VueWrapper): string[] =>
  wrapper.findAll('li.edge').map((row) => row.get('.line').text())
const button = (wrapper: VueWrapper, label: string | RegExp) => {
  const found = wrapper
    .findAll('button')
    .find((one) => (one.attributes('aria-label') ?? one.text()).search(label) >= 0)
  if (!found) throw new Error(`There is no button ${String(label)}.`)
  return found
}
async function press(wrapper: VueWrapper, label: string | RegExp): Promise<void> {
  await button(wrapper, label).trigger('click')
  await settle(10)
}
const lastWrite = (bridge: FakeBridge) => bridge.inputsOf('graph.writeEdges').at(-1)

describe('the edges of a tool', () => {
  it('say what it needs, how, for what and why, and what needs it', async () => {
    const { wrapper } = await openEdges()
    expect(wrapper.text()).toContain('It needs 1 tool and is needed by 0.')
    expect(shownEdges(wrapper)).toEqual([
      expect.stringMatching(/calendar\/find_free_slot.*parameter, direct.*start/),
    ])
    expect(wrapper.text()).toContain('The start should be a time at which everyone is free.')
    await wrapper.get('li.edge .link').trigger('click')
    await settle(10)
    expect(wrapper.text()).toContain('It needs 0 tools and is needed by 1.')
  })

  it('are added by keyboard: search, choose, why, Enter', async () => {
    const { wrapper, bridge, catalog, committed } = await openEdges()
    await press(wrapper, 'Add an edge')
    const search = wrapper.get('[role=combobox]')
    await search.setValue('issues')
    await settle(10)
    await search.trigger('keydown', { key: 'Enter' })
    await wrapper.get('input[placeholder^="To know"]').setValue('It is about one.')
    await wrapper.get('form.panel').trigger('submit')
    await settle(10)
    expect(lastWrite(bridge)).toMatchObject({ base: [{ on: 'calendar/find_free_slot' }] })
    expect(catalog.find(({ tool }) => tool.id === EVENT)?.layer.dependencies?.[1]).toEqual(
      edge('tracker/list_issues', { reason: 'It is about one.' }),
    )
    await committed()
    expect(wrapper.find('form[aria-label="A new edge"]').exists()).toBe(false)
    expect(shownEdges(wrapper)).toHaveLength(2)
    expect(wrapper.text()).toContain('These edges are yours.')
  })

  it('are in their form again after the page was loaded again, until it is cancelled', async () => {
    const why = 'input[placeholder^="To know"]'
    const before = await openEdges()
    await press(before.wrapper, 'Add an edge')
    await before.wrapper.get(why).setValue('It is about one.')
    leavePage(before.wrapper)
    const { wrapper } = await openEdges()
    await press(wrapper, 'Add an edge')
    expect(wrapper.get<HTMLInputElement>(why).element.value).toBe('It is about one.')
    await press(wrapper, 'Cancel')
    await press(wrapper, 'Add an edge')
    expect(wrapper.get<HTMLInputElement>(why).element.value).toBe('')
  })

  it('are to the tool that is typed, also where Enter comes before the answer', async () => {
    const catalog = sampleCatalog()
    const list = sampleAnswers(catalog, new Map())['catalog.list']
    const { wrapper } = await openEdges({
      catalog,
      answers: {
        'catalog.list': async (input, options) => {
          if (input.filter?.search) await settle(40)
          return list?.(input, options) as never
        },
      },
    })
    await press(wrapper, 'Add an edge')
    const search = wrapper.get('[role=combobox]')
    await search.setValue('issues')
    await search.trigger('keydown', { key: 'Enter' })
    expect(wrapper.find('.chosen').exists()).toBe(false)
    await settle(60)
    expect(wrapper.get('.chosen').text()).toContain('tracker/list_issues')
  })

  it('say it where no tool can be looked for', async () => {
    const catalog = sampleCatalog()
    const list = sampleAnswers(catalog, new Map())['catalog.list']
    const { wrapper } = await openEdges({
      catalog,
      answers: {
        'catalog.list': (input, options) =>
          input.filter?.search
            ? failure({ code: 'internal', message: 'It cannot be read.' })
            : (list?.(input, options) as never),
      },
    })
    await press(wrapper, 'Add an edge')
    await wrapper.get('[role=combobox]').setValue('issues')
    await settle(10)
    expect(wrapper.get('form.panel [role=alert]').text()).toContain('It cannot be read.')
    expect(wrapper.findAll('form [role=option]')).toEqual([])
  })

  it('offer the parameters of the tool itself, and never the tool', async () => {
    const { wrapper } = await openEdges()
    await press(wrapper, 'Add an edge')
    const options = wrapper.findAll('[role=option]').map((option) => option.text())
    expect(options.some((text) => text.startsWith(EVENT))).toBe(false)
    const parameters = wrapper.findAll('form.panel select')[1]?.findAll('option')
    expect(parameters?.map((option) => option.text())).toEqual([
      'None in particular',
      'title',
      'start',
      'end',
      'invitees',
    ])
  })

  it('are changed, moved and removed one by one, and else stay in the author’s order', async () => {
    const catalog = sampleCatalog()
    const event = catalog.findIndex(({ tool }) => tool.id === EVENT)
    const all = ['mail/send_email', 'maps/route_between', 'tracker/list_issues'].map((on) =>
      edge(on),
    )
    catalog[event] = { ...(catalog[event] as CatalogTool), layer: { dependencies: all } }
    const { wrapper, bridge, committed } = await openEdges({ catalog })
    const order = () => lastWrite(bridge)?.edges.map(({ on }) => on)
    await press(wrapper, 'Move the edge to tracker/list_issues up')
    expect(order()).toEqual(['mail/send_email', 'tracker/list_issues', 'maps/route_between'])
    await committed()
    await press(wrapper, 'Change the edge to tracker/list_issues')
    await wrapper.findAll('form.panel select')[0]?.setValue('tool-indirect')
    await wrapper.get('form.panel').trigger('submit')
    await settle(10)
    expect(lastWrite(bridge)?.edges[1]).toEqual(
      edge('tracker/list_issues', { kind: 'tool-indirect' }),
    )
    await committed()
    await press(wrapper, 'Remove the edge to mail/send_email')
    expect(order()).toEqual(['tracker/list_issues', 'maps/route_between'])
    expect(
      button(wrapper, 'Move the edge to mail/send_email up').attributes('disabled'),
    ).toBeDefined()
  })

  it('go back to the imported ones', async () => {
    const { wrapper, catalog, committed } = await openEdges()
    await press(wrapper, /^Remove the edge/)
    await committed()
    expect(shownEdges(wrapper)).toEqual([])
    await press(wrapper, 'Back to the imported 1 edge')
    await committed()
    expect(shownEdges(wrapper)).toHaveLength(1)
    expect(catalog.find(({ tool }) => tool.id === EVENT)?.layer).toEqual({})
  })

  it('that cannot be saved are said where they are written, and what was written stays', async () => {
    const { wrapper, committed } = await openEdges({
      answers: {
        'graph.writeEdges': () =>
          failure({ code: 'conflict', message: 'Someone else changed the edges meanwhile.' }),
      },
    })
    await press(wrapper, 'Change the edge to calendar/find_free_slot')
    await wrapper.get('input[placeholder^="To know"]').setValue('A better reason.')
    await wrapper.get('form.panel').trigger('submit')
    await settle(10)
    expect(wrapper.get('form.panel').text()).toContain('Someone else changed the edges meanwhile.')
    await committed()
    const reason = wrapper.get('input[placeholder^="To know"]').element as HTMLInputElement
    expect(reason.value).toBe('A better reason.')
  })

  it('of a hub that 3,000 tools need are turned by page', async () => {
    const { wrapper } = await openEdges({
      tool: 'mail/send_email',
      catalog: sampleCatalog(3000).map((entry, at) =>
        at === 0 ? entry : { ...entry, layer: { dependencies: [edge('mail/send_email')] } },
      ),
    })
    expect(wrapper.text()).toContain('is needed by 2,999.')
    expect(wrapper.findAll('.edges ul li')).toHaveLength(20)
    expect(wrapper.text()).toMatch(/1 to 20 of 2,999/)
  })
})

describe('undo', () => {
  const key = (more: object) =>
    window.dispatchEvent(new KeyboardEvent('keydown', { cancelable: true, ...more }))

  it('takes an edit back and does it again, by button and by keyboard', async () => {
    const { wrapper, committed } = await openEdges()
    await press(wrapper, /^Remove the edge/)
    await committed()
    expect(button(wrapper, /^Undo/).attributes('aria-label')).toContain(
      'Removed the edge from create_event to calendar/find_free_slot',
    )
    await press(wrapper, /^Undo/)
    await committed()
    expect(shownEdges(wrapper)).toHaveLength(1)
    key({ key: 'z', ctrlKey: true, shiftKey: true })
    await settle(10)
    await committed()
    expect(shownEdges(wrapper)).toEqual([])
    key({ key: 'z', metaKey: true })
    await settle(10)
    await committed()
    expect(shownEdges(wrapper)).toHaveLength(1)
  })

  it('is of every edit of an author’s layer', async () => {
    const { wrapper, catalog, committed } = await openEdges()
    await wrapper.get('textarea').setValue('Books a meeting.')
    await wrapper.get('form.layer').trigger('submit')
    await settle(10)
    await committed()
    const layer = () => catalog.find(({ tool }) => tool.id === EVENT)?.layer
    expect(layer()).toEqual({ description: 'Books a meeting.' })
    await press(wrapper, /^Undo/)
    await committed()
    expect(layer()).toEqual({})
    expect((wrapper.get('textarea').element as HTMLTextAreaElement).value).toBe('')
  })

  it('leaves what is being typed to the field', async () => {
    const { wrapper, bridge, committed } = await openEdges()
    await press(wrapper, /^Remove the edge/)
    await committed()
    const field = wrapper.get('input[type=search]').element
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
    await settle(10)
    expect(bridge.inputsOf('catalog.saveLayer')).toEqual([])
  })

  it('refuses plainly when somebody else changed the same since, and forgets that edit', async () => {
    const { wrapper, catalog, committed } = await openEdges()
    await press(wrapper, /^Remove the edge/)
    const event = catalog.findIndex(({ tool }) => tool.id === EVENT)
    const theirs = { dependencies: [edge('mail/send_email')] }
    catalog[event] = { ...(catalog[event] as CatalogTool), layer: theirs }
    await committed()
    await press(wrapper, /^Undo/)
    expect(wrapper.said.at(-1)).toMatch(
      /“Removed the edge .*” cannot be undone\. Somebody changed dependencies since\./,
    )
    expect(catalog[event]?.layer).toEqual(theirs)
    expect(wrapper.find('[aria-label=Edits]').exists()).toBe(false)
  })

  it('keeps the other fields that somebody else wrote since', async () => {
    const { wrapper, catalog, committed } = await openEdges()
    await press(wrapper, /^Remove the edge/)
    const event = catalog.findIndex(({ tool }) => tool.id === EVENT)
    const { tool, layer } = catalog[event] as CatalogTool
    catalog[event] = { tool, layer: { ...layer, note: 'Theirs.' } }
    await committed()
    await press(wrapper, /^Undo/)
    expect(catalog[event].layer).toEqual({ note: 'Theirs.' })
  })
})
