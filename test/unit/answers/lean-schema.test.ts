import { describe, expect, it } from 'vitest'
import { leanSchema } from '../../../src-main/answers/lean-schema'
import type { JsonObject } from '../../../src-main/domain/tool/tool'

const lean = (properties: JsonObject, more: JsonObject = {}) =>
  leanSchema({ type: 'object', properties, ...more })
const property = (schema: JsonObject) => {
  const { schema: whole, isCut } = lean({ it: schema })
  return { it: (whole['properties'] as JsonObject)['it'], isCut }
}

describe('a schema that is written briefly', () => {
  it('has no titles, no dialect, no null that only says that it may be left out', () => {
    const { schema, isCut } = lean(
      {
        title: { type: 'string', title: 'Title', description: 'Its title.' },
        since: { anyOf: [{ type: 'integer', format: 'int64' }, { type: 'null' }], default: null },
        until: { type: ['string', 'null'], format: 'date' },
      },
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: 'createArguments',
        additionalProperties: false,
        required: ['title'],
      },
    )
    expect(schema).toEqual({
      type: 'object',
      properties: {
        title: { type: 'string', description: 'Its title.' },
        since: { type: 'integer' },
        until: { type: 'string', format: 'date' },
      },
      required: ['title'],
    })
    expect(isCut).toBe(false)
  })

  it('tells the first of many values in words, and all of a few as they are', () => {
    const many = Array.from({ length: 400 }, (_, at) => `v${at}`)
    expect(property({ type: 'string', description: 'Which.', enum: many })).toEqual({
      it: {
        type: 'string',
        description: 'Which. One of 400 values, such as v0, v1, v2, v3, v4, v5, v6, v7.',
      },
      isCut: true,
    })
    const few = { type: 'string', enum: ['a', null, 9223372036854775807n] }
    expect(property(few)).toEqual({ it: few, isCut: false })
  })

  it('keeps whole sentences of a long description, and one short example', () => {
    const long = `${'One sentence of it. '.repeat(20)}The end.`
    const { it: cut, isCut } = property({
      description: long,
      examples: ['a', 'b'],
      default: 'x'.repeat(500),
    })
    expect(isCut).toBe(true)
    const { description, ...rest } = cut as JsonObject
    expect(description).toMatch(/^One sentence of it\. .*of it\.$/)
    expect(description).toHaveProperty('length', 239)
    expect(rest).toEqual({ examples: ['a'] })
  })

  it('names the fields of an object deep within others', () => {
    const nested = (levels: number): JsonObject =>
      levels === 0
        ? { type: 'object', properties: { deepest: { type: 'string' } } }
        : { type: 'object', properties: { inner: nested(levels - 1) } }
    expect(property(nested(2)).isCut).toBe(false)
    const { it: deep, isCut } = property(nested(6))
    expect(isCut).toBe(true)
    expect(JSON.stringify(deep)).toContain('"description":"With inner."')
  })

  it('keeps the definitions that it refers to, and theirs', () => {
    const { schema } = lean(
      { pet: { $ref: '#/$defs/a~1b' } },
      {
        $defs: {
          'a/b': { properties: { owner: { $ref: '#/$defs/Owner' } } },
          Owner: { title: 'Owner', type: 'string' },
          Unused: { type: 'string' },
        },
      },
    )
    expect(schema['$defs']).toEqual({
      'a/b': { properties: { owner: { $ref: '#/$defs/Owner' } } },
      Owner: { type: 'string' },
    })
  })

  it('keeps names of parameters that are keywords elsewhere, and `__proto__`', () => {
    const properties = JSON.parse(
      '{"enum":{"type":"string"},"title":{"type":"string"},"__proto__":{"type":"string"}}',
    ) as JsonObject
    expect(JSON.stringify(lean(properties).schema)).toBe(
      JSON.stringify({ type: 'object', properties }),
    )
  })

  it('of a megabyte is as short as its names let it be', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`p${at}`, { description: 'x '.repeat(2_500) }]),
    )
    expect(JSON.stringify(lean(wide).schema).length).toBeLessThan(200 * 300)
  })
})
