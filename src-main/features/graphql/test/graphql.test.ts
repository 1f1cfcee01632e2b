import { describe, expect, it } from 'vitest'
import {
  errorOf,
  importFiles,
  importJson,
  importText,
  jsonFile,
  textFile,
} from '../../../../test/fixtures/importing/files'
import { catalogIn } from '../../../../test/fixtures/importing/catalog'
import { argumentsSchema } from '../formats/type-schemas'
import { serverOf } from '../formats/server-name'

const SHOP = `
"""Looks things up."""
type Query {
  "Finds goods."
  goods(
    "Which ones."
    filter: Filter!
    first: Int = 10
    kinds: [Kind!]
  ): [Good!]!
  old: String @deprecated(reason: "Use goods.")
}
type Mutation { buy(id: ID!, at: DateTime, pay: Payment): Good  goods: Int }
type Subscription { sold: Good }
input Filter { and: [Filter!], name: String! = "x", kind: Kind }
input Payment @oneOf { card: String, cash: Money }
"In cents."
scalar Money
enum Kind { TOOL TOY }
type Good implements Thing { id: ID! name: String maker: Maker @deprecated }
type Maker { name: String }
interface Thing { id: ID! }
`

const named = (name: string, kind = 'SCALAR') => ({ kind, name, ofType: null })
const notNull = (ofType: object) => ({ kind: 'NON_NULL', name: null, ofType })

/** What introspection gives of a schema with one query. */
const introspection = (field: object, types: object[] = []) => ({
  __schema: {
    queryType: { name: 'Root' },
    mutationType: null,
    types: [{ kind: 'OBJECT', name: 'Root', fields: [field] }, ...types],
  },
})

