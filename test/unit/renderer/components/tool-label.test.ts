// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import ToolLabel from '../../../../src-renderer/components/trace/ToolLabel.vue'

it('a name that turns the direction of writing is shown as what it is', () => {
  const names = { id: { name: 'send\u202eliame_', server: 'mail\u2066\u0007' } }
  const text = mount(ToolLabel, { props: { id: 'id', names } }).text()
  expect(text).toContain('send\\u202eliame_')
  expect(text).toContain('mail\\u2066\\u0007')
})
