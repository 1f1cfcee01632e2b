import { Validator, type Schema } from '@cfworker/json-schema'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { schemaFaults } from '../../../../src-main/domain/tool/schema-faults'
import type { JsonObject, JsonValue } from '../../../../src-main/domain/tool/tool'
import documents from '../../../fixtures/json-schema/draft-2020-12.json'

const [whole, ...vocabularies] = documents as unknown as [Schema, ...Schema[]]
const meta = new Validator(whole, '2020-12', false)
for (const vocabulary of vocabularies) meta.addSchema(vocabulary)

/** What the meta-schema does not say: it knows nothing of what a schema means. */
const BEYOND = new Set([
  'not-object',
  'enum-empty',
  'enum-type',
  'required-unknown',
  'reference-nowhere',
  'reference-outside',
  'foreign-pattern',
  'bounds-crossed',
  'default-type',
  'unknown-format',
])
const isWrong = (schema: JsonObject) => schemaFaults(schema).some(({ name }) => !BEYOND.has(name))

/** Values of which some fit a keyword and some do not. */
const value = fc.constantFrom<JsonValue>(
  'string',
  'int',
  'String',
  '[a-z]+',
  0,
  2,
  -1,
  1.5,
  true,
  null,
  [],
  ['a', 'b'],
  ['a', 'a'],
  ['string', 'null'],
  {},
)
const valued = fc.constantFrom(
  'type',
  'required',
  'enum',
  'description',
  'title',
  'default',
  'minimum',
  'exclusiveMinimum',
  'multipleOf',
  'minLength',
  'maxItems',
  'uniqueItems',
  'pattern',
  'deprecated',
  'examples',
)
const schema = fc.letrec<{ schema: JsonValue; node: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 1, arbitrary: fc.constantFrom<JsonValue>(true, {}, 'text', null, 3) },
    { weight: 4, arbitrary: tie('node') },
  ),
  node: fc
    .tuple(
      fc.dictionary(valued, value, { maxKeys: 2 }),
      fc.dictionary(
        fc.constantFrom('items', 'additionalProperties', 'contains', 'not', 'if', 'propertyNames'),
        tie('schema'),
        { maxKeys: 1 },
      ),
      fc.dictionary(
        fc.constantFrom('anyOf', 'allOf', 'oneOf', 'prefixItems', 'items'),
        fc.array(tie('schema'), { maxLength: 2 }),
        { maxKeys: 1 },
      ),
      fc.dictionary(
        fc.constantFrom('properties', '$defs', 'definitions', 'dependentSchemas'),
        fc.dictionary(fc.constantFrom('a', 'type'), tie('schema'), { maxKeys: 2 }),
        { maxKeys: 1 },
      ),
    )
    .map((parts): JsonObject => Object.assign({}, ...parts) as JsonObject),
})).node

it('is a fault wherever the meta-schema of draft 2020-12 has one, and nowhere else', () => {
  fc.assert(
    fc.property(schema, (node) => {
      expect(isWrong(node), JSON.stringify(node)).toBe(!meta.validate(node).valid)
    }),
    { numRuns: 2000 },
  )
})
