import { describe, expect, it } from 'vitest'
import { schemaFaults } from '../../../../src-main/authoring/lint/schema-rules'

describe('faults of a schema', () => {
  it('are told with the place where they stand', () => {
    expect(
      schemaFaults({
        type: 'object',
        properties: {
          a: 'string',
          b: { type: 'str' },
          c: { type: 'array', items: 3 },
          d: { enum: [] },
          e: { $ref: '#/$defs/none' },
          f: { type: 'object', properties: ['x'], required: 'x' },
        },
        required: ['g'],
      }),
    ).toEqual([
      'at the top “g” is required, but not described',
      'at a stands the string "string" instead of a schema',
      'at b there is no type "str"',
      'at d “enum” allows nothing',
      'at e the reference #/$defs/none leads nowhere',
      'at f “properties” holds a list instead of schemas by their names',
      'at f “required” holds the string "x" instead of a list of names',
      'at c.items stands the number 3 instead of a schema',
    ])
  })

  it('are not seen in what JSON Schema allows', () => {
    expect(
      schemaFaults({
        type: 'OBJECT',
        properties: {
          a: true,
          b: { type: ['string', 'null'] },
          c: { $ref: '#' },
          d: { allOf: [{ required: ['x'] }, { properties: { x: {} } }] },
          properties: { type: 'string' },
        },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
        required: ['elsewhere'],
      }),
    ).toEqual([])
  })

  it('are as many as a person reads, however large the schema is', () => {
    const properties = Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`p${at}`, 1]))
    expect(schemaFaults({ type: 'object', properties })).toHaveLength(20)
  })
})
