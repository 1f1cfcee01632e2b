import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CatalogTool, Tool } from '../../../src-main/domain/tool/tool'
import { EXPORT_FORMATS, exportCatalog } from '../../../src-main/exporting/formats'
import { importCatalog } from '../../fixtures/importing/catalog'
import { importJson, importText, textFile } from '../../fixtures/importing/files'

const unedited = (tools: Tool[]): CatalogTool[] => tools.map((tool) => ({ tool, layer: {} }))

const write = (tools: Tool[], format: string) =>
  exportCatalog(unedited(tools), { format, withAuthorLayer: false }).text

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { to: { type: 'string', 'x-mcp-header': 'To' } },
  additionalProperties: false,
}
const basics = { name: 'send', description: 'Sends\u200b.' }

const SAMPLES: [format: string, catalog: unknown][] = [
  [
    'openai',
    [
      { type: 'function', function: { ...basics, parameters: schema, strict: true }, unknown: 1 },
      { type: 'custom', custom: { name: 'sql', description: 'Runs.', format: { type: 'text' } } },
    ],
  ],
  [
    'openai-responses',
    [
      { strict: null, type: 'function', ...basics, parameters: schema, defer_loading: true },
      {
        type: 'namespace',
        name: 'crm',
        description: 'Customers.',
        'x-owner': 'sales',
        tools: [
          { type: 'function', name: 'a', description: 'A.', parameters: schema },
          { type: 'function', name: 'b', description: 'B.', parameters: null },
        ],
      },
    ],
  ],
  ['openai-functions', [{ ...basics, parameters: schema, unknown: [1] }]],
  [
    'anthropic',
    [{ ...basics, input_schema: schema, input_examples: [{ to: 'x' }], cache_control: {} }],
  ],
  [
    'bedrock',
    {
      tools: [
        {
          toolSpec: { inputSchema: { json: schema, unknown: 1 }, ...basics, strict: true },
          unknown: [1],
        },
      ],
    },
  ],
  [
    'gemini',
    {
      functionDeclarations: [
        { ...basics, parameters: { type: 'OBJECT', properties: {} }, behavior: 'BLOCKING' },
        { name: 'b', description: 'B.', parametersJsonSchema: schema },
      ],
    },
  ],
  [
    'mcp',
    {
      tools: [
        {
          ...basics,
          title: 'Send',
          inputSchema: schema,
          outputSchema: { oneOf: [] },
          annotations: { title: 'x', readOnlyHint: false, unknownHint: 1 },
          icons: [{ src: 'https://example.com/i.png' }],
          _meta: { a: 1 },
        },
      ],
    },
  ],
  [
    'pegboard',
    {
      'servers/mail.json': {
        server: 'mail',
        title: 'Mail',
        unknown: 1,
        tools: [{ ...basics, parameters: schema, tags: ['a'], unknown: { b: null } }],
      },
    },
  ],
]

describe('exporting in the format a catalog came in', () => {
  it.each(SAMPLES)('%s gives the same JSON', (format, catalog) => {
    const text = write(importJson(catalog).tools, format)
    expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(catalog))
  })

  it.each([
    ['csv', 'Tool,Kosten,Description,Tags\r\na,12,"A, ""b""\r\nc",x;y\r\nb,,B.,\r\n'],
    ['tsv', 'Tool\tKosten\tDescription\r\na\t12\t"A\tb"\r\n'],
  ])('%s gives the same table, columns we do not know included', (format, text) => {
    expect(write(importText(`t.${format}`, text).tools, format)).toBe(text)
  })

  it('mcp keeps servers apart', () => {
    const result = { tools: [{ ...basics, inputSchema: schema }] }
    const folder = { 'github.json': result, 'io.example/mail.json': result }
    const { tools } = importJson(folder)
    expect(tools.map(({ id }) => id)).toEqual(['github/send', 'io.example/mail/send'])
    expect(JSON.parse(write(tools, 'mcp'))).toEqual(folder)
  })

  it('as imported gives the entries of any format', () => {
    const entries = [
      { api_name: 'getRain', api_description: 'Gets rain.', parameters: {}, field: 'W/R' },
    ]
    const { tools } = importJson(entries, { format: 'seal-tools' })
    expect(JSON.parse(write(tools, 'as-imported'))).toEqual(entries)
    expect(write(tools, 'as-imported-lines')).toBe(`${JSON.stringify(entries[0])}\n`)
  })
})

const name = fc.stringMatching(/^[a-z_][a-zA-Z0-9_]{0,20}$/)
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
const property = fc.record({
  type: fc.constantFrom('string', 'number', 'boolean'),
  description: fc.stringMatching(/^[ -~]*$/),
})
const anyTool = fc.record({
  name,
  description: fc.oneof(text, fc.constantFrom('=1+1', '+x', "'=x", '-5', '@a', '\tq', 'a\r\nb')),
  inputSchema: fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(name, property, { maxKeys: 4 }),
  }),
})
const anyCatalog = fc.uniqueArray(anyTool, {
  selector: (tool) => tool.name,
  minLength: 1,
  maxLength: 8,
})
const built = EXPORT_FORMATS.map(({ id }) => id).filter((id) => !id.startsWith('as-imported'))

describe('exporting in another format', () => {
  it.each(built)('%s keeps names, descriptions and parameters', (format) => {
    fc.assert(
      fc.property(anyCatalog, (entries) => {
        const { tools } = importJson({ tools: entries }, { format: 'mcp' })
        const { extension, text: written } = exportCatalog(unedited(tools), {
          format,
          withAuthorLayer: false,
        })
        const back = importCatalog([textFile(`export.${extension}`, written)])
        const core = ({ id, description, parameters }: Tool) => ({ id, description, parameters })
        expect(back.tools.map(core)).toEqual(tools.map(core))
      }),
      { numRuns: 60 },
    )
  })
})
