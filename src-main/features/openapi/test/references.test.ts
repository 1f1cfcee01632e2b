import { describe, expect, it } from 'vitest'
import {
  importFiles,
  importJson,
  jsonFile,
  textFile,
} from '../../../../test/fixtures/importing/files'
import { apiDocument, apiOf, inQuery, jsonBody } from './documents'

const text = { type: 'string' }

/** A body of one field `a`, and parts to refer to. */
const withSchemas = (a: object, schemas: object = {}, more: object = {}) =>
  apiOf(jsonBody({ properties: { a } }), { components: { schemas }, ...more })

/** What the field `a` is read as, and what is said of it. */
function fieldIn(document: object) {
  const { tools, report } = importJson(document)
  const properties = tools[0]?.parameters.properties as Record<string, unknown> | undefined
  return { field: properties?.a, said: report.map(({ why }) => why) }
}

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('references', () => {
  it('are written out, wherever they stand', () => {
    const components = {
      parameters: { size: inQuery('size', to('size')) },
      requestBodies: { room: { content: { 'application/json': { schema: to('room') } } } },
      schemas: { size: { type: 'integer' }, room: { properties: { size: to('size') } } },
      pathItems: {
        rooms: {
          post: {
            operationId: 'book',
            parameters: [{ $ref: '#/components/parameters/size' }],
            requestBody: { $ref: '#/components/requestBodies/room' },
          },
        },
      },
    }
    const paths = { '/rooms': { $ref: '#/components/pathItems/rooms' } }
    expect(importJson(apiDocument(paths, { components })).tools).toMatchObject([
      {
        name: 'book',
        parameters: { properties: { size: { type: 'integer' }, body_size: { type: 'integer' } } },
      },
    ])
  })

  it('keep the words of where they stand', () => {
    const a = { ...to('room'), description: 'This one.', maxLength: 3 }
    const schemas = { room: { ...text, description: 'A room.' } }
    expect(fieldIn(withSchemas(a, schemas)).field).toEqual({ ...text, description: 'This one.' })
    expect(fieldIn(withSchemas(a, schemas, { openapi: '3.1.0' })).field).toEqual({
      allOf: [schemas.room],
      description: 'This one.',
      maxLength: 3,
    })
  })

  it('that go in a circle are cut where they begin again', () => {
    const schemas = {
      folder: { type: 'object', properties: { in: to('folder'), files: { items: to('file') } } },
      file: { type: 'object', properties: { folder: to('folder') } },
    }
    const again = { type: 'object', description: 'Another folder, as above.' }
    const { field, said } = fieldIn(withSchemas(to('folder'), schemas))
    expect(field).toEqual({
      type: 'object',
      properties: {
        in: again,
        files: { items: { type: 'object', properties: { folder: again } } },
      },
    })
    expect(said).toEqual(['A schema contains itself; it is cut where it begins again. “folder”'])
  })

  it('to definitions of the schema that they stand in are followed', () => {
    const $defs = { size: text, room: { properties: { in: { $ref: '#/$defs/room' } } } }
    const properties = { size: { $ref: '#/$defs/size' }, room: { $ref: '#/$defs/room' } }
    const { field, said } = fieldIn(withSchemas(to('a'), { a: { properties, $defs } }))
    const again = { description: 'Another room, as above.' }
    expect(field).toEqual({ properties: { size: text, room: { properties: { in: again } } } })
    expect(said).toEqual([expect.stringContaining('A schema contains itself')])
  })

  it('that are nothing but circles are cut too', () => {
    const schemas = { a: to('b'), b: to('a') }
    expect(fieldIn(withSchemas(to('a'), schemas)).said).toEqual([
      expect.stringContaining('A schema contains itself'),
    ])
    const parameters = { a: { $ref: '#/components/parameters/a' } }
    const circle = apiOf({ parameters: [parameters.a] }, { components: { parameters } })
    expect(importJson(circle).report).toMatchObject([
      { why: expect.stringMatching(/lead from one to the next/) as string },
    ])
  })

  it.each([
    ['nowhere', '#/components/schemas/none', 'A reference leads nowhere'],
    ['to what every object has', '#/constructor', 'A reference leads nowhere'],
    ['to an address', 'https://example.com/a.json#/b', 'A reference leads to an address'],
    ['to a host', '//example.com/a.json', 'A reference leads to an address'],
    ['to a file by its address', 'file:///etc/passwd', 'A reference leads to an address'],
    ['to a file by its path', '/etc/passwd', 'leads out of the folder'],
    ['above the folder', '../a.json#/b', 'leads out of the folder'],
    ['above the folder, disguised', '%2e%2e/a.json', 'leads out of the folder'],
    ['above the folder, in another way', 'x/../../a.json', 'leads out of the folder'],
    ['to a drive', 'C:\\a.json', 'A reference leads to an address'],
    ['to a file that is not there', './room.json', 'leads to a file that was not imported'],
  ])('that lead %s are told', (_where, $ref, why) => {
    const { field, said } = fieldIn(withSchemas({ $ref, description: 'Kept.' }))
    expect(field).toEqual({ description: 'Kept.' })
    expect(said).toEqual([expect.stringContaining(why)])
  })

  it('to files of the same import are followed, and back', () => {
    const files = [
      jsonFile('api/openapi.json', withSchemas({ $ref: 'parts/room.yaml#/room' }, { size: text })),
      textFile(
        'api/parts/room.yaml',
        'room: {properties: {size: {$ref: "../openapi.json#/components/schemas/size"}, bed: {$ref: "#/bed"}}}\nbed: {type: integer}',
      ),
      jsonFile('api/rest.json', {}),
    ]
    const { tools, report } = importFiles(files)
    expect(tools).toMatchObject([
      {
        parameters: { properties: { a: { properties: { size: text, bed: { type: 'integer' } } } } },
      },
    ])
    expect(report).toMatchObject([{ outcome: 'notice', where: 'api/rest.json' }])
  })

  it('to a broken file are told', () => {
    const files = [
      jsonFile('a.json', withSchemas({ $ref: 'b.json' })),
      textFile('b.json', '{"a":'),
      jsonFile('c.json', [1]),
    ]
    const { report } = importFiles(files)
    expect(report).toContainEqual(
      expect.objectContaining({
        why: expect.stringContaining('b.json: is not valid JSON') as string,
      }),
    )
  })
})

