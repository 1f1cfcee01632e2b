import { validate } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { argumentFaults } from '../../../../src-main/app/requests/argument-faults'
import type { JsonObject, JsonValue } from '../../../../src-main/domain/tool/tool'

const value = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, false, '', 'a', 'ab', '5', 0, 1, 2, 5, -1, 0.5, 1e21),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'cc'), tie('any'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
})).any

const count = fc.integer({ min: 0, max: 3 })
const bound = fc.constantFrom(0, 1, 0.5, 2)
const type = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object')

/** Schemas of every keyword that both know alike. */
const schema = fc.letrec<{ any: JsonObject | boolean }>((tie) => {
  const some = fc.array(tie('any'), { minLength: 1, maxLength: 3 })
  const byName = fc.dictionary(fc.constantFrom('a', 'b'), tie('any'), { noNullPrototype: true })
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'cc'), { maxLength: 2 })
  const keywords = {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 2 })),
    enum: fc.array(value, { minLength: 1, maxLength: 3 }),
    const: value,
    minimum: bound,
    maximum: bound,
    exclusiveMinimum: bound,
    exclusiveMaximum: bound,
    multipleOf: fc.constantFrom(1, 0.5, 2),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', '\\d', 'b$'),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    items: tie('any'),
    prefixItems: some,
    contains: tie('any'),
    minContains: count,
    maxContains: count,
    minProperties: count,
    maxProperties: count,
    required: names,
    properties: byName,
    additionalProperties: tie('any'),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'c'), tie('any'), {
      noNullPrototype: true,
    }),
    propertyNames: tie('any'),
    dependentSchemas: byName,
    dependentRequired: fc.dictionary(fc.constantFrom('a', 'b'), names, { noNullPrototype: true }),
    allOf: some,
    anyOf: some,
    oneOf: some,
    not: tie('any'),
    if: tie('any'),
    then: tie('any'),
    else: tie('any'),
    unevaluatedProperties: tie('any'),
    unevaluatedItems: tie('any'),
    $ref: fc.constantFrom('#/$defs/one', '#/$defs/two', '#named'),
  }
  const of = fc
    .subarray(Object.keys(keywords) as (keyof typeof keywords)[], { maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, keywords[key]]))))
  return { any: fc.oneof({ depthSize: 'small' }, fc.boolean(), of as fc.Arbitrary<JsonObject>) }
}).any

const document = fc
  .tuple(schema, fc.constantFrom<JsonObject>({ type: 'string' }, { type: ['object', 'null'] }))
  .map(([any, one]): JsonObject => ({
    allOf: [any],
    $defs: { one, two: { minimum: 1, required: ['a'] }, three: { $anchor: 'named', maxLength: 1 } },
  }))

it('a value fits a schema just where another validator says so', () => {
  let fitting = 0
  fc.assert(
    fc.property(document, value, (written, given) => {
      const ours = argumentFaults(
        { properties: { it: written }, $defs: written['$defs'] as JsonObject },
        { it: given },
      )
      const theirs = validate(
        { it: given },
        {
          properties: { it: structuredClone(written) },
          $defs: structuredClone(written['$defs']) as never,
        },
        '2020-12',
        undefined,
        false,
      )
      expect(ours.unchecked).toBeUndefined()
      expect(
        ours.faults.length === 0,
        JSON.stringify([written, given, ours.faults, theirs.errors.slice(0, 3)]),
      ).toBe(theirs.valid)
      if (theirs.valid) fitting += 1
    }),
    { numRuns: 2_000 },
  )
  expect(fitting).toBeGreaterThan(200)
})
