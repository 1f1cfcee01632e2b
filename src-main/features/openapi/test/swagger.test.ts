import { describe, expect, it } from 'vitest'
import { importJson } from '../../../../test/fixtures/importing/files'

/** A document of OpenAPI 2.0 with one operation, `POST /rooms`. */
const swaggerOf = (operation: object, more: object = {}) => ({
  swagger: '2.0',
  info: { title: 'Rooms', version: '1' },
  host: 'rooms.example.com',
  basePath: '/v1',
  schemes: ['http', 'https'],
  paths: { '/rooms': { post: { operationId: 'book', summary: 'Books.', ...operation } } },
  ...more,
})

function read(document: object) {
  const { tools, report } = importJson(document)
  const [tool] = tools
  return {
    ...tool,
    context: tool?.source.context,
    said: report.map(({ why }) => why),
  }
}

const text = { type: 'string' }

describe('a document of OpenAPI 2.0', () => {
  it('gives a tool with its body, parameters, answer and address', () => {
    const { id, parameters, response, context, said } = read(
      swaggerOf(
        {
          parameters: [
            { $ref: '#/parameters/floor' },
            { in: 'query', name: 'ids', type: 'array', items: { type: 'integer' } },
            { in: 'header', name: 'X-Kinds', type: 'array', items: text },
            { in: 'body', name: 'room', required: true, schema: { $ref: '#/definitions/Room' } },
          ],
          responses: { 200: { $ref: '#/responses/Booked' } },
        },
        {
          consumes: ['application/xml', 'application/json'],
          parameters: {
            floor: {
              in: 'query',
              name: 'floor',
              type: 'integer',
              maximum: 9,
              description: 'The floor.',
            },
          },
          definitions: {
            Room: { type: 'object', required: ['bed'], properties: { bed: text, in: to('Room') } },
          },
          responses: { Booked: { description: 'ok', schema: to('Room') } },
        },
      ),
    )
    expect(id).toBe('Rooms/book')
    const again = { type: 'object', description: 'Another Room, as above.' }
    expect(parameters).toEqual({
      type: 'object',
      properties: {
        floor: { type: 'integer', maximum: 9, description: 'The floor.' },
        ids: { type: 'array', items: { type: 'integer' } },
        'X-Kinds': { type: 'array', items: text },
        bed: text,
        in: again,
      },
      required: ['bed'],
    })
    expect(response).toEqual({
      type: 'object',
      required: ['bed'],
      properties: { bed: text, in: again },
    })
    expect(context).toEqual({
      method: 'POST',
      path: '/rooms',
      url: 'https://rooms.example.com/v1',
      mediaType: 'application/json',
      parameters: {
        floor: { in: 'query', name: 'floor' },
        ids: { in: 'query', name: 'ids', style: 'form', explode: false },
        'X-Kinds': { in: 'header', name: 'X-Kinds', style: 'simple' },
        bed: { in: 'body', name: 'bed' },
        in: { in: 'body', name: 'in' },
      },
    })
    expect(said).toEqual([
      expect.stringContaining('A schema contains itself'),
      'What is returned is kept in part',
    ])
  })

  it.each([
    [undefined, { style: 'form', explode: false }],
    ['csv', { style: 'form', explode: false }],
    ['ssv', { style: 'spaceDelimited', explode: false }],
    ['pipes', { style: 'pipeDelimited', explode: false }],
    ['multi', { style: 'form', explode: true }],
    ['constructor', { style: 'form', explode: false }],
  ])('says how a list is written: %s', (collectionFormat, style) => {
    const list = { in: 'query', name: 'a', type: 'array', items: text, collectionFormat }
    expect(read(swaggerOf({ parameters: [list] })).context).toMatchObject({
      parameters: { a: { in: 'query', name: 'a', ...style } },
    })
  })

  it('makes one form of its fields, with files', () => {
    const parameters = [
      { in: 'formData', name: 'name', type: 'string', required: true, description: 'Its name.' },
      { in: 'formData', name: 'picture', type: 'file' },
    ]
    const { parameters: schema, context, said } = read(swaggerOf({ parameters }))
    expect(schema).toEqual({
      type: 'object',
      properties: {
        name: { ...text, description: 'Its name.' },
        picture: { ...text, format: 'binary' },
      },
      required: ['name'],
    })
    expect(context).toMatchObject({ mediaType: 'multipart/form-data' })
    expect(said).toContainEqual(expect.stringContaining('Bodies carry files'))
    const plain = [{ in: 'formData', name: 'a', type: 'string' }]
    expect(read(swaggerOf({ parameters: plain })).context).toMatchObject({
      mediaType: 'application/x-www-form-urlencoded',
    })
  })

  it('says how lists in a form are written', () => {
    const list = { in: 'formData', type: 'array', items: text }
    const parameters = [
      { ...list, name: 'tags', collectionFormat: 'pipes' },
      { ...list, name: 'ids' },
      { in: 'formData', name: 'a', type: 'string' },
    ]
    expect(read(swaggerOf({ parameters })).context).toHaveProperty('parameters', {
      tags: { in: 'body', name: 'tags', style: 'pipeDelimited', explode: false },
      ids: { in: 'body', name: 'ids', style: 'form', explode: false },
      a: { in: 'body', name: 'a' },
    })
  })

  it('takes the operation’s body in place of that of its path', () => {
    const bodyOf = (name: string) => ({
      in: 'body',
      name,
      schema: { type: 'object', properties: { [name]: text } },
    })
    const post = { operationId: 'book', parameters: [bodyOf('own')] }
    const paths = { '/a': { parameters: [bodyOf('shared')], post } }
    expect(read(swaggerOf({}, { paths })).parameters).toHaveProperty('properties', { own: text })
  })

  it('has no answer that is a file, or of no JSON', () => {
    const responses = { 200: { schema: { type: 'file' } } }
    expect(read(swaggerOf({ responses })).response).toBeUndefined()
    const xml = { produces: ['application/xml'], responses: { 200: { schema: text } } }
    expect(read(swaggerOf(xml)).response).toBeUndefined()
  })

  it('may say null in its own way, and give no address', () => {
    const schema = { properties: { a: { ...text, 'x-nullable': true } } }
    const { parameters, context } = read(
      swaggerOf({ parameters: [{ in: 'body', name: 'b', schema }] }, { host: undefined }),
    )
    expect(parameters).toHaveProperty('properties.a', { type: ['string', 'null'] })
    expect(context).toHaveProperty('url', '/v1')
  })

  it.each(['2.0', 2, '2'])('may write its version as %j', (swagger) => {
    expect(read({ ...swaggerOf({}), swagger }).name).toBe('book')
  })
})

const to = (name: string) => ({ $ref: `#/definitions/${name}` })
