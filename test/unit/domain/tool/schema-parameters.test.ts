import { describe, expect, it } from 'vitest'
import { parametersOf } from '../../../../src-main/domain/tool/schema-parameters'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'

const pathsOf = (schema: JsonObject) => parametersOf(schema).parameters.map(({ path }) => path)
const typesOf = (schema: JsonObject) =>
  parametersOf(schema).parameters.map(({ path, type }) => [path, type])
const text = { type: 'string' }

describe('a parameter', () => {
  it('has its type, requirement, allowed values and default', () => {
    const { parameters } = parametersOf({
      type: 'object',
      required: ['mode'],
      properties: {
        mode: { type: 'string', description: 'How', enum: ['car', 'foot'], default: 'car' },
      },
    })
    expect(parameters).toEqual([
      {
        path: 'mode',
        name: 'mode',
        level: 1,
        type: 'string',
        required: true,
        description: 'How',
        values: ['car', 'foot'],
        default: 'car',
      },
    ])
  })

  it('is followed by those within it, under its path', () => {
    const row = { type: 'object', properties: { id: { type: 'integer' } } }
    const { parameters } = parametersOf({
      properties: {
        filter: { type: 'object', properties: { since: text }, required: ['since'] },
        rows: { type: 'array', items: row },
        grid: { type: 'array', items: { type: 'array', items: row } },
        headers: { type: 'object', additionalProperties: row },
        byKind: { type: 'object', patternProperties: { '^x-': row } },
        pair: { type: 'array', prefixItems: [row, text] },
      },
    })
    expect(parameters.map(({ path, type, level }) => `${level} ${path}: ${type}`)).toEqual([
      '1 filter: object',
      '2 filter.since: string',
      '1 rows: list of object',
      '2 rows[].id: integer',
      '1 grid: list of list of object',
      '2 grid[][].id: integer',
      '1 headers: object',
      '2 headers.*.id: integer',
      '1 byKind: object',
      '2 byKind.*.id: integer',
      '1 pair: list of object | string',
      '2 pair[].id: integer',
    ])
    expect(parameters[1]?.required).toBe(true)
  })

  it('may have any name', () => {
    const names = ['constructor', 'toString', '__proto__', '$ref', 'anyOf', 'items', 'properties']
    const properties = JSON.parse(
      `{${names.map((name) => `"${name}": {"description": "d"}`).join()}}`,
    ) as JsonObject
    const { parameters } = parametersOf({ properties })
    expect(parameters.map(({ name, description }) => [name, description])).toEqual(
      names.map((name) => [name, 'd']),
    )
  })
})

describe('parameters behind a reference', () => {
  it.each<[string, JsonObject]>([
    ['#/$defs/place', { $defs: { place: 'HERE' } }],
    ['#/definitions/place', { definitions: { place: 'HERE' } }],
    ['#/components/schemas/place', { components: { schemas: { place: 'HERE' } } }],
    ['#/$defs/a~1b~0c%20d', { $defs: { 'a/b~c d': 'HERE' } }],
    ['#/$defs/list/1', { $defs: { list: [{}, 'HERE'] } }],
    ['#place', { $defs: { any: 'HERE' } }],
  ])('%s are found', (reference, beside) => {
    const place = { $anchor: 'place', properties: { city: { description: 'Which' } } }
    const { parameters, unresolved } = parametersOf({
      properties: { to: { $ref: reference } },
      ...(JSON.parse(
        JSON.stringify(beside).replace('"HERE"', JSON.stringify(place)),
      ) as JsonObject),
    })
    expect(parameters.map(({ path, description }) => [path, description])).toEqual([
      ['to', ''],
      ['to.city', 'Which'],
    ])
    expect(unresolved).toEqual([])
  })

  it('have what is said beside the reference and behind it', () => {
    const [to] = parametersOf({
      $defs: { place: { type: 'object', description: 'A place', default: {} } },
      properties: { to: { $ref: '#/$defs/place', description: 'Where to' } },
    }).parameters
    expect(to).toMatchObject({ type: 'object', description: 'Where to\nA place', default: {} })
  })

  it('are the tool’s own where the schema itself is one', () => {
    const schema = { $ref: '#/$defs/in', $defs: { in: { properties: { a: {} }, required: ['a'] } } }
    expect(parametersOf(schema).parameters).toMatchObject([{ path: 'a', level: 1, required: true }])
  })

  it('that leads nowhere, or away, are named', () => {
    const properties = { a: { $ref: '#/$defs/b' }, c: { $ref: 'https://example.com/c.json' } }
    const { parameters, unresolved } = parametersOf({ properties })
    expect(parameters.map(({ type }) => type)).toEqual(['any', 'any'])
    expect(unresolved).toEqual(['#/$defs/b', 'https://example.com/c.json'])
  })
})

