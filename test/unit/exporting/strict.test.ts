import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src-main/domain/tool/tool'
import { checkCatalogExport, exportCatalog } from '../../../src-main/exporting/formats'
import { catalogTool } from '../../fakes/catalog-tool'
import { errorOf, importJson } from '../../fixtures/importing/files'

const choice = (format: string, strict = true) => ({ format, withAuthorLayer: false, strict })

const closed = (properties: Record<string, JsonValue>, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...rest,
})

const found = (parameters: JsonObject, strict = true): string[] =>
  checkCatalogExport([catalogTool('tool', { parameters })], choice('openai', strict)).findings.map(
    ({ why }) => why,
  )

const TEXT = { type: 'string' }
const texts = (count: number, length = 1) =>
  Array.from({ length: count }, (_, at) => String(at).padStart(length, 'x'))

const nested = (levels: number): JsonObject =>
  levels === 1 ? closed({ a: TEXT }) : closed({ a: nested(levels - 1) })

describe('an export for OpenAI with strict', () => {
  it('finds nothing in a schema of the subset', () => {
    const item = { anyOf: [closed({ on: TEXT }), { type: 'null' }] }
    const list = { type: 'array', items: { $ref: '#/$defs/item' } }
    expect(found(closed({ list, unit: { enum: ['C', 'F'] } }, { $defs: { item } }))).toEqual([])
  })

  it('is not mended with a schema that says nothing, which it refuses', () => {
    const list = closed({ a: { type: 'array' } })
    expect(found(list)).toEqual(['A list does not say what it holds: a'])
    const { text } = exportCatalog([catalogTool('tool', { parameters: list })], choice('openai'))
    expect(text).not.toContain('"items"')
    expect(found(list, false)).toEqual([expect.stringContaining('items: {} added')])
  })

  it.each<[string, JsonObject]>([
    [
      'not required: b, c.d',
      {
        ...closed({ a: TEXT, b: TEXT, c: closed({ d: TEXT }, { required: [] }) }),
        required: ['a', 'c'],
      },
    ],
    [
      'takes further properties: the top, a',
      { ...closed({ a: { ...closed({}), additionalProperties: true } }), additionalProperties: {} },
    ],
    ['takes further properties: a', closed({ a: { type: ['object', 'null'] } })],
    ['not supported: oneOf, allOf', closed({ a: { oneOf: [TEXT] }, b: { allOf: [TEXT] } })],
    ['not supported: if, then', closed({ a: { if: TEXT, then: TEXT } })],
    [
      'has 5001 properties; 5000',
      closed(Object.fromEntries(texts(5001).map((name) => [name, TEXT]))),
    ],
    ['has 11 levels; 10', nested(11)],
    ['does not say what it is: a, b.items', closed({ a: {}, b: { type: 'array', items: {} } })],
    ['has 1001 enum values; 1000', closed({ a: { enum: texts(600) }, b: { enum: texts(401) } })],
    ['15000 characters together: a', closed({ a: { enum: texts(251, 60) } })],
    ['has 120001 characters', closed({ a: { const: 'x'.repeat(120_000) } })],
  ])('tells what is not of the subset: %s', (why, parameters) => {
    expect(found(parameters)).toEqual([expect.stringContaining(why)])
    expect(found(parameters, false)).toEqual([])
  })

  it.each<[string, JsonObject]>([
    ['10 levels', nested(10)],
    ['1000 enum values', closed({ a: { enum: texts(1000) } })],
    ['250 long enum values', closed({ a: { enum: texts(250, 100) } })],
  ])('takes as much as %s', (_, parameters) => {
    expect(found(parameters)).toEqual([])
  })

  it('tells it as well of a tool that came with strict', () => {
    const parameters = closed({ a: TEXT }, { required: [] })
    const { tools } = importJson([
      {
        type: 'function',
        function: { name: 'send', description: 'Sends.', parameters, strict: true },
      },
    ])
    const entries = tools.map((tool) => ({ tool, layer: {} }))
    expect(checkCatalogExport(entries, choice('openai', false)).findings).toHaveLength(1)
    expect(checkCatalogExport(entries, choice('anthropic', false)).findings).toEqual([])
  })

  it('writes strict on functions alone, and their schemas as they are', () => {
    const parameters = { type: 'object', properties: { a: TEXT } }
    const { tools } = importJson([
      {
        type: 'function',
        function: { name: 'send', description: 'Sends.', parameters, strict: false },
      },
      { type: 'custom', custom: { name: 'sql', description: 'Runs.' } },
    ])
    const entries = tools.map((tool) => ({ tool, layer: {} }))
    const written = (format: string) =>
      JSON.parse(exportCatalog(entries, choice(format)).text) as unknown
    expect(written('openai')).toEqual([
      {
        type: 'function',
        function: { name: 'send', description: 'Sends.', parameters, strict: true },
      },
      { type: 'custom', custom: { name: 'sql', description: 'Runs.' } },
    ])
    expect(written('openai-responses')).toEqual([
      { type: 'function', name: 'send', description: 'Sends.', parameters, strict: true },
      { type: 'custom', name: 'sql', description: 'Runs.' },
    ])
  })

  it('is refused for formats that do not have it, naming those that do', () => {
    for (const act of [exportCatalog, checkCatalogExport]) {
      expect(errorOf(() => act([], choice('mcp')))).toMatchObject({
        code: 'bad-input',
        fix: 'Leave it out, or use one of: openai, openai-responses.',
      })
    }
  })
})
