// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, nextTick } from 'vue'
import {
  onIntent,
  useNavigation,
  type Intent,
} from '../../../../src-renderer/composables/useNavigation'

function viewOf(got: Intent[]) {
  return defineComponent({
    setup() {
      onIntent('playground', (intent) => got.push(intent))
      return () => null
    },
  })
}

test('the section stands in the address', () => {
  const { section, go } = useNavigation()
  go('evaluation')
  expect(section.value).toBe('evaluation')
  expect(location.hash).toBe('#/evaluation')
})

test('an intent reaches a view that comes up because of it, and only once', async () => {
  const got: Intent[] = []
  useNavigation().go('playground', { query: 'Mail the minutes' })
  const first = mount(viewOf(got))
  await nextTick()
  first.unmount()
  mount(viewOf(got))
  await nextTick()
  expect(got).toEqual([{ query: 'Mail the minutes' }])
})

test('an intent for one section is not given to another', async () => {
  const got: Intent[] = []
  mount(viewOf(got))
  useNavigation().go('catalog', { tool: 'mail/send_email' })
  await nextTick()
  expect(got).toEqual([])
})
