// @vitest-environment happy-dom
import { enableAutoUnmount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CatalogTool, Dependency } from '../../../../src-main/domain/tool/tool'
import type { MapEdge } from '../../../charts/graph-map/map-drawing'
import GraphMap from '../../../charts/graph-map/GraphMap.vue'
import CatalogView from '../../../views/catalog/CatalogView.vue'
import { failure, fakeBridge, type Answers } from '../../../../test/fakes/bridge'
import { id } from '../../../../test/fakes/catalog-tool'
import { sampleCatalog } from '../../../../test/fakes/sample-catalog'
import { isSectionOpen, mountInApp, settle } from '../../../../test/unit/renderer/in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

/** The sample catalog, in which all tools need the first, each in one of two ways. */
const joined = (): CatalogTool[] =>
  sampleCatalog().map((entry, at) => {
    const kind = at % 2 ? 'tool-direct' : 'parameter-indirect'
    const edge: Dependency = { on: id('mail/send_email'), kind }
    return at === 0 ? entry : { ...entry, layer: { dependencies: [edge] } }
  })

async function openGraph(catalog: CatalogTool[], answers: Answers = {}) {
  const wrapper = await mountInApp(fakeBridge(answers, catalog), CatalogView)
  const face = wrapper.findAll('label').find((one) => one.text() === 'Graph')
  await face?.get('input').setValue()
  await settle(20)
  return wrapper
}
const map = (wrapper: VueWrapper) => wrapper.getComponent(GraphMap)

describe('the graph of a catalog', () => {
  it('says what it adds up to, and has its hubs as a table beside the map', async () => {
    const wrapper = await openGraph(joined())
    expect(wrapper.text()).toContain(
      '6 edges between 7 tools; 1 tool is needed by others, the hubs most.',
    )
    const rows = wrapper.findAll('[aria-label=Hubs] [role=rowgroup] [role=row]')
    expect(rows.map((row) => row.text())).toEqual(['mail/send_email60'])
    expect(map(wrapper).props()).toMatchObject({ tools: { length: 7 }, edges: { length: 6 } })
  })

  it('opens a tool at its edges, from the table by keyboard and from the map by click', async () => {
    const wrapper = await openGraph(joined())
    await wrapper.get('[aria-label=Hubs]').trigger('keydown', { key: 'ArrowDown' })
    await settle(20)
    expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('send_email')
    expect(isSectionOpen('Edges')).toBe(true)
    expect(map(wrapper).props('selected')).toBe('mail/send_email')
    map(wrapper).vm.$emit('select', 'maps/route_between')
    await settle(20)
    expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('route_between')
  })

  it('shows the kinds of edges one wants to see', async () => {
    const wrapper = await openGraph(joined())
    const kinds = wrapper.findAll('[aria-label="Kinds of edges on the map"] button')
    expect(kinds.map((one) => one.text())).toEqual(['tool, direct 3', 'parameter, indirect 3'])
    await kinds[0]?.trigger('click')
    expect(kinds[0]?.attributes('aria-pressed')).toBe('false')
    const edges = map(wrapper).props('edges') as MapEdge[]
    expect(edges.map(([, , kind]) => kind)).toEqual([3, 3, 3])
  })

  it('says which tools have no place on the map', async () => {
    const catalog = joined()
    const wrapper = await openGraph(
      catalog.map((entry, at) => (at < 3 ? entry : { ...entry, layer: {} })),
    )
    expect(wrapper.text()).toContain('Not on the map: 4 tools without edges.')
  })

  it('without edges says what to do, and leads to the tools', async () => {
    const bare = sampleCatalog().map(({ tool }) => ({ tool, layer: { dependencies: [] } }))
    const wrapper = await openGraph(bare)
    expect(wrapper.text()).toContain('No tool needs another one yet')
    await wrapper
      .findAll('button')
      .find((one) => one.text() === 'Choose a tool')
      ?.trigger('click')
    await settle(10)
    expect(wrapper.find('[role=grid]').attributes('aria-label')).toBe('Tools')
  })

  it('is no tab of a catalog without tools: the address leads to the table', async () => {
    location.hash = '#/catalog/graph'
    const wrapper = await mountInApp(fakeBridge({}, []), CatalogView)
    location.hash = ''
    const faces = wrapper.findAll('fieldset label').map((label) => label.text())
    expect(faces.filter((face) => ['Table', 'Graph', 'Sources'].includes(face))).toEqual([
      'Table',
      'Sources',
    ])
    expect(wrapper.find('[aria-label=Graph]').exists()).toBe(false)
  })

  it('keeps its table where the picture cannot be made, and says why', async () => {
    const wrapper = await openGraph(joined(), {
      'graph.picture': () => failure({ code: 'internal', message: 'It could not be drawn.' }),
    })
    expect(wrapper.get('[role=alert]').text()).toContain('It could not be drawn.')
    expect(wrapper.find('[aria-label=Hubs] [role=rowgroup] [role=row]').exists()).toBe(true)
  })
})
