import { describe, expect, it } from 'vitest'
import { catalogIn } from '../../../../test/fixtures/importing/catalog'
import { MOST_OPERATIONS } from '../formats/read-document'
import {
  errorOf,
  importFiles,
  importJson,
  importText,
} from '../../../../test/fixtures/importing/files'
import { jsonFile, textFile } from '../../../../test/fixtures/importing/files'
import { apiDocument, apiOf, inQuery } from './documents'

const YAML = `
openapi: 3.1.0
info: {title: Bookings, version: '1'}
servers: [{url: https://api.example.com/v1}]
paths:
  /rooms/{id}:
    parameters:
      - {in: path, name: id, required: true, schema: {type: integer}}
    get:
      operationId: rooms/read
      summary: Reads a room
      description: Tells where it is.
      tags: [rooms]
      responses:
        200: {content: {application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}
`

describe('an OpenAPI document', () => {
  it('gives a tool for an operation, from YAML', () => {
    const { format, tools } = importText('openapi.yaml', YAML)
    expect(format).toBe('openapi')
    expect(tools).toMatchObject([
      {
        id: 'Bookings/rooms_read',
        server: 'Bookings',
        title: 'Reads a room',
        description: 'Reads a room.\n\nTells where it is.',
        parameters: { properties: { id: { type: 'integer' } }, required: ['id'] },
        response: { type: 'object', properties: { id: { type: 'integer' } } },
        tags: ['rooms'],
        visibility: 'public',
        source: {
          entry: { operationId: 'rooms/read' },
          context: {
            method: 'GET',
            path: '/rooms/{id}',
            url: 'https://api.example.com/v1',
            parameters: { id: { in: 'path', name: 'id' } },
          },
        },
      },
    ])
  })

  it.each(['3', '3.0.0', '3.0.3', '3.1.0', '3.2.0'])('may be of version %s', (openapi) => {
    expect(importJson({ ...apiOf({}), openapi }).tools).toHaveLength(1)
  })

  it.each([
    ['JSON under a name of YAML', 'api.yaml', JSON.stringify(apiOf({}))],
    ['YAML under no such name', 'pasted.csv', YAML],
    ['YAML under a name of JSON', 'api.json', YAML],
    ['YAML with keys in quotes', 'api.yml', '"openapi": "3.0.0"\n"paths": {"/a": {"get": {}}}'],
  ])('may be %s', (...[, path, text]) => {
    expect(importText(path, text)).toMatchObject({ format: 'openapi', tools: [{}] })
  })

  it('is surely one', () => {
    const [first] = catalogIn([jsonFile('a.json', apiOf({}))]).candidates()
    expect(first).toMatchObject({ id: 'openapi', confidence: 0.98 })
    expect(catalogIn([textFile('ci.yaml', 'on: push\njobs: {}')]).candidates()).toEqual([])
  })

  it('has its tools under the server that a person names', () => {
    expect(importJson(apiOf({}), { server: 'rooms' }).tools).toMatchObject([{ id: 'rooms/book' }])
  })

  it('stands in a folder beside files that are none', () => {
    const files = [
      jsonFile('a.json', apiOf({})),
      jsonFile('old.json', { swagger: '1.2', paths: {} }),
      jsonFile('package.json', { name: 'x' }),
      textFile('README.md', '# x'),
    ]
    const { tools, report } = importFiles(files)
    expect(tools).toHaveLength(1)
    expect(report).toMatchObject([
      { outcome: 'skipped', where: 'old.json' },
      { outcome: 'notice', where: 'package.json' },
      { outcome: 'notice', why: '1 file holds no data: README.md' },
    ])
  })

  it('keeps HTML as the text that it is', () => {
    const description = '<script>alert(1)</script> & <b>more</b>'
    const [tool] = importJson(apiOf({ summary: undefined, description })).tools
    expect(tool?.description).toBe(description)
  })
})

