import { describe, expect, it } from 'vitest'
import { LARGEST_SCHEMA, schemaFaults } from '../../../../src-main/domain/tool/schema-faults'
import { parseExact } from '../../../../src-main/domain/value/exact-json'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'

const withProperty = (about: JsonObject): JsonObject => ({
  type: 'object',
  properties: { it: about },
})
const said = (schema: JsonObject | string) =>
  schemaFaults(schema).map(({ path, severity }) => `${severity} ${path.join('.')}`)

describe('a schema of parameters', () => {
  it('may be in any draft, and refer to itself', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        tree: { $ref: '#/$defs/node' },
        pair: { type: 'array', items: [{ type: 'string' }, true] },
        when: { type: ['string', 'null'], format: 'date', pattern: '^\\d{4}' },
        kind: { enum: ['a', 1, null] },
        shouted: { type: 'STRING' },
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
    ['no object', 'parameters', 'fault '],
    ['without a type', { properties: {} }, 'fault '],
    ['of another type', { type: 'array' }, 'fault type'],
    ['an unknown type', withProperty({ type: 'date' }), 'fault properties.it.type'],
    ['no type in a list of types', withProperty({ type: [] }), 'fault properties.it.type'],
    ['text for a schema', { type: 'object', properties: { it: 'text' } }, 'fault properties.it'],
    ['a list of properties', { type: 'object', properties: [] }, 'fault properties'],
    ['an empty choice', withProperty({ enum: [] }), 'fault properties.it.enum'],
    ['alternatives that are none', withProperty({ anyOf: {} }), 'fault properties.it.anyOf'],
    ['a bound in words', withProperty({ minimum: 'one' }), 'fault properties.it.minimum'],
    ['a length below none', withProperty({ maxLength: -1 }), 'fault properties.it.maxLength'],
    ['a pattern that is none', withProperty({ pattern: '(' }), 'fault properties.it.pattern'],
    [
      'a description that is no text',
      withProperty({ description: 1 }),
      'fault properties.it.description',
    ],
    ['a switch in words', withProperty({ uniqueItems: 'yes' }), 'fault properties.it.uniqueItems'],
    ['names that are no texts', { type: 'object', required: [1] }, 'fault required'],
    [
      'a required parameter not described',
      { type: 'object', required: ['it'] },
      'notice required.0',
    ],
    [
      'a reference that points nowhere',
      withProperty({ $ref: '#/no' }),
      'notice properties.it.$ref',
    ],
    ['a reference to a file', withProperty({ $ref: 'x.json' }), 'notice properties.it.$ref'],
  ])('that has %s is told where', (_, schema, where) => {
    expect(said(schema)).toEqual([where])
  })

  it('that is larger than anyone sends is refused without being walked', () => {
    expect(said(withProperty({ description: 'x'.repeat(LARGEST_SCHEMA), type: 'date' }))).toEqual([
      'fault ',
    ])
  })

  it('that is wrong everywhere is told of fifty times', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`p${at}`, { type: 'date' }]),
    )
    expect(schemaFaults({ type: 'object', properties })).toHaveLength(50)
  })
})
