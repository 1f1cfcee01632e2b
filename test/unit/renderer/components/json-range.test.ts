import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { rangeAt } from '../../../../src-renderer/components/json-editor/open-json-editor'

const text = `{
  "type": "object",
  "properties": {
    "day": { "type": "date" },
    "rows": [{ "a\\"b": 1 }, true]
  }
}`
const state = EditorState.create({ doc: text, extensions: [json()] })
const at = (...path: (string | number)[]) => {
  const { from, to } = rangeAt(state, path)
  return text.slice(from, to)
}

test('a path leads to its value', () => {
  expect(at('properties', 'day', 'type')).toBe('"date"')
  expect(at('properties', 'rows', 1)).toBe('true')
  expect(at('properties', 'rows', 0, 'a"b')).toBe('1')
})

test('of a value of many lines the first is meant', () => {
  expect(at()).toBe('{')
  expect(at('properties')).toBe('{')
})

test('a path that leads nowhere ends where it is lost', () => {
  expect(at('properties', 'day', 'format')).toBe('{ "type": "date" }')
  expect(rangeAt(EditorState.create({ doc: '' }), ['type'])).toEqual({ from: 0, to: 0 })
})