describe('a schema of GraphQL', () => {
  it('gives a tool for each field of Query and Mutation', () => {
    const { format, tools, report } = importText('shop/schema.graphql', SHOP)
    expect(format).toBe('graphql')
    expect(tools).toMatchObject([
      { id: 'shop/goods', tags: ['query'], description: 'Finds goods.', visibility: 'public' },
      {
        id: 'shop/old',
        tags: ['query', 'deprecated'],
        description: 'Deprecated: Use goods.',
        visibility: 'hidden',
      },
      { id: 'shop/buy', tags: ['mutation'] },
      { id: 'shop/mutation_goods' },
    ])
    const [goods, , buy] = tools
    expect(goods?.parameters).toEqual({
      type: 'object',
      properties: {
        filter: { $ref: '#/$defs/Filter', description: 'Which ones.' },
        first: { type: 'integer', default: 10 },
        kinds: { type: 'array', items: { type: 'string', enum: ['TOOL', 'TOY'] } },
      },
      required: ['filter'],
      $defs: {
        Filter: {
          type: 'object',
          properties: {
            and: { type: 'array', items: { $ref: '#/$defs/Filter' } },
            name: { type: 'string', default: 'x' },
            kind: { type: 'string', enum: ['TOOL', 'TOY'] },
          },
        },
      },
    })
    expect(goods?.response).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          maker: { type: 'object', description: 'Maker' },
        },
      },
    })
    expect(goods?.source).toMatchObject({
      entry: expect.stringContaining('goods(') as string,
      context: {
        operation: 'query',
        field: 'goods',
        arguments: { filter: 'Filter!', first: 'Int', kinds: '[Kind!]' },
        returns: '[Good!]!',
      },
    })
    expect(buy?.parameters).toMatchObject({
      properties: { at: { type: 'string', format: 'date-time' } },
      required: ['id'],
      $defs: {
        Payment: {
          properties: { card: { type: 'string' }, cash: { description: 'Money: In cents.' } },
          minProperties: 1,
          maxProperties: 1,
        },
      },
    })
    expect(report.map(({ why }) => why)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^1 subscription became no tools/),
        expect.stringMatching(/^Deprecated fields come in hidden/),
        expect.stringMatching(/^A query and a mutation have one name/),
      ]),
    )
  })

  it.each([
    ['with data around it', (schema: object) => ({ data: schema })],
    ['without', (schema: object) => schema],
  ])('may be an answer to introspection, %s', (_what, around) => {
    const field = {
      name: 'read',
      description: 'Reads.',
      args: [{ name: 'id', type: notNull(named('ID')), defaultValue: null }],
      type: named('Thing', 'OBJECT'),
      isDeprecated: true,
      deprecationReason: null,
    }
    const { tools } = importJson(around(introspection(field)))
    expect(tools).toMatchObject([
      {
        id: 'read',
        parameters: { properties: { id: { type: 'string' } }, required: ['id'] },
        tags: ['query', 'deprecated'],
        source: { entry: field },
      },
    ])
  })

  it('is surely one, and files of queries are none', () => {
    expect(catalogIn([textFile('a.gql', SHOP)]).candidates()).toMatchObject([
      { id: 'graphql', confidence: 0.96 },
    ])
    expect(catalogIn([textFile('a.graphql', '{ goods { id } }')]).candidates()).toEqual([])
    expect(importText('pasted.csv', SHOP).format).toBe('graphql')
  })

  it('may stand in several files, with extensions; whole ones are schemas of their own', () => {
    const parts = [
      textFile('shop/query.graphql', 'type Query { a(in: In!): Int }'),
      textFile('shop/more.graphql', 'extend type Query { b: Int }\ninput In { c: Int }'),
    ]
    expect(importFiles(parts).tools).toMatchObject([
      { id: 'shop/a', parameters: { $defs: { In: { properties: { c: { type: 'integer' } } } } } },
      { id: 'shop/b' },
    ])
    const whole = ['one', 'two'].map((name) => textFile(`${name}.graphql`, 'type Query { a: Int }'))
    expect(importFiles(whole).tools.map(({ id }) => id)).toEqual(['one/a', 'two/a'])
  })

  it('may call its types as it likes', () => {
    const text = 'schema { query: Q }\ntype Q { a: Int }\ntype Mutation { b: Int }'
    expect(importText('a.graphql', text).tools.map(({ name }) => name)).toEqual(['a'])
  })

  it('has its tools under the server that a person names', () => {
    expect(importText('a.graphql', SHOP, { server: 'mine' }).tools[0]?.id).toBe('mine/goods')
  })

  it.each([
    ['broken', 'type Query { a: }', 'is not valid GraphQL at line 1, column 17'],
    ['too deep', `type Query { a: ${'['.repeat(50_000)}`, 'is not valid GraphQL'],
  ])('is refused with its place where it is %s', (_what, text, message) => {
    const error = errorOf(() => importText('a.graphql', text))
    expect(error).toMatchObject({
      message: expect.stringContaining(message) as string,
      fix: expect.any(String) as string,
    })
  })

  it('is read beside a file that is broken, which is told', () => {
    const files = [
      textFile('a.graphql', SHOP),
      textFile('b.graphql', 'type X {'),
      jsonFile('c.json', 1),
    ]
    const { tools, report } = importFiles(files)
    expect(tools).toHaveLength(4)
    expect(report).toContainEqual(
      expect.objectContaining({ outcome: 'skipped', where: 'b.graphql' }),
    )
  })

  it('without fields to call is told', () => {
    expect(importText('a.graphql', 'type A { b: Int }').report).toMatchObject([
      { why: 'The schema has no fields of Query or Mutation, so no tools' },
    ])
    expect(() => importJson([1], { format: 'graphql' })).toThrow('holds no GraphQL schema')
  })
})