describe('what is no OpenAPI document that is read', () => {
  it.each([
    ['Swagger 1.2', { swagger: '1.2', paths: {} }, 'is of Swagger 1.2', '3.0 or 3.1'],
    ['a later version', { openapi: '4.0.0', paths: {} }, 'is of OpenAPI 4.0.0', '3.0 or 3.1'],
    ['a version of no sense', { openapi: 'x'.repeat(99) }, 'is of OpenAPI xxx', '3.0 or 3.1'],
    ['one without paths', { openapi: '3.1.0', webhooks: {} }, 'has no paths', 'Give it the paths'],
    ['a list of paths', { openapi: '3.1.0', paths: [] }, 'has no paths', 'Give it the paths'],
  ])('is refused with what to do: %s', (...[, document, message, fix]) => {
    const error = errorOf(() => importJson(document))
    expect(error).toMatchObject({ message: expect.stringContaining(message) as string })
    expect(error).toMatchObject({ fix: expect.stringContaining(fix) as string })
  })

  it.each([
    ['broken YAML', 'openapi: 3.0.0\npaths:\n  /a: [', 'api.yaml: is not valid YAML at line 3'],
    ['a list', '- openapi\n- swagger: 2', 'is not an OpenAPI document'],
    ['a text', 'just a text', 'is not an OpenAPI document'],
  ])('is refused where someone says it is one: %s', (...[, text, message]) => {
    expect(() => importText('api.yaml', text, { format: 'openapi' })).toThrow(message)
  })

  it('is refused where there are no files of the format', () => {
    const files = [jsonFile('a.json', [1]), jsonFile('b.json', [2])]
    expect(() => importFiles(files, { format: 'openapi' })).toThrow('is not an OpenAPI document')
  })

  it('says that a document without operations has none', () => {
    expect(importJson(apiDocument({ '/a': {}, '/b': null })).report).toMatchObject([
      { outcome: 'notice', why: 'The document has no operations' },
    ])
  })
})

it('says that webhooks become no tools', () => {
  const { tools, report } = importJson(apiOf({}, { webhooks: { booked: { post: {} } } }))
  expect(tools).toHaveLength(1)
  expect(report).toMatchObject([{ why: expect.stringMatching(/^1 webhook became/) as string }])
})

describe('the names of operations', () => {
  const namesOf = (...operations: object[]) =>
    importJson(
      apiDocument(Object.fromEntries(operations.map((get, at) => [`/rooms/{id}/${at}`, { get }]))),
    ).tools.map(({ name }) => name)

  it.each([
    ['a slash', 'issues/create', 'issues_create'],
    ['spaces and dots', 'Read the room. Now!', 'Read_the_room_Now'],
    ['a digit first', '2fa/check', '_2fa_check'],
    ['what is allowed', '__proto__', '__proto__'],
    ['no letter that is allowed', '部屋', 'get_rooms_id_0'],
    ['nothing', ' ', 'get_rooms_id_0'],
    [
      'too much',
      'actions/get-github-actions-default-workflow-permissions-of-the-repository',
      'actions_get-github-actions-default_of-the-repository',
    ],
    ['one long word', 'x'.repeat(200), `${'x'.repeat(36)}_${'x'.repeat(27)}`],
  ])('are made valid from %s', (_what, operationId, name) => {
    expect(namesOf({ operationId })).toEqual([name])
    expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/)
  })

  it('are method and path without an id', () => {
    expect(namesOf({})).toEqual(['get_rooms_id_0'])
  })

  it('are each once, in each document', () => {
    const twice = [{ operationId: 'a/b' }, { operationId: 'a_b' }, { operationId: 'a b' }]
    expect(namesOf(...twice)).toEqual(['a_b', 'a_b_2', 'a_b_3'])
    const other = { ...apiOf({}), info: { title: 'Other' } }
    const both = importFiles([jsonFile('a.json', apiOf({})), jsonFile('b.json', other)])
    expect(both.tools.map(({ id }) => id)).toEqual(['Bookings/book', 'Other/book'])
  })

  it('that changed are told, and kept', () => {
    const { tools, report } = importJson(apiOf({ operationId: 'rooms/book' }))
    expect(report).toMatchObject([
      { outcome: 'altered', why: expect.stringMatching(/“rooms\/book” is rooms_book$/) as string },
    ])
    expect(tools).toMatchObject([{ source: { entry: { operationId: 'rooms/book' } } }])
  })
})

