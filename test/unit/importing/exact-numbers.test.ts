import { describe, expect, it } from 'vitest'
import type { CatalogTool } from '../../../src-main/domain/tool/tool'
import { parseExact } from '../../../src-main/domain/value/exact-json'
import { EXPORT_FORMATS, exportCatalog } from '../../../src-main/exporting/formats'
import { readGoldenSets } from '../../../src-main/importing/golden/import-golden-sets'
import { importText, textFile } from '../../fixtures/importing/files'

/** Numbers that a double would round, in each place where a schema may have them. */
const SCHEMA = `{"type":"object","properties":{"id":{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807,"enum":[1234567890123456789,1234567890123456788],"default":1234567890123456789,"examples":[9007199254740993],"multipleOf":9007199254740995},"kind":{"const":18446744073709551615,"x-flags":[18446744073709551614]},"18014398509481985":{"type":"string"}}}`
const DIGITS = SCHEMA.match(/\d{16,}/g) ?? []

/** Fields that begin with x- are no part of a tool that OpenAPI describes. */
const OF_OPENAPI = DIGITS.filter((digits) => digits !== '18446744073709551614')
const digitsOf = (path: string) => (path.startsWith('api.') ? OF_OPENAPI : DIGITS)

const keptIn = (text: string): string[] => DIGITS.filter((digits) => text.includes(digits))

const operation = (schema: string) =>
  `{"openapi":"3.1.0","info":{"title":"Mail","version":"1"},"paths":{"/read":{"post":{"operationId":"read","summary":"Reads it.","requestBody":{"content":{"application/json":{"schema":${schema}}}}}}}}`

const FILES: readonly [what: string, path: string, text: string][] = [
  [
    'MCP',
    'tools.json',
    `{"tools":[{"name":"read","description":"Reads.","inputSchema":${SCHEMA}}]}`,
  ],
  ['JSON Lines', 'tools.jsonl', `{"name":"read","description":"Reads.","inputSchema":${SCHEMA}}\n`],
  [
    'OpenAI',
    'tools.json',
    `[{"type":"function","function":{"name":"read","description":"Reads.","parameters":${SCHEMA}}}]`,
  ],
  ['Anthropic', 'tools.json', `[{"name":"read","description":"Reads.","input_schema":${SCHEMA}}]`],
  [
    'Gemini',
    'tools.json',
    `{"functionDeclarations":[{"name":"read","description":"Reads.","parametersJsonSchema":${SCHEMA}}]}`,
  ],
  [
    'Bedrock',
    'tools.json',
    `{"tools":[{"toolSpec":{"name":"read","description":"Reads.","inputSchema":{"json":${SCHEMA}}}}]}`,
  ],
  ['OpenAPI', 'api.json', operation(SCHEMA)],
  [
    'OpenAPI as YAML',
    'api.yaml',
    `# YAML\n${operation(SCHEMA)
      .replace('{', '')
      .slice(0, -1)
      .replace(/^"openapi":"3.1.0",/, 'openapi: 3.1.0\n')
      .replace('"info":', 'info: ')
      .replace(',"paths":', '\npaths: ')}`,
  ],
  [
    'a table',
    'tools.csv',
    `name,description,parameters\nread,Reads.,"${SCHEMA.replaceAll('"', '""')}"\n`,
  ],
  [
    'a folder of Pegboard',
    'folder.json',
    `{"servers/mail.json":{"server":"mail","tools":[{"name":"read","description":"Reads.","parameters":${SCHEMA}}]}}`,
  ],
]

