// @vitest-environment happy-dom
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h, shallowRef } from 'vue'
import type { CatalogRow } from '../../../../src-main/contract/catalog'
import { useWorkspace } from '../../../../src-renderer/composables/useWorkspace'
import ToolPicker from '../../../../src-renderer/views/playground/ToolPicker.vue'
import { failure, fakeBridge } from '../../../fakes/bridge'
import { sampleAnswers } from '../../../fakes/bridge-answers'
import { sampleCatalog } from '../../../fakes/sample-catalog'
import { mountInApp, settle } from '../in-app'

enableAutoUnmount(afterEach)

const SLOW_MS = 60

/** More than the list shows, so that what is typed may find none of those that stood there. */
const MANY = 200

/** The field, opened, its list answered at once; what is typed from then on is answered late. */
async function picker(tools?: number) {
  const catalog = sampleCatalog(tools)
  const list = sampleAnswers(catalog, new Map())['catalog.list']
  let isFailing = false
  const bridge = fakeBridge({
    'catalog.list': async (input, options) => {
      if (input.filter?.search) await settle(SLOW_MS)
      if (isFailing) return failure({ code: 'internal', message: 'It cannot be read.' })
      return list?.(input, options) as never
    },
  })
  const picked = shallowRef<CatalogRow>()
  const frame = defineComponent({
    setup() {
      const { current } = useWorkspace()
      return () =>
        h(ToolPicker, {
          dir: current.value?.dir ?? '',
          label: 'Tool',
          modelValue: picked.value,
          'onUpdate:modelValue': (tool: CatalogRow | undefined) => void (picked.value = tool),
        })
    },
  })
  const wrapper = await mountInApp(bridge, frame)
  const input = wrapper.get<HTMLInputElement>('input')
  input.element.focus()
  await settle(20)
  return {
    picked,
    fail: () => (isFailing = true),
    type: (text: string) => input.setValue(text),
    press: (key: string) => input.trigger('keydown', { key }),
    rows: () =>
      [...document.querySelectorAll<HTMLElement>('[role=option]')].map((row) => row.textContent),
    marked: () => document.querySelector('[role=option][data-highlighted]')?.textContent,
    answered: () => settle(SLOW_MS + 20),
  }
}

test('Enter at once after the last letter takes the first tool of what is typed', async () => {
  const { picked, type, press, rows, answered } = await picker(MANY)
  expect(rows().length).toBeGreaterThan(5)
  await type('issues')
  await press('Enter')
  expect(picked.value).toBeUndefined()
  await answered()
  expect(picked.value?.id).toBe('tracker/list_issues')
})

test('an arrow pressed at once moves on what is found, not on what stood there', async () => {
  const { picked, type, press, answered } = await picker(MANY)
  await type('mail')
  await press('ArrowDown')
  await press('Enter')
  await answered()
  expect(picked.value?.id).toBe('mail/send_email_2')
})

test('the best tool is marked once it is found, also where the one marked before is found too', async () => {
  const { type, marked, rows, answered } = await picker()
  expect(marked()).toContain('create_event')
  await type('r')
  await answered()
  expect(rows().some((row) => row.includes('create_event'))).toBe(true)
  expect(marked()).toContain('refund_payment')
})

test('what was found before is no answer to a search that failed', async () => {
  const { picked, fail, type, press, rows, answered } = await picker()
  fail()
  await type('mail')
  await press('Enter')
  await answered()
  expect(rows()).toEqual([])
  expect(picked.value).toBeUndefined()
  expect(document.querySelector('[role=alert]')?.textContent).toContain('It cannot be read.')
})
