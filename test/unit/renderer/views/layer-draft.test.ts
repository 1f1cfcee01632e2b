import { expect, test } from 'vitest'
import type { AuthorLayer, ToolId } from '../../../../src-main/domain/tool/tool'
import { draftOf, isDirty, layerOf } from '../../../../src-renderer/tool/layer-draft'

const layer: AuthorLayer = {
  description: 'Puts an appointment into a calendar.',
  questions: ['Meet Anna on Friday'],
  topics: ['meetings'],
  tags: [],
  dependencies: [{ on: 'calendar/find_free_slot' as ToolId, kind: 'tool-direct' }],
}

test('a draft left alone gives back the very layer, fields without a form included', () => {
  expect(layerOf(draftOf(layer), layer)).toEqual(layer)
  expect(isDirty(draftOf(layer), layer)).toBe(false)
})

test('lines become questions and commas separate topics, blanks and doubles dropped', () => {
  const draft = { ...draftOf({}), questions: 'One?\n\n Two? \nOne?', topics: 'mail, , post' }
  expect(layerOf(draft, {})).toEqual({ questions: ['One?', 'Two?'], topics: ['mail', 'post'] })
})

test('an emptied field puts the imported value back in force', () => {
  const after = layerOf({ ...draftOf(layer), description: ' ', questions: '' }, layer)
  expect(after).not.toHaveProperty('description')
  expect(after).not.toHaveProperty('questions')
  expect(after.dependencies).toEqual(layer.dependencies)
})

test('a draft writes when to use a tool and what it does not do', () => {
  const draft = { ...draftOf(layer), whenToUse: ' For meetings. ', limits: 'Finds no slot.' }
  const written = { ...layer, whenToUse: 'For meetings.', limits: 'Finds no slot.' }
  expect(layerOf(draft, layer)).toEqual(written)
  expect(draftOf(written)).toMatchObject({ whenToUse: 'For meetings.', limits: 'Finds no slot.' })
})

test('typing only spaces changes nothing', () => {
  expect(isDirty({ ...draftOf({}), note: '  ' }, {})).toBe(false)
  expect(isDirty({ ...draftOf({}), note: 'Ask Ben.' }, {})).toBe(true)
})

test('a parameter called as what every object has is empty until its author writes it', () => {
  const draft = draftOf({})
  expect(draft.parameters['constructor']).toBeUndefined()
  draft.parameters['constructor'] = 'Who made it'
  const inherited = '__proto__'
  draft.parameters[inherited] = 'Its origin'
  const { parameters = {} } = layerOf(draft, {})
  expect(Object.entries(parameters)).toEqual([
    ['constructor', 'Who made it'],
    ['__proto__', 'Its origin'],
  ])
})
