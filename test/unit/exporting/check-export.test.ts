import { describe, expect, it } from 'vitest'
import type { CatalogTool, JsonObject } from '../../../src-main/domain/tool/tool'
import {
  checkCatalogExport,
  EXPORT_FORMATS,
  exportCatalog,
} from '../../../src-main/exporting/formats'
import { refusalsOf } from '../../../src-main/exporting/provider-rules'
import { catalogTool } from '../../fakes/catalog-tool'
import { errorOf, importJson } from '../../fixtures/importing/files'

const OBJECT: JsonObject = { type: 'object', properties: {} }
const withSchema = (parameters: JsonObject) => [catalogTool('tool', { parameters })]

/** What is found, as `tool: why`. */
const found = (tools: CatalogTool[], format: string): string[] =>
  checkCatalogExport(tools, { format, withAuthorLayer: false }).findings.map(
    ({ tool, why }) => `${tool ?? 'all'}: ${why}`,
  )

const PROVIDERS = [
  'openai',
  'openai-responses',
  'openai-functions',
  'anthropic',
  'bedrock',
  'gemini',
  'ollama',
  'mcp',
]

describe('the check of an export', () => {
  it.each(PROVIDERS)('finds nothing in good tools for %s', (format) => {
    const parameters: JsonObject = {
      type: 'object',
      properties: { to: { type: 'array', items: { type: 'string' } } },
      required: ['to'],
    }
    expect(found([catalogTool('mail/send-mail_2', { parameters })], format)).toEqual([])
  })

  it.each<[string, string[]]>([
    ['openai', ['dotted.name', 'a'.repeat(65), 'größe']],
    ['anthropic', ['dotted.name', 'a'.repeat(129), 'with space']],
    ['bedrock', ['dotted.name', 'a'.repeat(65), 'with space']],
    ['gemini', ['1st', 'a'.repeat(65), 'with space']],
    ['mcp', ['a'.repeat(129), 'with/slash']],
  ])('tells names that %s does not take', (format, names) => {
    for (const name of names) {
      const [tool] = withSchema(OBJECT)
      const named = tool && { ...tool, tool: { ...tool.tool, name } }
      expect(found(named ? [named] : [], format), name).toEqual([
        expect.stringContaining('Its name is not one that'),
      ])
    }
  })

  it.each([
    ['openai', 2],
    ['anthropic', 2],
    ['bedrock', 2],
    ['gemini', 2],
    ['ollama', 2],
    ['openai-responses', 0],
    ['mcp', 0],
  ])('tells names that stand twice over servers, for %s', (format, count) => {
    const tools = [catalogTool('crm/search'), catalogTool('mail/search'), catalogTool('mail/send')]
    expect(found(tools, format).filter((line) => line.includes('has its name'))).toHaveLength(count)
  })

  it.each<[string, string, JsonObject]>([
    ['openai', 'anyOf at the top', { ...OBJECT, anyOf: [{ required: ['a'] }] }],
    ['openai', 'enum, not at the top', { ...OBJECT, not: {}, enum: [{}] }],
    ['anthropic', 'oneOf, allOf at the top', { ...OBJECT, oneOf: [{}], allOf: [{}] }],
    ['openai', 'not of type object', { type: 'array', items: {} }],
    ['mcp', 'not of type object', {}],
    ['bedrock', 'not of type object', { properties: {} }],
    [
      'bedrock',
      'oneOf at the top: Anthropic’s models in Bedrock refuse that',
      { ...OBJECT, oneOf: [{}] },
    ],
    [
      'gemini',
      'what it holds: a, b.items, c.anyOf',
      {
        type: 'object',
        properties: {
          a: { type: 'array' },
          b: { type: 'array', items: { type: ['array', 'null'], prefixItems: [{}] } },
          c: { anyOf: [{ type: 'array' }] },
          array: { type: 'object', properties: { type: { type: 'string' } } },
        },
      },
    ],
    ['anthropic', 'name is not taken: filter[id]', { ...OBJECT, properties: { 'filter[id]': {} } }],
    [
      'gemini',
      'than description and default: a',
      { ...OBJECT, properties: { a: { $ref: '#/$defs/b', type: 'string' } }, $defs: { b: {} } },
    ],
  ])('tells what %s refuses of a schema: %s', (format, why, parameters) => {
    expect(found(withSchema(parameters), format)).toEqual([expect.stringContaining(why)])
  })

  it.each(['openai', 'anthropic', 'bedrock', 'gemini'])(
    'names what is no schema with its place, for %s',
    (format) => {
      const parameters = { ...OBJECT, properties: { a: { type: 'int' }, b: { anyOf: [] } } }
      expect(found(withSchema(parameters), format)).toEqual([
        'tool: There is no such type: properties.a.type ("int")',
        'tool: Alternatives are no list of schemas: properties.b.anyOf ([])',
      ])
    },
  )

  it('tells what nobody is known to refuse as a hint', () => {
    const parameters = { ...OBJECT, properties: { a: {} }, required: ['a', 'b'] }
    const kinds = (format: string) =>
      checkCatalogExport(withSchema(parameters), { format, withAuthorLayer: false }).findings.map(
        ({ kind }) => kind,
      )
    expect(kinds('anthropic')).toEqual(['hint'])
    expect(kinds('gemini')).toEqual(['refused'])
  })

  it('tells what a file says in place of what the schema left open', () => {
    const parameters: JsonObject = {
      type: 'object',
      required: null,
      $defs: { tags: { type: 'array' } },
    }
    const tools = withSchema(parameters)
    expect(found(tools, 'openai')).toEqual([
      'tool: The file is written as the provider takes it: required: null left out at the top, items: {} added at $defs.tags, properties: {} added at the top',
    ])
    const { text } = exportCatalog(tools, { format: 'openai', withAuthorLayer: false })
    expect(JSON.parse(text)).toMatchObject([
      {
        function: {
          parameters: {
            type: 'object',
            properties: {},
            $defs: { tags: { type: 'array', items: {} } },
          },
        },
      },
    ])
    expect(text).not.toContain('null')
  })

  it('tells formats and values that Gemini’s own kind of schema does not have', () => {
    const parameters = {
      type: 'OBJECT',
      properties: {
        to: { type: 'STRING', format: 'email' },
        unit: { type: 'STRING', enum: ['km', ''] },
      },
    }
    const { tools } = importJson([{ name: 'send', description: 'Sends.', parameters }])
    const entries = tools.map((tool) => ({ tool, layer: {} }))
    expect(found(entries, 'gemini')).toEqual([
      'send: A format other than enum and date-time is not taken of text in “parameters”: to',
      'send: Values of an enum that are no text, or empty, are not taken in “parameters”: unit',
    ])
  })

  it('tells keywords that Gemini’s own kind of schema does not have', () => {
    const parameters = {
      type: 'OBJECT',
      properties: { const: { type: 'STRING', const: 'x', additionalProperties: false } },
    }
    const { tools } = importJson([{ name: 'send', description: 'Sends.', parameters }])
    const entries = tools.map((tool) => ({ tool, layer: {} }))
    expect(found(entries, 'gemini')).toEqual([
      'send: A keyword is not taken in “parameters”: const, additionalProperties',
    ])
  })

  it('tells descriptions that are too long as they are written', () => {
    const long = catalogTool('tool', { description: 'x'.repeat(1025) })
    expect(found([long], 'openai')).toEqual([expect.stringContaining('1025 characters')])
    expect(found([{ ...long, layer: { modelDescription: 'Short.' } }], 'openai')).toEqual([])
    expect(found([long], 'anthropic')).toEqual([])
  })

  it('tells more tools than one request takes', () => {
    const tools = Array.from({ length: 129 }, (_, at) => catalogTool(`tool${at}`))
    expect(found(tools, 'openai')).toEqual([
      'all: These are 129 tools; OpenAI takes 128 in one request',
    ])
    expect(found(tools, 'gemini')).toEqual([])
  })

  it('counts a server’s tools as one where they stand in a namespace', () => {
    const tools = Array.from({ length: 129 }, (_, at) => catalogTool(`crm/tool${at}`))
    expect(found(tools, 'openai-responses')).toEqual([])
  })

  it('refuses nothing for a name that stands twice where no provider is known to', () => {
    const tools = [catalogTool('crm/search'), catalogTool('mail/search')]
    for (const format of ['bedrock', 'ollama']) {
      const { findings } = checkCatalogExport(tools, { format, withAuthorLayer: false })
      expect(findings.map(({ kind }) => kind)).toEqual(['hint', 'hint'])
    }
  })

  it('is not made of formats that lose nothing', () => {
    const unchecked = EXPORT_FORMATS.filter(({ checked }) => !checked).map(({ id }) => id)
    expect(unchecked).toEqual(['csv', 'tsv', 'pegboard', 'as-imported', 'as-imported-lines'])
    for (const format of unchecked) {
      expect(checkCatalogExport(withSchema({}), { format, withAuthorLayer: false })).toEqual({
        switches: [],
        findings: [],
      })
    }
  })
})

