import { describe, expect, it } from 'vitest'
import { importFiles, jsonFile, textFile } from '../../../../test/fixtures/importing/files'
import { openapi } from '../formats/openapi'
import { apiDocument, apiOf, inQuery, jsonBody } from './documents'

const text = { type: 'string' }

/** What a folder holds: tools by name with the names of their parameters, and the report. */
function read(files: Record<string, object | string>) {
  const { tools, report } = importFiles(
    Object.entries(files).map(([path, content]) =>
      typeof content === 'string' ? textFile(path, content) : jsonFile(path, content),
    ),
  )
  return {
    tools,
    parameters: Object.fromEntries(
      tools.map(({ name, parameters }) => [name, Object.keys(parameters.properties ?? {})]),
    ),
    report,
  }
}

describe('a document in several files', () => {
  it('is whole: path items, operations, parameters, bodies and answers stand elsewhere', () => {
    const { tools, parameters, report } = read({
      'api/openapi.yaml': `
openapi: 3.1.0
info: {$ref: info.yaml}
paths: {$ref: 'paths/all%20of%20them.yaml'}
components: {schemas: {$ref: 'schemas/index.json'}}
`,
      'api/info.yaml': 'title: Rooms\nversion: "1"',
      'api/paths/all of them.yaml': `
/rooms: {$ref: './rooms.yaml'}
/rooms/{id}: {$ref: 'rooms.yaml#/one~1room'}
/beds:
  get: {$ref: '../operations/beds.json#/list', tags: [beds]}
`,
      'api/paths/rooms.yaml': `
parameters: [{$ref: '../parameters.yaml#/floor'}]
post:
  operationId: addRoom
  summary: Adds a room.
  requestBody: {$ref: '../bodies.yaml#/room'}
  responses: {201: {$ref: '../bodies.yaml#/answer'}}
one/room:
  get: {operationId: readRoom, summary: Reads a room., parameters: [{$ref: '../parameters.yaml#/id'}]}
`,
      'api/parameters.yaml': `
id: {in: path, name: id, required: true, schema: {$ref: '#/types/number'}}
floor: {in: query, name: floor, schema: {$ref: 'openapi.yaml#/components/schemas/floor'}}
types: {number: {type: integer}}
`,
      'api/bodies.yaml': `
room: {content: {application/json: {schema: {$ref: schemas/room.json}}}}
answer: {content: {application/json: {schema: {$ref: schemas/room.json}}}}
`,
      'api/schemas/index.json': { floor: { type: 'integer', maximum: 9 } },
      'api/schemas/room.json': { properties: { bed: { $ref: 'bed.yaml' } }, required: ['bed'] },
      'api/schemas/bed.yaml': 'type: object\nproperties: {wide: {type: boolean}}',
      'api/operations/beds.json': {
        list: { operationId: 'listBeds', summary: 'Lists beds.', parameters: [inQuery('a')] },
      },
    })
    expect(parameters).toEqual({
      addRoom: ['floor', 'bed'],
      readRoom: ['id'],
      listBeds: ['a'],
    })
    expect(report).toEqual([])
    const bed = { type: 'object', properties: { wide: { type: 'boolean' } } }
    expect(tools).toMatchObject([
      {
        id: 'Rooms/addRoom',
        parameters: { properties: { floor: { type: 'integer', maximum: 9 }, bed } },
        response: { properties: { bed } },
      },
      { parameters: { properties: { id: { type: 'integer' } }, required: ['id'] } },
      { tags: ['beds'], description: 'Lists beds.' },
    ])
  })

  it('takes what stands beside a reference to a path item before what that says', () => {
    const own = { operationId: 'own', summary: 'Is here.' }
    const far = { get: { operationId: 'far' }, put: { operationId: 'put', summary: 'Puts.' } }
    const paths = { '/a': { $ref: 'item.json', get: own, parameters: [inQuery('b')] } }
    const item = { ...far, parameters: [inQuery('a'), inQuery('b', { type: 'integer' })] }
    expect(read({ 'a.json': apiDocument(paths), 'item.json': item }).parameters).toEqual({
      own: ['a', 'b'],
      put: ['a', 'b'],
    })
  })

  it.each([
    ['above the folder', '../../etc/passwd', 'leads out of the folder'],
    ['above the folder, with backslashes', '..\\..\\a.yaml', 'leads out of the folder'],
    ['to an address', 'https://example.com/a.yaml#/get', 'leads to an address'],
    ['to a file that is not there', 'gone.yaml', 'leads to a file that was not imported'],
    ['nowhere', 'part.json#/none', 'leads nowhere'],
    ['to a text', 'part.json#/text', 'leads to something else'],
    ['to a broken file', 'broken.yaml', 'leads to a file that cannot be read'],
    ['to itself', '#/paths/~1a/get', 'without an end'],
  ])('skips an operation whose reference leads %s, and names it', (_where, $ref, why) => {
    const get = { operationId: 'kept', summary: 'Is kept.' }
    const files = {
      'a.json': apiDocument({ '/a': { get: { $ref }, post: get }, '/b': { $ref } }),
      'part.json': { text: 'a text' },
      'broken.yaml': 'a: [',
    }
    const { tools, report } = read(files)
    expect(tools.map(({ name }) => name)).toEqual(['kept'])
    expect(report).toContainEqual(
      expect.objectContaining({
        outcome: 'skipped',
        where: 'a.json, GET /a',
        why: expect.stringContaining(why) as string,
        fix: expect.any(String) as string,
      }),
    )
    expect(report).toContainEqual(
      expect.objectContaining({
        why: expect.stringMatching(/2 references \(a.json, GET \/a, a.json, \/b\)/) as string,
      }),
    )
  })

  it('says so where no operation can be reached', () => {
    const { tools, report } = read({ 'a.json': apiDocument({ '/a': { $ref: 'gone.json' } }) })
    expect(tools).toEqual([])
    expect(report.map(({ why }) => why)).toContain(
      'All operations of the document stand behind references that cannot be followed',
    )
  })

  it('names each reference of an operation that cannot be followed, and keeps the rest', () => {
    const parameters = [{ $ref: 'x.json' }, { $ref: 'y.json' }, inQuery('a')]
    const { parameters: read_, report } = read({ 'a.json': apiOf({ parameters }) })
    expect(read_).toEqual({ book: ['a'] })
    expect(report).toMatchObject([
      {
        why: expect.stringContaining('“x.json”. “y.json”') as string,
        fix: expect.stringContaining('npx @redocly/cli bundle') as string,
      },
    ])
  })

  it('names what an answer refers to in vain, and keeps its rest', () => {
    const schema = { properties: { a: { $ref: 'http://a.example/a.json' }, b: text } }
    const responses = { 200: { content: { 'application/json': { schema } } } }
    const { tools, report } = read({ 'a.json': apiOf({ responses }) })
    expect(tools).toMatchObject([{ response: { properties: { a: {}, b: text } } }])
    expect(report).toMatchObject([
      { why: expect.stringContaining('“http://a.example/a.json”') as string },
    ])
  })

  it('ends where files refer to each other in a circle', () => {
    const to = ($ref: string) => ({ type: 'object', properties: { next: { $ref } } })
    const { tools, report } = read({
      'a.json': apiOf(jsonBody({ properties: { first: { $ref: 'one.json' } } })),
      'one.json': to('./two.yaml'),
      'two.yaml': JSON.stringify(to('sub/../three.json')),
      'three.json': to('one.json#'),
    })
    const again = { type: 'object', description: 'Another one, as above.' }
    const around = (next: object) => ({ type: 'object', properties: { next } })
    expect(tools).toMatchObject([
      { parameters: { properties: { first: around(around(around(again))) } } },
    ])
    expect(report).toMatchObject([{ why: expect.stringContaining('contains itself') as string }])
  })

  it('ends where what a pointer passes refers to itself', () => {
    const components = { schemas: { $ref: '#/components/schemas/a' } }
    const $ref = '#/components/schemas/a'
    const { report } = read({
      'a.json': apiOf(jsonBody({ properties: { a: { $ref } } }), { components }),
    })
    expect(report).toMatchObject([{ why: expect.stringContaining('leads nowhere') as string }])
  })

  it('does not end by aliases that make much of little: the part is told, the rest stays', () => {
    const aliases = Array.from(
      { length: 60 },
      (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`,
    )
    const { parameters, report } = read({
      'a.json': apiOf({ parameters: [{ $ref: 'b.yaml#/a60' }, inQuery('a')] }),
      'b.yaml': ['a0: &a0 [x]', ...aliases].join('\n'),
    })
    expect(parameters).toEqual({ book: ['a'] })
    expect(report).toMatchObject([
      {
        why: expect.stringContaining('come to more than 64 MB') as string,
        fix: 'Write it without aliases, or in several files.',
      },
    ])
  })
})

describe('the files of a folder', () => {
  it('that a document refers to are parts of it, and others are named', () => {
    const { report } = read({
      'a.json': apiOf(jsonBody({ properties: { a: { $ref: 'parts/a.yaml' } } })),
      'parts/a.yaml': 'type: object\nproperties: {b: {$ref: "b.yaml#/"}, d: {$ref: d.json}}',
      'parts/d.json': { discriminator: { propertyName: 'x', mapping: { e: 'e.json' } } },
      'parts/e.json': text,
      'parts/b.yaml': 'type: string',
      'parts/c.yaml': 'type: string',
      'notes.md': '# Notes',
    })
    expect(report).toMatchObject([
      {
        outcome: 'notice',
        where: 'parts/c.yaml',
        why: 'No format knows the file, and none that is read refers to it',
      },
      { outcome: 'notice', why: '1 file holds no data: notes.md' },
    ])
  })

  it('keep keys of YAML that look like fields of events', () => {
    const { parameters } = read({
      'a.json': apiOf({ ...jsonBody({ properties: { $ref: 'fields.yaml' } }), operationId: 'a' }),
      'fields.yaml': 'data: {"type": "string"}\nid: {"type": "integer"}\n',
    })
    expect(parameters.a).toEqual(['data', 'id'])
  })

  it('may be two documents beside other lists', () => {
    const { parameters, report } = read({
      'a.json': apiOf({ operationId: 'a' }),
      'b.yaml': JSON.stringify({ ...apiOf({ operationId: 'b' }), info: { title: 'B' } }),
      'tools.json': [{ name: 'other', description: 'A tool.', input_schema: { type: 'object' } }],
    })
    expect(Object.keys(parameters)).toEqual(['a', 'b', 'other'])
    expect(report).toEqual([])
  })

  it('may be one document twice, whose operations come in once', () => {
    const document = apiDocument({
      '/a': { get: { operationId: 'a' } },
      '/b': { get: { operationId: 'b', summary: 'B.' } },
    })
    const other = { ...document.paths, '/b': { get: { operationId: 'b', summary: 'Another.' } } }
    const { parameters, report } = read({
      'a.json': document,
      'b.yaml': JSON.stringify({ ...document, paths: other }),
    })
    expect(Object.keys(parameters)).toEqual(['a', 'b', 'b_2'])
    expect(report).toContainEqual({
      outcome: 'skipped',
      where: 'b.yaml, GET /a',
      entry: 'a',
      why: 'The same operation comes earlier in these files',
      fix: 'Leave one of the documents out.',
    })
  })

  it('may be thousands beside the only document', () => {
    const others = Array.from({ length: 5_000 }, (_, at) => textFile(`notes/${at}.yaml`, 'a: 1'))
    const { tools, report } = importFiles([jsonFile('a.json', apiOf({})), ...others])
    expect(tools).toHaveLength(1)
    expect(report).toMatchObject([{ entries: 5_000 }])
    expect(openapi.recognise(others).confidence).toBe(0)
  })
})

it('reads a schema from each side of a reference to fields', () => {
  const properties = { $ref: 'fields.json' }
  const files = { 'a.json': apiOf(jsonBody({ properties })), 'fields.json': { a: text } }
  expect(read(files).parameters).toEqual({ book: ['a'] })
})
