// @vitest-environment happy-dom
import { enableAutoUnmount, mount } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import ConfirmDialog from '../../../../src-renderer/components/ConfirmDialog.vue'
import ProblemNotice from '../../../../src-renderer/components/ProblemNotice.vue'

enableAutoUnmount(afterEach)

async function confirmDialog() {
  const wrapper = mount(ConfirmDialog, {
    props: { open: true, title: 'Delete Shop?', message: 'For good.', typeToConfirm: 'Shop' },
    attachTo: document.body,
  })
  await nextTick()
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input')
  const form = document.querySelector<HTMLFormElement>('[role=dialog] form')
  if (!field || !form) throw new Error('The dialog is not shown.')
  const type = async (text: string): Promise<void> => {
    field.value = text
    field.dispatchEvent(new Event('input'))
    await nextTick()
  }
  return { wrapper, form, type }
}

test('nothing is confirmed until the name is typed in full', async () => {
  const { wrapper, form, type } = await confirmDialog()
  await type('Sho')
  form.dispatchEvent(new Event('submit'))
  expect(wrapper.emitted('confirm')).toBeUndefined()
  await type('Shop')
  form.dispatchEvent(new Event('submit'))
  expect(wrapper.emitted('confirm')).toHaveLength(1)
})

test('an error is announced together with its fix', () => {
  const wrapper = mount(ProblemNotice, {
    props: { problem: { message: 'The disk is full.', fix: 'Free some space.' } },
  })
  expect(wrapper.get('[role=alert]').text()).toContain('The disk is full.')
  expect(wrapper.text()).toContain('Free some space.')
})