describe('operations', () => {
  it('that are deprecated come in hidden', () => {
    const { tools, report } = importJson(apiOf({ deprecated: true }))
    expect(tools).toMatchObject([{ visibility: 'hidden' }])
    expect(report).toMatchObject([
      { outcome: 'notice', why: expect.stringMatching(/^Deprecated operations/) as string },
    ])
  })

  it('may have methods of OpenAPI 3.2', () => {
    const item = {
      query: { operationId: 'find' },
      additionalOperations: { COPY: { operationId: 'copy' }, LINK: {} },
    }
    const { tools } = importJson({ ...apiDocument({ '/rooms': item }), openapi: '3.2.0' })
    expect(tools.map(({ name, source }) => [name, source.context?.method])).toEqual([
      ['find', 'QUERY'],
      ['copy', 'COPY'],
      ['LINK_rooms', 'LINK'],
    ])
  })

  it('of a path without any are passed over', () => {
    const hostile = { ...apiDocument({}), paths: JSON.parse('{"__proto__":{"get":{}}}') as object }
    expect(importJson(hostile).tools).toMatchObject([{ name: 'get___proto__' }])
    expect(
      importJson(apiDocument({ '/a': { get: 1, summary: 'x', post: {} } })).tools,
    ).toHaveLength(1)
  })

  it('beyond a bound are left out, and counted', () => {
    const paths = Object.fromEntries(
      Array.from({ length: MOST_OPERATIONS + 3 }, (_, at) => [`/${at}`, { get: { summary: 's' } }]),
    )
    const { tools, report } = importJson(apiDocument(paths))
    expect(tools).toHaveLength(MOST_OPERATIONS)
    expect(report).toMatchObject([
      {
        outcome: 'skipped',
        why: expect.stringMatching(/^3 operations beyond the first 10000/) as string,
      },
    ])
  })

  it('keep the response’s schema, and of several the successful one', () => {
    const answer = (schema: object) => ({ content: { 'application/json': { schema } } })
    const responses = {
      default: answer({ type: 'string' }),
      404: answer({ type: 'null' }),
      201: answer({ type: 'object', properties: { pin: { type: 'string', writeOnly: true } } }),
    }
    expect(importJson(apiOf({ responses })).tools[0]?.response).toEqual({
      type: 'object',
      properties: {},
    })
    const { default: other } = responses
    expect(importJson(apiOf({ responses: { default: other } })).tools[0]?.response).toEqual({
      type: 'string',
    })
    const file = { 200: { content: { 'image/png': {} } } }
    expect(importJson(apiOf({ responses: file })).tools[0]?.response).toBeUndefined()
  })
})

describe('descriptions', () => {
  const describedAs = (operation: object) => importJson(apiOf(operation)).tools[0]?.description

  it.each([
    ['both', { summary: 'Books', description: 'A room.' }, 'Books.\n\nA room.'],
    ['the same twice', { summary: 'Books', description: 'Books a room.' }, 'Books a room.'],
    ['the same', { summary: 'Books', description: 'Books' }, 'Books.'],
    ['links', { summary: '', description: 'See [rooms](https://x.y/z "t").' }, 'See rooms.'],
    [
      'where to read on',
      {
        summary: '',
        description: 'Books. For more information, see "[a.b](https://a.b)." It waits.',
      },
      'Books. It waits.',
    ],
    ['no text', { summary: 1, description: [] }, ''],
  ])('have %s', (_what, operation, text) => {
    expect(describedAs(operation)).toBe(text)
  })

  it('tell of links that were left out', () => {
    expect(importJson(apiOf({ description: '[Rooms](/rooms) are here.' })).report).toMatchObject([
      { outcome: 'altered', why: expect.stringMatching(/^Links, and sentences/) as string },
    ])
  })

  it('are cut behind a sentence, or else a word', () => {
    const long = describedAs({ description: 'Waits for it. '.repeat(200) })
    expect(long).toMatch(/Waits for it\.$/)
    expect(long?.length).toBeLessThanOrEqual(1_000)
    expect(describedAs({ description: 'word '.repeat(400) })).toMatch(/word…$/)
    expect(describedAs({ summary: '', description: '😀'.repeat(900) })?.isWellFormed()).toBe(true)
  })

  it('are without paragraphs that many operations have alike', () => {
    const get = { description: 'Own text.\n\nNeeds a token of the scope rooms.' }
    const paths = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`/${at}`, { get: { ...get, summary: `S${at}` } }]),
    )
    const own = { get: { description: 'Needs a token of the scope rooms.', summary: 'Last' } }
    const { tools, report } = importJson(apiDocument({ ...paths, '/own': own }))
    expect(tools.at(-1)?.description).toBe('Last.')
    expect(report).toMatchObject([
      {
        outcome: 'altered',
        why: expect.stringMatching(/^Paragraphs that stand in more than 5/) as string,
      },
    ])
  })
})

it('is read in time that grows with its size alone', () => {
  const parameters = [inQuery('x'.repeat(50_000)), inQuery('_'.repeat(50_000))]
  const description = `${'[a]('.repeat(5_000)}${'For more information '.repeat(900)}`
  const operationId = '_-'.repeat(50_000)
  const started = performance.now()
  importJson(apiOf({ parameters, description, operationId }))
  expect(performance.now() - started).toBeLessThan(2_000)
})
