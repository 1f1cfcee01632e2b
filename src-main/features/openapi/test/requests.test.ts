import { describe, expect, it } from 'vitest'
import { importJson } from '../../../../test/fixtures/importing/files'
import { apiDocument, apiOf, inQuery, jsonBody } from './documents'

/** The only tool of a document, and what is said of it. */
function read(document: object) {
  const { tools, report } = importJson(document)
  const [tool] = tools
  return {
    parameters: tool?.parameters,
    context: tool?.source.context,
    said: report.map(({ why }) => why),
  }
}

const text = { type: 'string' }

describe('parameters', () => {
  it('are one flat schema, path first, with the place of each kept', () => {
    const parameters = [
      { in: 'header', name: 'X-Trace', schema: text },
      inQuery('ids', { type: 'array', items: text }, { style: 'form', explode: false }),
      { in: 'path', name: 'id', schema: text, description: 'The room.' },
    ]
    const { parameters: schema, context } = read(
      apiOf({ parameters, ...jsonBody({ properties: { note: text }, required: ['note'] }) }),
    )
    expect(schema).toEqual({
      type: 'object',
      properties: {
        id: { ...text, description: 'The room.' },
        ids: { type: 'array', items: text },
        'X-Trace': text,
        note: text,
      },
      required: ['id', 'note'],
    })
    expect(context).toMatchObject({
      mediaType: 'application/json',
      parameters: {
        id: { in: 'path', name: 'id' },
        ids: { in: 'query', name: 'ids', style: 'form', explode: false },
        'X-Trace': { in: 'header', name: 'X-Trace' },
        note: { in: 'body', name: 'note' },
      },
    })
  })

  it('of the operation stand in place of those of its path', () => {
    const parameters = [inQuery('a', { type: 'integer' })]
    const post = { operationId: 'book', parameters }
    const item = { parameters: [inQuery('a'), inQuery('b')], post }
    expect(read(apiDocument({ '/a': item })).parameters).toMatchObject({
      properties: { a: { type: 'integer' }, b: text },
    })
  })

  it('of one name are told apart by where they stand', () => {
    const parameters = [{ in: 'path', name: 'id', schema: text }, inQuery('id'), inQuery('body_id')]
    const {
      parameters: schema,
      context,
      said,
    } = read(apiOf({ parameters, ...jsonBody({ properties: { id: text }, required: ['id'] }) }))
    expect(Object.keys(schema?.properties ?? {})).toEqual([
      'id',
      'query_id',
      'body_id',
      'body_id_2',
    ])
    expect(schema?.required).toEqual(['id', 'body_id_2'])
    expect(context).toMatchObject({ parameters: { body_id_2: { in: 'body', name: 'id' } } })
    expect(said).toEqual([expect.stringContaining('“id” is query_id, “id” is body_id_2')])
  })

  it('have names that providers take', () => {
    const names = ['filter[state]', '$select', '部', 'a.b', 'n'.repeat(80), '__proto__']
    const { parameters } = read(apiOf({ parameters: names.map((name) => inQuery(name)) }))
    const given = Object.keys(parameters?.properties ?? {})
    expect(given).toEqual([
      'filter_state',
      'select',
      'field',
      'a.b',
      `${'n'.repeat(36)}_${'n'.repeat(27)}`,
      '__proto__',
    ])
  })

  it('in cookies, headers of the client and broken ones are left out', () => {
    const parameters = [
      { in: 'cookie', name: 'session', schema: text },
      { in: 'header', name: 'Accept', schema: text },
      { in: 'query' },
      { in: 'body', name: 'old' },
      null,
      7,
    ]
    const { parameters: schema, said } = read(apiOf({ parameters }))
    expect(schema).toEqual({ type: 'object', properties: {} })
    expect(said).toEqual([expect.stringContaining('Parameters in cookies are left out')])
  })

  it('may be given as content', () => {
    const content = { 'application/json': { schema: { type: 'object' } } }
    const { parameters, context } = read(
      apiOf({ parameters: [{ in: 'query', name: 'q', content }] }),
    )
    expect(parameters).toMatchObject({ properties: { q: { type: 'object' } } })
    expect(context).toMatchObject({ parameters: { q: { mediaType: 'application/json' } } })
  })

  it('are made for placeholders of the path that nothing declares, which is told', () => {
    const get = { operationId: 'read', parameters: [{ in: 'path', name: 'a', schema: text }] }
    const { parameters, context, said } = read(apiDocument({ '/x/{a}/{b}/{b}/{+c}': { get } }))
    expect(parameters).toEqual({
      type: 'object',
      properties: { b: text, c: text, a: text },
      required: ['b', 'c', 'a'],
    })
    expect(context).toMatchObject({ parameters: { b: { in: 'path', name: 'b' } } })
    expect(said).toContainEqual(expect.stringMatching(/no parameter declares.*\{b\}, \{c\}/))
  })

  it('of headers are the same in any case', () => {
    const header = (name: string, schema: object = text) => ({ in: 'header', name, schema })
    const parameters = [header('X-Trace'), header('x-trace', { type: 'integer' })]
    const ignored = ['ACCEPT', 'content-Type', 'Authorization'].map((name) => header(name))
    expect(read(apiOf({ parameters: [...parameters, ...ignored] })).parameters).toEqual({
      type: 'object',
      properties: { 'x-trace': { type: 'integer' } },
    })
  })

  it('that are all of the query are its fields, or one', () => {
    const schema = { type: 'object', properties: { a: text, b: text }, required: ['a'] }
    const queryOf = (type: string) => [
      { in: 'querystring', name: 'q', required: true, content: { [type]: { schema } } },
    ]
    const form = read(apiOf({ parameters: queryOf('application/x-www-form-urlencoded') }))
    expect(form.parameters).toMatchObject({ properties: { a: text, b: text }, required: ['a'] })
    expect(form.context).toMatchObject({ parameters: { b: { in: 'query', name: 'b' } } })
    const json = read(apiOf({ parameters: queryOf('application/json') }))
    expect(json.parameters).toMatchObject({ properties: { q: schema }, required: ['q'] })
    expect(json.context).toMatchObject({
      parameters: { q: { in: 'querystring', name: 'q', mediaType: 'application/json' } },
    })
  })

  it('leave security schemes out', () => {
    const securitySchemes = { key: { type: 'apiKey', in: 'query', name: 'api_key' } }
    const document = apiOf({ security: [{ key: [] }] }, { components: { securitySchemes } })
    expect(read(document).parameters).toEqual({ type: 'object', properties: {} })
  })
})

