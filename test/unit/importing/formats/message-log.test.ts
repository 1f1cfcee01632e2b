import { describe, expect, it } from 'vitest'
import { importFormats } from '../../../../src-main/features/import-formats'
import { catalogIn } from '../../../../src-main/importing/import-catalog'
import type { SourceFile } from '../../../../src-main/importing/reading/source-file'
import { jsonFile, textFile } from '../../../fixtures/importing/files'

const read = (...files: SourceFile[]) => catalogIn(files, importFormats).read()

const parameters = { type: 'object', properties: { title: { type: 'string' } } }
const opens = { name: 'open_issue', description: 'Opens an issue.' }
const lists = { name: 'list_issues', description: 'Lists issues.' }
const openai = [opens, lists].map((tool) => ({
  type: 'function',
  function: { ...tool, parameters },
}))
const asked = { role: 'user', content: 'report the crash' }
const called = {
  role: 'assistant',
  tool_calls: [{ id: 'a', function: { name: 'open_issue', arguments: '{"title":"crash"}' } }],
}

const LOGS: [string, unknown, string][] = [
  ['OpenAI', { tools: openai, messages: [asked, called] }, 'openai'],
  [
    'Anthropic, with its answer beside it',
    {
      request: {
        tools: [opens, lists].map((tool) => ({ ...tool, input_schema: parameters })),
        messages: [asked],
      },
      response: {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'open_issue', input: { title: 'crash' } }],
      },
    },
    'anthropic',
  ],
  [
    'Gemini',
    {
      tools: [{ functionDeclarations: [opens, lists].map((tool) => ({ ...tool, parameters })) }],
      contents: [
        { role: 'user', parts: [{ text: 'report the crash' }] },
        {
          role: 'model',
          parts: [{ functionCall: { name: 'open_issue', args: { title: 'crash' } } }],
        },
      ],
    },
    'gemini',
  ],
  [
    'Hermes',
    {
      conversations: [
        { from: 'system', value: `Use <tools>\n${JSON.stringify(openai)}\n</tools>` },
        { from: 'human', value: 'report the crash' },
        {
          from: 'gpt',
          value: '<tool_call>{"name": "open_issue", "arguments": {"title": "crash"}}</tool_call>',
        },
      ],
    },
    'openai',
  ],
  [
    'OpenTelemetry',
    {
      traceId: 't',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.tool.definitions': JSON.stringify(
          [opens, lists].map((tool) => ({ type: 'function', ...tool, parameters })),
        ),
        'gen_ai.input.messages': JSON.stringify([
          { role: 'user', parts: [{ type: 'text', content: 'report the crash' }] },
        ]),
        'gen_ai.output.messages': JSON.stringify([
          {
            role: 'assistant',
            parts: [{ type: 'tool_call', name: 'open_issue', arguments: { title: 'crash' } }],
          },
        ]),
      },
    },
    'openai',
  ],
]

describe('a log with the tools that were given', () => {
  it.each(LOGS)('is catalog, requests and calls, as of %s', (_whose, entry, written) => {
    const text = `${JSON.stringify(entry)}\n`
    const { format, tools, goldenSets, report } = read(textFile('work.jsonl', text + text))
    expect(format).toBe('message-log')
    expect(tools).toMatchObject([
      { id: 'open_issue', source: { format: written } },
      { id: 'list_issues', description: 'Lists issues.', parameters },
    ])
    expect(goldenSets).toMatchObject([
      {
        name: 'work',
        queries: [
          {
            text: 'report the crash',
            tools: ['open_issue'],
            calls: [{ tool: 'open_issue', arguments: { title: 'crash' } }],
            origin: 'weak',
          },
          { text: 'report the crash' },
        ],
      },
    ])
    expect(report).toEqual([])
  })

  it('tells of a tool in the log, and takes one that two providers name alike once', () => {
    const { tools, report } = read(
      jsonFile('work.json', {
        tools: [...openai, { ...opens, input_schema: parameters }, { name: 'none' }],
        messages: [asked, called],
      }),
    )
    expect(tools.map(({ id }) => id)).toEqual(['open_issue', 'list_issues'])
    expect(report.map(({ outcome, where, entry }) => [outcome, where, entry])).toEqual([
      ['skipped', 'work.json', 'open_issue'],
      ['skipped', 'work.json', undefined],
    ])
  })

  it('is a list of tools where nothing was called, and no catalog without tools', () => {
    const file = jsonFile('work.json', { tools: openai, messages: [asked] })
    expect(read(file)).toMatchObject({ format: 'openai', goldenSets: [] })
    expect(() => read(jsonFile('work.json', { messages: [asked, called] }))).toThrow('no catalog')
  })
})