describe('schemas', () => {
  it.each([
    ['null as a second type', { ...text, nullable: true }, { type: ['string', 'null'] }],
    [
      'null among the values',
      { ...text, enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'null as an alternative',
      { anyOf: [text], nullable: true },
      { anyOf: [text, { type: 'null' }] },
    ],
    ['null as another', { oneOf: [text], nullable: true }, { oneOf: [text, { type: 'null' }] }],
    [
      'null beside several that hold',
      { allOf: [{ minimum: 1 }, { maximum: 2 }], title: 'A', nullable: true },
      { title: 'A', anyOf: [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, { type: 'null' }] },
    ],
    [
      'null beside one that holds',
      { allOf: [text], description: 'A.', nullable: true },
      { type: ['string', 'null'], description: 'A.' },
    ],
    ['nothing of null', { ...text, nullable: false }, text],
    [
      'limits as numbers',
      { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 9 },
    ],
    ['limits as they are', { exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
    ['no limit without a number', { exclusiveMaximum: true }, {}],
    [
      'no words of the format',
      { ...text, xml: {}, example: 'x', 'x-a': 1, externalDocs: {} },
      text,
    ],
    [
      'fields of any name',
      { properties: { nullable: text, example: {}, required: {} } },
      undefined,
    ],
    ['a schema that is true', { items: true, additionalProperties: false }, undefined],
    ['examples', { examples: ['a'] }, undefined],
    [
      'words that stand elsewhere',
      { ...text, description: { $ref: '#/info/title' }, title: { $ref: '#/info' } },
      { ...text, description: 'Bookings' },
    ],
    [
      'a schema for each place of a list',
      { items: [{ $ref: '#/components/schemas/none' }, text] },
      { items: [{}, text] },
    ],
  ])('have %s', (_what, written, read) => {
    expect(fieldIn(withSchemas(written)).field).toEqual(read ?? written)
  })

  it('keep fields of hostile names', () => {
    const a = JSON.parse(
      '{"properties":{"__proto__":{"type":"string"},"constructor":{}}}',
    ) as object
    expect(JSON.stringify(fieldIn(withSchemas(a)).field)).toBe(JSON.stringify(a))
  })

  it('are cut where they are too deep', () => {
    let a: object = text
    for (let level = 0; level < 150; level++) a = { items: a }
    const { field, said } = fieldIn(withSchemas(a))
    expect(JSON.stringify(field).length).toBeLessThan(600)
    expect(said).toContainEqual(expect.stringContaining('more than 25 levels'))
  })

  it('that double with every reference are cut', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `s${at}`,
        { properties: { x: to(`s${at + 1}`), y: to(`s${at + 1}`) } },
      ]),
    )
    const { said } = fieldIn(withSchemas(to('s0'), { ...schemas, s30: text }))
    expect(said).toContainEqual(expect.stringContaining('A schema is very large'))
  })

  it('that have very many fields are cut, and nothing else is required', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `p${at}`)
    const properties = Object.fromEntries(names.map((name) => [name, text]))
    const wide = { type: 'object', required: ['p0', 'p19999'], properties }
    const { field, said } = fieldIn(withSchemas(wide))
    expect(Object.keys((field as typeof wide).properties).length).toBeLessThan(3_001)
    expect(field).toMatchObject({ type: 'object', required: ['p0'] })
    expect(said).toContainEqual(expect.stringContaining('A schema is very large'))
  })

  it('of very many alternatives are cut', () => {
    const { field } = fieldIn(withSchemas({ anyOf: Array.from({ length: 20_000 }, () => text) }))
    expect((field as { anyOf: object[] }).anyOf.length).toBeLessThan(3_001)
  })

  it('that repeat a long text are cut', () => {
    const schemas = { long: { ...text, enum: ['x'.repeat(100_000)] } }
    const properties = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`p${at}`, to('long')]),
    )
    const { said } = fieldIn(withSchemas({ properties }, schemas))
    expect(said).toContainEqual(expect.stringContaining('A schema is very large'))
  })
})