describe('bodies', () => {
  it('made of several objects are one', () => {
    const schema = {
      allOf: [
        { type: 'object', properties: { a: text }, required: ['a'] },
        { allOf: [{ properties: { b: text } }] },
      ],
      required: ['b'],
    }
    expect(read(apiOf(jsonBody(schema))).parameters).toEqual({
      type: 'object',
      properties: { a: text, b: text },
      required: ['a', 'b'],
    })
  })

  it.each([
    ['a list', { type: 'array', items: text }],
    ['a text', text],
    ['a map', { type: 'object', additionalProperties: text }],
    ['alternatives', { oneOf: [{ type: 'object', properties: { a: text } }, text] }],
    ['an object with alternatives', { properties: { a: text }, anyOf: [{ required: ['a'] }] }],
    ['an object and a text', { allOf: [{ properties: { a: text } }, text] }],
  ])('that are %s are one parameter', (_what, schema) => {
    const { parameters, context } = read(apiOf(jsonBody(schema)))
    expect(parameters).toEqual({
      type: 'object',
      properties: { body: schema },
      required: ['body'],
    })
    expect(context).toMatchObject({ parameters: { body: { in: 'body' } } })
  })

  it('of several forms are told', () => {
    expect(read(apiOf(jsonBody({ oneOf: [text] }))).said).toEqual([
      expect.stringContaining('Bodies of several forms'),
    ])
  })

  it('need nothing where they are not needed, or may be null', () => {
    const schema = { type: 'object', properties: { a: text }, required: ['a'] }
    expect(read(apiOf(jsonBody(schema, {}))).parameters).toHaveProperty('required', ['a'])
    expect(read(apiOf(jsonBody(schema, { required: false }))).parameters).not.toHaveProperty(
      'required',
    )
    expect(read(apiOf(jsonBody({ ...schema, nullable: true }))).parameters).toEqual({
      type: 'object',
      properties: { a: text },
    })
  })

  it('are without what only answers have', () => {
    const schema = {
      properties: { id: { ...text, readOnly: true }, pin: { ...text, writeOnly: true } },
      required: ['id', 'pin'],
    }
    const { parameters, said } = read(apiOf(jsonBody(schema)))
    expect(parameters).toMatchObject({ properties: { pin: text }, required: ['pin'] })
    expect(said).toEqual([expect.stringContaining('(readOnly) are left out')])
  })

  it.each([
    ['beside what is put together', { allOf: [{ $ref: '#/components/schemas/Base' }] }],
    ['in another part', { allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['id'] }] }],
  ])('require nothing that only answers have, %s', (_where, schema) => {
    const properties = { id: { ...text, readOnly: true }, name: text }
    const components = { schemas: { Base: { type: 'object', properties } } }
    const { parameters } = read(
      apiOf(jsonBody({ required: ['id', 'name'], ...schema }), { components }),
    )
    expect(parameters).toMatchObject({ properties: { name: text }, required: ['name'] })
    expect(JSON.stringify(parameters)).not.toContain('"id"')
  })

  it('require what one part describes for requests too', () => {
    const hidden = { properties: { id: { ...text, readOnly: true } } }
    const schema = { allOf: [hidden, { properties: { id: text } }], required: ['id'] }
    const { parameters } = read(apiOf(jsonBody(schema)))
    expect(parameters).toMatchObject({ properties: { id: text }, required: ['id'] })
  })

  it('as forms with files are told', () => {
    const schema = { type: 'object', properties: { file: { ...text, format: 'binary' } } }
    const requestBody = { content: { 'multipart/form-data': { schema } } }
    const { parameters, context, said } = read(apiOf({ requestBody }))
    expect(parameters).toMatchObject({ properties: { file: { format: 'binary' } } })
    expect(context).toMatchObject({ mediaType: 'multipart/form-data' })
    expect(said).toEqual([
      'Bodies are sent as forms. multipart/form-data',
      'Bodies carry files (format binary)',
    ])
  })

  it('that are no JSON are one parameter', () => {
    const requestBody = { content: { 'application/octet-stream': {} }, description: 'The file.' }
    const { parameters, said } = read(apiOf({ requestBody }))
    expect(parameters).toMatchObject({
      properties: { body: { ...text, format: 'binary', description: 'The file.' } },
    })
    expect(said).toHaveLength(2)
  })

  it('are JSON where there is a choice', () => {
    const schema = { properties: { a: text } }
    const content = { 'text/plain': {}, 'application/vnd.api+json': { schema } }
    const { context } = read(apiOf({ requestBody: { content } }))
    expect(context).toMatchObject({ mediaType: 'application/vnd.api+json' })
  })

  it('of any type are JSON, unless they are a text', () => {
    const schema = { properties: { a: text } }
    const bodyOf = (written: object) => ({
      requestBody: { content: { '*/*': { schema: written } } },
    })
    expect(read(apiOf(bodyOf(schema))).context).toMatchObject({ mediaType: 'application/json' })
    expect(read(apiOf(bodyOf(text))).context).toMatchObject({ mediaType: '*/*' })
    const responses = { 200: { content: { '*/*': { schema } } } }
    expect(importJson(apiOf({ responses })).tools[0]?.response).toEqual(schema)
  })

  it.each([[{}], [{ content: {} }], [{ content: 1 }], [null], [7]])(
    'of nothing are none: %j',
    (requestBody) => {
      expect(read(apiOf({ requestBody })).parameters).toEqual({ type: 'object', properties: {} })
    },
  )
})