describe('hostile schemas', () => {
  it('of types that are no types are read all the same', () => {
    const odd = { name: 'a', args: [null, 7, { name: 'b' }, { name: '€' }, { name: 'c', type: 1 }] }
    const { tools } = importJson(introspection(odd, [{ name: '__proto__', kind: 'ENUM' }, {}]))
    expect(tools).toMatchObject([{ name: 'a', parameters: { properties: { b: {}, c: {} } } }])
    expect(Object.keys(tools[0]?.parameters.properties ?? {})).toEqual(['b', 'c'])
  })

  it('of more types than a tool takes are cut, and told', () => {
    const types = Array.from({ length: 400 }, (_, at) => ({
      kind: 'INPUT_OBJECT',
      name: `In${at}`,
      inputFields: [
        { name: 'x', type: named(`In${at + 1}`) },
        { name: 'y', type: named(`In${(at * 7) % 400}`) },
      ],
    }))
    const field = { name: 'a', args: [{ name: 'in', type: named('In0') }], type: named('Int') }
    const { tools, report } = importJson(introspection(field, types))
    expect(Object.keys(tools[0]?.parameters.$defs ?? {})).toHaveLength(150)
    expect(report).toContainEqual(
      expect.objectContaining({
        why: expect.stringMatching(/^Arguments are of very many/) as string,
      }),
    )
  })

  it('of one long type that every field takes and gives are read at once', () => {
    const values = Array.from({ length: 9_000 }, (_, at) => ({ name: `V${at}` }))
    const args = [{ name: 'in', type: named('Long', 'ENUM') }]
    const schema = {
      queryType: { name: 'Root' },
      types: [
        {
          kind: 'OBJECT',
          name: 'Root',
          fields: Array.from({ length: 5_000 }, (_, at) => ({
            name: `f${at}`,
            args,
            type: named('Long', 'ENUM'),
          })),
        },
        { kind: 'ENUM', name: 'Long', enumValues: values },
      ],
    }
    const { tools, report } = importJson({ __schema: schema })
    expect(tools).toHaveLength(5_000)
    expect(tools.at(-1)?.parameters).toHaveProperty('properties.in', { description: 'Long' })
    expect(report).toContainEqual(
      expect.objectContaining({
        why: expect.stringMatching(/^Arguments are of very many/) as string,
      }),
    )
  })

  it('of lists without an end have one', () => {
    const type: Record<string, unknown> = { kind: 'LIST' }
    type.ofType = type
    const field = { name: 'a', args: [{ name: 'b', type }] } as never
    const schema = { types: new Map(), roots: {}, entryOf: () => null, path: '' }
    expect(argumentsSchema(field, schema, { left: 9 }).parameters).toEqual({
      type: 'object',
      properties: { b: {} },
    })
  })
})

it('takes scalars by their names only where the schema says nothing of them', () => {
  const schema = `
    type Query { a(on: Date, at: DateTime, to: URL): Int }
    enum Date { TODAY LATER }
    "Seconds since 1970."
    scalar DateTime
    scalar URL`
  expect(importText('shop/schema.graphql', schema).tools[0]?.parameters).toMatchObject({
    properties: {
      on: { type: 'string', enum: ['TODAY', 'LATER'] },
      at: { description: 'DateTime: Seconds since 1970.' },
      to: { type: 'string', format: 'uri' },
    },
  })
})

it('reads a type that is extended very often', () => {
  const parts = Array.from({ length: 30_000 }, (_, at) => `extend type Big { f${at}: Int }`)
  const schema = `type Query { big: Big }\ntype Big { first: Int }\n${parts.join('\n')}`
  expect(importText('shop/schema.graphql', schema).tools).toMatchObject([{ id: 'shop/big' }])
})

it.each([
  ['github.graphql', 'github'],
  ['github-schema.graphql', 'github'],
  ['shop/schema.docs.public.graphql', 'shop'],
  ['shop/src/introspection.json', 'shop'],
  ['schema.graphql', undefined],
  ['shop/', 'shop'],
])('takes the server from the place of a schema: %s', (path, server) => {
  expect(serverOf(path)).toBe(server)
})
