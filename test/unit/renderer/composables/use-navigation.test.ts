// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import { defineComponent, h, nextTick, shallowRef } from 'vue'
import {
  onIntent,
  useNavigation,
  useTab,
  type Intent,
} from '../../../../src-renderer/composables/useNavigation'
import { fakeBridge } from '../../../fakes/bridge'
import { provided, withBridge } from '../in-app'
import { eventually } from '../../../fixtures/eventually'

beforeEach(() => (location.hash = ''))

/** A window whose playground can be shown and taken away. */
function playground() {
  const got: Intent[] = []
  const shown = shallowRef(false)
  const view = defineComponent({
    setup() {
      onIntent('playground', (intent) => got.push(intent))
      return () => null
    },
  })
  let go: ReturnType<typeof useNavigation>['go'] = () => undefined
  const frame = defineComponent({
    setup() {
      go = useNavigation().go
      return () => shown.value && h(view)
    },
  })
  mount(frame, { global: provided(fakeBridge()) })
  return { got, shown, go }
}

test('the section stands in the address', () => {
  const { section, go } = withBridge(fakeBridge(), useNavigation).result
  go('evaluation')
  expect(section.value).toBe('evaluation')
  expect(location.hash).toBe('#/evaluation')
})

test('an address that names no section leads to the first', () => {
  location.hash = '#/nowhere'
  const { section } = withBridge(fakeBridge(), useNavigation).result
  expect(section.value).toBe('playground')
})

test('the tab stands in the address, is kept while another section is on show, and is gone back to', async () => {
  const { go, shown } = withBridge(fakeBridge(), () => ({
    ...useNavigation(),
    shown: useTab('improve', ['findings', 'proposals']),
  })).result
  go('improve')
  expect(shown.value).toBe('findings')
  shown.value = 'proposals'
  expect(location.hash).toBe('#/improve/proposals')
  go('catalog')
  expect(location.hash).toBe('#/catalog')
  go('improve')
  expect([shown.value, location.hash]).toEqual(['proposals', '#/improve/proposals'])
  location.hash = '#/improve/findings'
  await eventually(() => expect(shown.value).toBe('findings'))
  location.hash = '#/improve/nowhere'
  await eventually(() => expect(shown.value).toBe('findings'))
})

test('an intent reaches a view that comes up because of it, and only once', async () => {
  const { got, shown, go } = playground()
  go('playground', { query: 'Mail the minutes' })
  shown.value = true
  await nextTick()
  shown.value = false
  await nextTick()
  shown.value = true
  await nextTick()
  expect(got).toEqual([{ query: 'Mail the minutes' }])
})

test('an intent for one section is not given to another', async () => {
  const { got, shown, go } = playground()
  shown.value = true
  await nextTick()
  go('catalog', { tool: 'mail/send_email' })
  await nextTick()
  expect(got).toEqual([])
})