describe('integers beyond 2^53', () => {
  it.each(FILES)('keep their digits when they are imported from %s', (_, path, text) => {
    const { tools, report } = importText(path, text)
    expect(tools).toHaveLength(1)
    expect(keptIn(JSON.stringify(tools[0]?.parameters))).toEqual(digitsOf(path))
    expect(keptIn(JSON.stringify(tools[0]?.source.entry))).toEqual(DIGITS)
    expect(report.filter(({ outcome }) => outcome === 'altered')).toEqual([])
  })

  it.each(EXPORT_FORMATS.map(({ id }) => id))(
    'keep them when they are exported as %s',
    (format) => {
      for (const [, path, text] of FILES) {
        const tools = importText(path, text).tools.map((tool): CatalogTool => ({ tool, layer: {} }))
        const written = exportCatalog(tools, { format, withAuthorLayer: false })
        expect(keptIn(written.text)).toEqual(expect.arrayContaining(digitsOf(path)))
      }
    },
  )

  it('are told apart by their last digit', () => {
    const [one, other] = ['1234567890123456789', '1234567890123456788'].map((id) =>
      importText('tools.json', `[{"name":"read","input_schema":{"type":"object","const":${id}}}]`),
    )
    expect(one?.tools).not.toEqual(other?.tools)
  })

  it('keep them in the calls that golden queries expect', () => {
    const call = '{"tool":"read","arguments":{"id":1234567890123456789}}'
    const logged = String.raw`{"messages":[{"role":"user","content":"Read it"},{"role":"assistant","tool_calls":[{"function":{"name":"read","arguments":"{\"id\":1234567890123456789}"}}]}]}`
    for (const [path, text] of [
      ['asked.json', `[{"query":"Read it","tools":["read"],"calls":[${call}]}]`],
      ['asked.csv', `query,tools,expected calls\nRead it,read,"${call.replaceAll('"', '""')}"\n`],
      ['log.jsonl', `${logged}\n`],
    ] as const) {
      const { sets } = readGoldenSets([textFile(path, text)])
      const calls = sets.flatMap(({ queries }) => queries.flatMap((query) => query.calls ?? []))
      expect(calls).toEqual([{ tool: 'read', arguments: { id: 1234567890123456789n } }])
    }
  })

  it('name a query by all their digits', () => {
    const text = '[{"id":1234567890123456789,"query":"Read it","tools":["read"]}]'
    const { sets } = readGoldenSets([textFile('asked.json', text)])
    expect(sets[0]?.queries[0]?.id).toBe('1234567890123456789')
  })
})

describe('what no number, text or file can hold', () => {
  const schema = String.raw`{"type":"object","properties":{"n":{"type":"number","maximum":1e999,"title":"\ud800"}}}`

  it.each([
    ['JSON', 'tools.json', `[{"name":"read","input_schema":${schema}}]`, 'tools.json'],
    [
      'JSON Lines',
      'tools.jsonl',
      `{"name":"read","input_schema":${schema}}\n`,
      'tools.jsonl, line 1',
    ],
    [
      'a cell',
      'tools.csv',
      `name,parameters\nread,"${schema.replaceAll('"', '""')}"\n`,
      'tools.csv, line 2',
    ],
  ])('is said to be altered, in %s', (_, path, text, where) => {
    const { tools, report } = importText(path, text)
    expect(tools[0]?.parameters).toMatchObject({
      properties: { n: { maximum: Number.MAX_VALUE, title: '\ufffd' } },
    })
    const altered = report.filter(({ outcome }) => outcome === 'altered')
    expect(altered).toMatchObject([
      { where, entry: 'read', why: expect.stringContaining('larger than any') as string },
      { where, entry: 'read', why: expect.stringContaining('half of a character') as string },
    ])
  })

  it('is said to be altered in golden queries', () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`
    const logged = String.raw`{"messages":[{"role":"user","content":"Go"},{"role":"assistant","tool_calls":[{"function":{"name":"go","arguments":"{\"n\":1e999}"}}]}]}`
    for (const [path, text, why] of [
      ['a.json', `[{"query":"Go","tools":["go"],"odd":${deep}}]`, 'deeper than 64 levels'],
      ['a.json', '[{"query":"Go","tools":["go"],"odd":1e999}]', 'larger than any'],
      [
        'a.csv',
        'query,tools,expected calls\nGo,go,"{""tool"":""go"",""arguments"":{""n"":1e999}}"\n',
        'larger',
      ],
      ['a.jsonl', `${logged}\n`, 'larger than any'],
    ] as const) {
      const { report } = readGoldenSets([textFile(path, text)])
      expect(report).toMatchObject([
        { outcome: 'altered', why: expect.stringContaining(why) as string },
      ])
    }
  })

  it('is said to be altered in YAML', () => {
    const text =
      'openapi: 3.1.0\ninfo: {title: Mail}\npaths: {/a: {get: {operationId: a, x-max: .inf}}}'
    expect(importText('api.yaml', text).report).toContainEqual(
      expect.objectContaining({
        outcome: 'altered',
        where: 'api.yaml',
        why: expect.stringContaining('.inf') as string,
      }),
    )
  })

  it('is not said of the largest number there is', () => {
    const text =
      '[{"name":"read","input_schema":{"type":"object","maximum":1.7976931348623157e308}}]'
    const altered = importText('tools.json', text).report.filter((row) => row.outcome === 'altered')
    expect(altered).toEqual([])
  })

  it('is an integer of thousands of digits, which would take long to keep', () => {
    expect(parseExact(`[${'9'.repeat(1_000)}]`)).toEqual([BigInt('9'.repeat(1_000))])
    expect(parseExact(`[${'9'.repeat(1_001)}]`)).toEqual([Infinity])
  })
})
