import { expect, test } from 'vitest'
import { parameterRows } from '../../../../src-renderer/views/catalog/schema-rows'

test('a parameter shows type, requirement, allowed values and default', () => {
  const [row] = parameterRows({
    type: 'object',
    required: ['mode'],
    properties: {
      mode: { type: 'string', description: 'How', enum: ['car', 'foot'], default: 'car' },
    },
  })
  expect(row).toEqual({
    path: 'mode',
    type: 'string',
    required: true,
    description: 'How',
    values: ['"car"', '"foot"'],
    default: '"car"',
  })
})

test('nested parameters follow their parent under its path', () => {
  const rows = parameterRows({
    properties: {
      filter: { type: 'object', properties: { since: { type: 'string' } }, required: ['since'] },
      rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } },
    },
  })
  expect(rows.map(({ path, type }) => [path, type])).toEqual([
    ['filter', 'object'],
    ['filter.since', 'string'],
    ['rows', 'list of object'],
    ['rows[].id', 'integer'],
  ])
  expect(rows[1]?.required).toBe(true)
})

test('local references are followed and alternatives named', () => {
  const rows = parameterRows({
    $defs: { place: { type: 'object', properties: { city: { type: 'string' } } } },
    properties: {
      to: { $ref: '#/$defs/place', description: 'Where to' },
      at: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      tags: { type: ['string', 'null'] },
    },
  })
  expect(rows.map(({ path, type }) => [path, type])).toEqual([
    ['to', 'object'],
    ['to.city', 'string'],
    ['at', 'string | null'],
    ['tags', 'string | null'],
  ])
  expect(rows[0]?.description).toBe('Where to')
})

test('a schema that contains itself ends', () => {
  const rows = parameterRows({
    $defs: {
      node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } },
      loop: { $ref: '#/$defs/loop' },
      list: { type: 'array', items: { $ref: '#/$defs/list' } },
    },
    properties: {
      node: { $ref: '#/$defs/node' },
      loop: { $ref: '#/$defs/loop' },
      list: { $ref: '#/$defs/list' },
    },
  })
  expect(rows.length).toBeLessThan(20)
  expect(rows.map(({ path }) => path)).toContain('node.next')
})

test('a schema that is not one gives no rows', () => {
  expect(parameterRows({ properties: 'none' })).toEqual([])
  expect(parameterRows({ properties: { a: 'text' } })[0]?.type).toBe('any')
})
