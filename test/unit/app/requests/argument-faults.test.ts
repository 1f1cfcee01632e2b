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
    expect(argumentFaults(lost, { to: 1 })).toEqual({
      faults: [],
      unchecked: '“https://elsewhere.example/name.json”, to which its schema refers, is not in it',
    })
    // What is not there to be held against it was checked all the same.
    expect(argumentFaults(lost, { from: 1 })).toEqual({ faults: [] })
  })

  it('are held against a pattern that others would take for ever on', () => {
    const slow = { properties: { to: { type: 'string', pattern: '^(a+)+$' } } }
    expect(faultsOf({ to: `${'a'.repeat(100_000)}!` }, slow)).toEqual([
      'to: is not written as ^(a+)+$ asks',
    ])
    expect(faultsOf({ to: 'aaa' }, slow)).toEqual([])
  })

  it('of one alternative that can be meant are told within it', () => {
    const optional: JsonObject = {
      properties: {
        filter: {
          anyOf: [{ type: 'object', properties: { size: { type: 'integer' } } }, { type: 'null' }],
        },
      },
    }
    expect(faultsOf({ filter: { size: 'L' } }, optional)).toEqual([
      'filter.size: is a string, not an integer',
    ])
    expect(faultsOf({ filter: 7 }, optional)).toEqual(['filter: fits none of what is allowed here'])
  })

  it('hold integers beyond 2^53 digit by digit', () => {
    const id = { type: 'integer', minimum: 0, maximum: 9223372036854775807n, multipleOf: 3 }
    const of = { properties: { id } }
    expect(faultsOf({ id: 9223372036854775806n }, of)).toEqual([])
    expect(faultsOf({ id: 9223372036854775807n }, of)).toEqual(['id: is no multiple of 3'])
    expect(faultsOf({ id: 9223372036854775809n }, of)).toEqual([
      'id: is more than 9223372036854775807',
    ])
    const known = { properties: { id: { enum: [1234567890123456789n], type: 'integer' } } }
    expect(faultsOf({ id: 1234567890123456789n }, known)).toEqual([])
    expect(faultsOf({ id: 1234567890123456788n }, known)).toEqual([
      'id: is none of [1234567890123456789]',
    ])
    const unique = { properties: { ids: { uniqueItems: true } } }
    expect(faultsOf({ ids: [9007199254740993n, 9007199254740992n] }, unique)).toEqual([])
  })
})

const doubling = (levels: number): JsonObject => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, level): [string, JsonObject] => [
      `d${level}`,
      level === levels - 1
        ? { type: 'object' }
        : { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
    ]),
  ),
})
const nested = (levels: number): JsonObject => {
  let inner: JsonObject = { type: 'object' }
  for (let level = 0; level < levels; level++) inner = { allOf: [inner] }
  return inner
}

describe('arguments that cannot be held against a schema', () => {
  it.each<[string, JsonObject, RegExp]>([
    ['that refers to a place it has not', { $ref: '#/$defs/none' }, /“#\/\$defs\/none”/],
    ['that refers to a file', { $ref: 'file:///etc/passwd' }, /is not in it$/],
    ['that refers to itself', { $ref: '#' }, /without end/],
    [
      'that refers round and round',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      /without end/,
    ],
    ['that doubles itself', doubling(40), /takes too long$/],
    ['that is nested deeply', nested(50_000), /nested too deeply$/],
    [
      'of an unknown dialect',
      { $schema: 'https://example.com/own' },
      /“https:\/\/example.com\/own”, which is not known/,
    ],
    [
      'that depends on the way to it',
      {
        $id: 'https://a.example/',
        $dynamicRef: '#x',
        $defs: {
          a: { $dynamicAnchor: 'x' },
          b: { $id: 'https://b.example/', $dynamicAnchor: 'x' },
        },
      },
      /means one thing here/,
    ],
    ['of an unknown type', { type: 'dict' }, /names "dict" as a type/],
    ['with a broken keyword', { required: 'to' }, /“required” of its schema/],
    ['that holds no schema', { properties: { to: 7 } }, /“properties” of its schema/],
    [
      'whose pattern refers back',
      { properties: { to: { pattern: '^(a|b)\\1$' } } },
      /pattern \^\(a\|b\)\\1\$ of “to” cannot be run: it refers back/,
    ],
    [
      'whose pattern looks ahead amid it',
      { properties: { to: { pattern: '^a(?=b)' } } },
      /looks ahead elsewhere/,
    ],
    [
      'whose names are by such a pattern',
      { patternProperties: { '^a(?!b)': {} } },
      /looks ahead elsewhere/,
    ],
    ['whose pattern is none', { properties: { to: { pattern: '(' } } }, /cannot be run/],
    [
      'whose pattern takes too long',
      { properties: { to: { pattern: '^(x{0,90}y){0,9}$' } } },
      /takes too long on so long a text/,
    ],
  ])('%s are unchecked, and it is said why', (_, of, why) => {
    const checked = argumentFaults(of, { to: 'x'.repeat(20_000) })
    expect(checked.unchecked).toMatch(why)
    expect(checked.faults).toEqual([])
  })
})

describe('a schema', () => {
  it('stays as it is', () => {
    const before = structuredClone(schema)
    argumentFaults(schema, { to: ['ann'] })
    expect(schema).toEqual(before)
  })
})
