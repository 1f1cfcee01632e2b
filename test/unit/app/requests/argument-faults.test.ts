import { describe, expect, it } from 'vitest'
import { argumentFaults } from '../../../../src-main/app/requests/argument-faults'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'

const schema: JsonObject = {
  type: 'object',
  properties: {
    to: { type: 'array', items: { type: 'string' }, minItems: 1 },
    when: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
    priority: { enum: ['low', 'high'] },
    size: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^[SML]$' }] },
    count: { type: 'integer', maximum: 5 },
  },
  required: ['to'],
  additionalProperties: false,
}

const faultsOf = (given: JsonObject, of = schema) =>
  argumentFaults(of, given).faults.map(({ path, why }) => `${path}: ${why}`)

describe('the arguments of a call', () => {
  it('that fit have no fault', () => {
    const given = { to: ['ann'], when: { day: 'Friday' }, priority: 'low', size: 'M', count: 5 }
    expect(argumentFaults(schema, given)).toEqual({ faults: [] })
  })

  it('that are missing, of another type or unknown are told by their place', () => {
    expect(faultsOf({ when: {}, colour: 'red' }).sort()).toEqual([
      'colour: is not a parameter of this tool',
      'to: is missing',
      'when.day: is missing',
    ])
    expect(faultsOf({ to: 'ann' })).toEqual(['to: is a string, not an array'])
    expect(faultsOf({ to: ['ann', 7] })).toEqual(['to[1]: is a number, not a string'])
  })

  it('outside what is allowed are told with what is', () => {
    expect(faultsOf({ to: ['ann'], priority: 'urgent' })).toEqual([
      'priority: is none of ["low","high"]',
    ])
    expect(faultsOf({ to: ['ann'], size: 'XL' })).toEqual([
      'size: fits none of what is allowed here',
    ])
    expect(faultsOf({ to: [] })).toEqual(['to: holds too few'])
    expect(faultsOf({ to: ['ann'], count: 9 })[0]).toMatch(/^count: /)
  })

  it('are told of in a bound number', () => {
    expect(faultsOf({ to: Array.from({ length: 1000 }, (_, at) => at) })).toHaveLength(20)
  })

  it('follow references within the schema, and are unchecked where one leads nowhere', () => {
    const named = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { to: { $ref: '#/definitions/name' } },
      definitions: { name: { type: 'string' } },
    }
    expect(faultsOf({ to: 1 }, named)).toEqual(['to: is a number, not a string'])
    const lost = { properties: { to: { $ref: 'https://elsewhere.example/name.json' } } }
    expect(argumentFaults(lost, { to: 1 }).unchecked).toMatch(/^its schema cannot be followed/)
  })

  it('are unchecked where the schema takes for ever, or refers to itself without end', () => {
    const slow = { properties: { to: { type: 'string', pattern: '^(a+)+$' } } }
    expect(argumentFaults(slow, { to: `${'a'.repeat(40)}!` })).toEqual({
      faults: [],
      unchecked: 'its schema takes too long to check',
    })
    expect(argumentFaults({ $ref: '#' }, {}).unchecked).toMatch(/^its schema cannot be followed/)
  })

  it('leave the schema as it is', () => {
    const before = structuredClone(schema)
    argumentFaults(schema, { to: ['ann'] })
    expect(schema).toEqual(before)
  })
})
