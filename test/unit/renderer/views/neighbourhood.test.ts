// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import CatalogView from '../../../../src-renderer/views/catalog/CatalogView.vue'
import { fakeBridge } from '../../../fakes/bridge'
import { sampleCatalog } from '../../../fakes/sample-catalog'
import { mountInApp, setSection, settle } from '../in-app'

enableAutoUnmount(afterEach)
beforeEach(() => localStorage.clear())

it('of a tool has what needs it to the left, opens what is clicked, and goes further on request', async () => {
  const bridge = fakeBridge({}, sampleCatalog())
  const wrapper = await mountInApp(bridge, CatalogView)
  wrapper.navigation.go('catalog', { tool: 'calendar/find_free_slot' })
  await settle(10)
  await setSection('Edges')
  const boxes = wrapper.findAll('button.box')
  expect(boxes.map((box) => box.text())).toEqual([
    'calendar/create_event',
    'calendar/find_free_slot',
  ])
  const steps = wrapper.findAll('fieldset').find((one) => one.text().startsWith('Steps away'))
  await steps?.findAll('input')[1]?.setValue()
  await settle(10)
  expect(bridge.inputsOf('graph.neighbourhood').at(-1)).toMatchObject({ depth: 2 })
  await wrapper.get('button.box').trigger('click')
  await settle(10)
  expect(wrapper.get('[aria-label=Tool] h2').text()).toBe('create_event')
})