describe('what providers refuse of a tool', () => {
  it('is told once, with all who refuse it', () => {
    const [tool] = withSchema({ ...OBJECT, oneOf: [] })
    const refused = tool ? refusalsOf({ ...tool, tool: { ...tool.tool, name: 'dotted.name' } }) : []
    expect(refused.map(({ of, providers }) => [of, ...providers])).toEqual([
      ['name', 'OpenAI', 'Anthropic', 'Bedrock'],
      ['schema', 'OpenAI', 'Anthropic'],
    ])
  })
})

describe('names of the form server__name', () => {
  const choice = (format: string) => ({
    format,
    withAuthorLayer: false,
    names: 'server__name' as const,
  })
  const named = (address: string, name: string): CatalogTool => {
    const { tool, layer } = catalogTool(address)
    return { tool: { ...tool, name }, layer }
  }
  const TOOLS = [
    catalogTool('crm/search'),
    catalogTool('mail/search'),
    named('mail/a', 'get.all'),
    named('mail/b', 'get all'),
    named('1/c', 'x'),
    named('docs/d', '工具'),
    named('long/e', 'y'.repeat(200)),
    named('long/f', 'y'.repeat(200)),
    catalogTool('alone'),
  ]

  it.each(PROVIDERS)('are taken, unique, and lead back to the tool, for %s', (format) => {
    const { findings } = checkCatalogExport(TOOLS, choice(format))
    expect(findings).toEqual([])
    const { text, names = [] } = exportCatalog(TOOLS, choice(format))
    expect(new Set(names.map(({ exported }) => exported)).size).toBe(TOOLS.length)
    expect(names.map(({ id }) => id)).toEqual(TOOLS.map(({ tool }) => tool.id))
    for (const { exported } of names) expect(text).toContain(`"name": "${exported}"`)
  })

  it('are as near to server and name as the rules let them', () => {
    const { names = [] } = exportCatalog(TOOLS, choice('gemini'))
    expect(names.slice(0, 6).map(({ exported }) => exported)).toEqual([
      'crm__search',
      'mail__search',
      'mail__get.all',
      'mail__get_all',
      '_1__x',
      'docs____',
    ])
    expect(names.at(-2)?.exported).toMatch(/^long__y+_2$/)
    expect(names.at(-1)).toEqual({ exported: 'alone', id: 'alone', name: 'alone' })
  })

  it('are written over the entry as imported, and nothing else is', () => {
    const entry = { name: 'send', description: 'Sends.', input_schema: OBJECT, cache_control: {} }
    const { tools } = importJson([entry], { server: 'mail' })
    const { text } = exportCatalog(
      tools.map((tool) => ({ tool, layer: {} })),
      choice('anthropic'),
    )
    expect(JSON.parse(text)).toEqual([{ ...entry, name: 'mail__send' }])
  })

  it('are refused for formats that keep what they are given', () => {
    expect(errorOf(() => exportCatalog(TOOLS, choice('pegboard')))).toMatchObject({
      code: 'bad-input',
    })
  })
})
