// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { SetGrounds as Schema } from '../../../../src-main/domain/query/query'
import SetGrounds from '../../../../src-renderer/views/playground/SetGrounds.vue'

const grounds = Schema.parse({
  why: 'Two tools, as 3 logged queries took just these.',
  bundle: { id: 'b1', query: 'mail the minutes', tools: ['send_mail', 'gone'] },
  uncovered: ['book a room'],
  learnedFrom: '60 logged queries',
})
const shown = (given: object = {}) =>
  mount(SetGrounds, {
    props: { grounds: { ...grounds, ...given }, given: new Set(['send_mail']) },
  })

describe('the grounds of a set', () => {
  it('say why, on which query it leans, what is left open, and how much was learned from', () => {
    const text = shown().text()
    expect(text).toContain('as 3 logged queries took just these')
    expect(text).toContain('mail the minutes')
    expect(text).toContain('book a room')
    expect(text).toMatch(/Learned from\s*60\s*logged queries/)
  })

  it('say which of what was learned from nobody asked', () => {
    const learnedFrom = '9 of 60 logged queries; 7 of them are synthetic: nobody asked them'
    const wrapper = shown({ learnedFrom })
    expect(wrapper.text()).toMatch(/9 of 60\s*logged queries; 7 of them are synthetic/)
  })

  it('mark a tool of the past query that is not in the set, and open a tool that is pressed', async () => {
    const wrapper = shown()
    const [mail, gone] = wrapper.findAll('.tool')
    expect(mail?.attributes('title')).toBe('In this set')
    expect(gone?.attributes('title')).toBe('Not in this set')
    await mail?.trigger('click')
    expect(wrapper.emitted('select')).toEqual([['send_mail']])
  })

  it('leave out what there is nothing of', () => {
    const text = shown({ bundle: undefined, uncovered: [], learnedFrom: undefined }).text()
    expect(text).toBe('Two tools, as 3 logged queries took just these.')
  })
})
