import { describe, expect, it } from 'vitest'
import { LARGEST_SCHEMA, schemaFaults } from '../../../../src-main/domain/tool/schema-faults'
import { parseExact } from '../../../../src-main/domain/value/exact-json'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'

const withProperty = (about: JsonObject): JsonObject => ({
  type: 'object',
  properties: { it: about },
})
const said = (schema: JsonObject | string) =>
  schemaFaults(schema).map(({ path, name }) => `${name} ${path.join('.')}`)

describe('a schema of parameters', () => {
  it('may refer to itself, and hold numbers of any size', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        tree: { $ref: '#/$defs/node' },
        when: { type: ['string', 'null'], format: 'date', pattern: '^\\d{4}' },
        kind: { enum: ['a', 1, null] },
        id: parseExact('{"type": "integer", "maximum": 9223372036854775807}'),
        long: parseExact('{"type": "string", "maxLength": 9223372036854775807}'),
      },
      required: ['tree'],
      additionalProperties: false,
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    }
    expect(schemaFaults(schema)).toEqual([])
  })

  it.each<[string, JsonObject | string, string]>([
    ['no object', 'parameters', 'not-object '],
    ['without a type', { properties: {} }, 'not-object '],
    ['of another type', { type: 'array' }, 'not-object type'],
    ['an unknown type', withProperty({ type: 'date' }), 'unknown-type properties.it.type'],
    ['capitals', withProperty({ type: 'STRING' }), 'type-case properties.it.type'],
    ['no type in a list of types', withProperty({ type: [] }), 'unknown-type properties.it.type'],
    ['a type twice', withProperty({ type: ['null', 'null'] }), 'twice properties.it.type'],
    [
      'text for a schema',
      { type: 'object', properties: { it: 'text' } },
      'no-schema properties.it',
    ],
    ['a list of properties', { type: 'object', properties: [] }, 'no-names properties'],
    ['null for properties', { type: 'object', properties: null }, 'no-names properties'],
    ['an empty choice', withProperty({ enum: [] }), 'enum-empty properties.it.enum'],
    ['a choice by name', withProperty({ enum: {} }), 'enum-no-list properties.it.enum'],
    [
      'a choice of another type',
      withProperty({ type: 'string', enum: ['a', 1] }),
      'enum-type properties.it.enum',
    ],
    ['alternatives that are none', withProperty({ anyOf: {} }), 'no-list properties.it.anyOf'],
    ['no alternative', withProperty({ anyOf: [] }), 'no-list properties.it.anyOf'],
    ['a bound in words', withProperty({ minimum: 'one' }), 'wrong-value properties.it.minimum'],
    [
      'a bound of draft 4',
      withProperty({ exclusiveMinimum: true }),
      'older-bound properties.it.exclusiveMinimum',
    ],
    ['items by position', withProperty({ items: [{}] }), 'older-items properties.it.items'],
    ['text for items', withProperty({ items: 'text' }), 'no-schema properties.it.items'],
    [
      'bounds that cross',
      withProperty({ minLength: 2, maxLength: 1 }),
      'bounds-crossed properties.it.minLength',
    ],
    ['a length below none', withProperty({ maxLength: -1 }), 'wrong-value properties.it.maxLength'],
    ['a pattern that is none', withProperty({ pattern: '(' }), 'no-pattern properties.it.pattern'],
    [
      'a pattern of JavaScript',
      withProperty({ pattern: '\\p{Lu}' }),
      'foreign-pattern properties.it.pattern',
    ],
    ...['(?i)^abc$', '(?P<x>a)(?P=x)'].map((pattern): [string, JsonObject, string] => [
      `a pattern of Python, ${pattern}`,
      withProperty({ pattern }),
      'python-pattern properties.it.pattern',
    ]),
    [
      'a default of another type',
      withProperty({ type: 'integer', default: 'x' }),
      'default-type properties.it.default',
    ],
    [
      'a format of its own',
      withProperty({ format: 'phone' }),
      'unknown-format properties.it.format',
    ],
    [
      'a description that is no text',
      withProperty({ description: 1 }),
      'wrong-value properties.it.description',
    ],
    [
      'a switch in words',
      withProperty({ uniqueItems: 'yes' }),
      'wrong-value properties.it.uniqueItems',
    ],
    ['names that are no texts', { type: 'object', required: [1] }, 'required-no-list required'],
    [
      'a parameter that says it is required',
      withProperty({ required: true }),
      'required-switch properties.it.required',
    ],
    [
      'a required parameter not described',
      { type: 'object', required: ['it'] },
      'required-unknown required.0',
    ],
    [
      'a name twice',
      { type: 'object', properties: { a: {} }, required: ['a', 'a'] },
      'twice required',
    ],
    [
      'a reference that points nowhere',
      withProperty({ $ref: '#/no' }),
      'reference-nowhere properties.it.$ref',
    ],
    [
      'a reference to a file',
      withProperty({ $ref: 'x.json' }),
      'reference-outside properties.it.$ref',
    ],
  ])('that has %s is told where', (_, schema, where) => {
    expect(said(schema)).toEqual([where])
  })

  it('is not looked into where values stand', () => {
    expect(said(withProperty({ type: 'object', default: { type: 'x', anyOf: [] } }))).toEqual([])
  })

  it('may require in a definition what it describes beside the reference', () => {
    const needs = { anyOf: [{ $ref: '#/$defs/NeedsA' }], $defs: { NeedsA: { required: ['a'] } } }
    expect(said({ type: 'object', properties: { a: {} }, ...needs })).toEqual([])
  })

  it('may require what others describe', () => {
    const required = ['a']
    expect(said({ type: 'object', required, oneOf: [{ properties: { a: {} } }] })).toEqual([])
    expect(said({ type: 'object', allOf: [{ required }], properties: { a: true } })).toEqual([])
  })

  it('that is larger than anyone sends is refused without being walked', () => {
    expect(said(withProperty({ description: 'x'.repeat(LARGEST_SCHEMA), type: 'date' }))).toEqual([
      'too-large ',
    ])
  })

  it('that is wrong everywhere is told of fifty times', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`p${at}`, { type: 'date' }]),
    )
    expect(schemaFaults({ type: 'object', properties })).toHaveLength(50)
  })
})