describe('parameters in alternatives', () => {
  it.each(['anyOf', 'oneOf', 'allOf'])('are found in %s', (keyword) => {
    const alternatives: JsonObject[] = [
      { description: 'By page', properties: { page_id: text, type: { const: 'page' } } },
      { description: 'By base', properties: { base_id: text, type: { const: 'base' } } },
    ]
    const { parameters } = parametersOf({ properties: { parent: { [keyword]: alternatives } } })
    expect(parameters.map(({ path, description, values }) => [path, description, values])).toEqual([
      ['parent', 'By page\nBy base', []],
      ['parent.page_id', '', []],
      ['parent.type', '', ['page', 'base']],
      ['parent.base_id', '', []],
    ])
  })

  it('are found in conditions', () => {
    expect(
      pathsOf({
        if: { properties: { a: { const: 1 } } },
        then: { properties: { b: text } },
        else: { properties: { c: text } },
        dependentSchemas: { a: { properties: { d: text } } },
      }),
    ).toEqual(['b', 'c', 'd'])
  })

  it('are required only where every form requires them', () => {
    const one = { properties: { a: text }, required: ['a'] }
    const requiredIn = (schema: JsonObject) => parametersOf(schema).parameters[0]?.required
    expect(requiredIn({ allOf: [one] })).toBe(true)
    expect(requiredIn({ anyOf: [one, {}] })).toBe(false)
    expect(requiredIn({ anyOf: [{ allOf: [one] }, {}] })).toBe(false)
  })

  it('are typed by all of them', () => {
    expect(
      typesOf({
        $defs: { place: { type: 'object', properties: {} } },
        properties: {
          at: { anyOf: [text, { type: 'null' }] },
          tags: { type: ['array', 'null'], items: text },
          place: { oneOf: [text, { $ref: '#/$defs/place' }] },
        },
      }),
    ).toEqual([
      ['at', 'string | null'],
      ['tags', 'list of string | null'],
      ['place', 'string | object'],
    ])
  })
})

describe('a schema without end', () => {
  it('ends where it begins again', () => {
    const schema: JsonObject = {
      $defs: {
        node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, name: text } },
        loop: { $ref: '#/$defs/loop' },
        list: { type: 'array', items: { $ref: '#/$defs/list' } },
        either: { anyOf: [{ $ref: '#/$defs/either' }, text] },
      },
      properties: {
        node: { $ref: '#/$defs/node' },
        loop: { $ref: '#/$defs/loop' },
        list: { $ref: '#/$defs/list' },
        either: { $ref: '#/$defs/either' },
        self: { $ref: '#' },
      },
    }
    expect(typesOf(schema)).toEqual([
      ['node', 'object'],
      ['node.next', 'object'],
      ['node.name', 'string'],
      ['loop', 'any'],
      ['list', 'list of list of list of list'],
      ['either', 'string'],
      ['self', 'object'],
    ])
    expect(parametersOf(schema).cut).toEqual([])
  })

  it('is cut below the fourth level, and says so', () => {
    const nested = (level: number): JsonObject =>
      level > 5 ? {} : { properties: { [`level${level}`]: nested(level + 1) } }
    expect(pathsOf(nested(1)).at(-1)).toBe('level1.level2.level3.level4')
    expect(parametersOf(nested(1)).cut).toEqual(['Parameters below level 4 are not matched'])
    expect(parametersOf(nested(2)).cut).toEqual([])
  })

  it('is cut after 500 parameters, and says so', () => {
    const wide = (count: number): JsonObject => ({
      properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, {}])),
    })
    expect(parametersOf(wide(500)).cut).toEqual([])
    const { parameters, cut } = parametersOf(wide(501))
    expect(parameters).toHaveLength(500)
    expect(cut).toEqual(['Only the first 500 parameters are matched'])
  })

  it('made of references to references ends soon', () => {
    const ref = (to: number) => ({ $ref: `#/$defs/d${to}` })
    const defs = (of: (at: number) => JsonObject): JsonObject =>
      Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`d${at}`, of(at)]))
    // Each doubles, or widens by thirty, what stands behind the next.
    const doubling = defs((at) => ({ anyOf: [ref(at + 1), { items: ref(at + 1) }] }))
    const widening = defs((at) => ({
      properties: Object.fromEntries(Array.from({ length: 30 }, (_, p) => [`p${p}`, ref(at + 1)])),
    }))
    const chain = defs((at) => ref(at + 1))
    for (const $defs of [doubling, widening, chain]) {
      const properties = Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [`start${at}`, ref(at)]),
      )
      expect(parametersOf({ $defs, properties }).parameters.length).toBeLessThanOrEqual(500)
    }
  })
})

it('a schema that is not one has no parameters', () => {
  expect(pathsOf({ properties: 'none' })).toEqual([])
  expect(typesOf({ properties: { a: 'text', b: true } })).toEqual([
    ['a', 'any'],
    ['b', 'any'],
  ])
})
