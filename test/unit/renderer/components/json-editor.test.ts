// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import JsonEditor from '../../../../src-renderer/components/JsonEditor.vue'
import { settle } from '../in-app'

vi.mock('../../../../src-renderer/components/json-editor/open-json-editor', () => {
  throw new Error('It cannot be loaded.')
})

test('JSON can be written in a plain field where its editor cannot be loaded', async () => {
  const wrapper = mount(JsonEditor, {
    props: { label: 'Parameters', remarks: () => [], modelValue: '{}' },
  })
  await settle(20)
  const field = wrapper.get<HTMLTextAreaElement>('textarea[aria-label=Parameters]')
  expect(field.element.value).toBe('{}')
  await field.setValue('{"type":"object"}')
  expect(wrapper.emitted('update:modelValue')).toEqual([['{"type":"object"}']])
})
