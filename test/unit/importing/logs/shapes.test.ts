import { describe, expect, it } from 'vitest'
import { importGoldenSets } from '../../../fixtures/importing/golden-sets'
import { textFile } from '../../../fixtures/importing/files'
import {
  tools,
  linesOf,
  requestsIn,
  CRASH,
  OPEN,
  crash,
  user,
  anthropicCall,
  anthropicResult,
} from '../../../fixtures/importing/logs'

const SHAPES: [string, unknown[]][] = [
  [
    'OpenAI chat',
    [
      {
        messages: [
          user('report the crash'),
          {
            role: 'assistant',
            tool_calls: [{ id: 'a', function: { name: 'create_issue', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: 'ok' },
          user('what is open?'),
          { role: 'assistant', function_call: { name: 'list_issues', arguments: '{}' } },
        ],
      },
    ],
  ],
  [
    'OpenAI requests with their answers, the history in each',
    [
      {
        request: { messages: [user('report the crash')] },
        response: {
          choices: [
            {
              message: { role: 'assistant', tool_calls: [{ function: { name: 'create_issue' } }] },
            },
          ],
        },
      },
      {
        request: {
          messages: [
            user('report the crash'),
            { role: 'assistant', tool_calls: [{ function: { name: 'create_issue' } }] },
            { role: 'tool', content: 'ok' },
            user('what is open?'),
          ],
        },
        response: {
          choices: [
            { message: { role: 'assistant', tool_calls: [{ function: { name: 'list_issues' } }] } },
          ],
        },
      },
    ],
  ],
  [
    'OpenAI Responses',
    [
      {
        model: 'm',
        instructions: 'Be kind.',
        input: [
          user([{ type: 'input_text', text: 'report the crash' }]),
          { type: 'function_call', call_id: 'a', name: 'create_issue', arguments: '{}' },
          { type: 'function_call_output', call_id: 'a', output: 'ok' },
          user('what is open?'),
        ],
        output: [
          { type: 'mcp_call', id: 'b', server_label: 'git', name: 'list_issues', arguments: '{}' },
        ],
      },
    ],
  ],
  [
    'OpenAI Responses that go on with the one before',
    [
      {
        request: { model: 'm', input: 'report the crash' },
        response: {
          id: 'r1',
          output: [{ type: 'function_call', call_id: 'a', name: 'create_issue', arguments: '{}' }],
        },
      },
      {
        request: {
          model: 'm',
          previous_response_id: 'r1',
          input: [
            { type: 'function_call_output', call_id: 'a', output: 'ok' },
            user('what is open?'),
          ],
        },
        response: {
          id: 'r2',
          output: [{ type: 'function_call', call_id: 'b', name: 'list_issues' }],
        },
      },
    ],
  ],
  [
    'Anthropic messages',
    [
      {
        system: 'Be kind.',
        messages: [
          user([{ type: 'text', text: 'report the crash' }]),
          anthropicCall('a', 'create_issue', crash),
          anthropicResult('a'),
          user('what is open?'),
          anthropicCall('b', 'list_issues'),
        ],
      },
    ],
  ],
  [
    'Anthropic requests, each followed by its answer',
    [
      { model: 'm', messages: [user('report the crash')] },
      { type: 'message', id: 'm1', stop_reason: 'tool_use', ...anthropicCall('a', 'create_issue') },
      { model: 'm', messages: [user('what is open?')] },
      { type: 'message', id: 'm2', stop_reason: 'tool_use', ...anthropicCall('b', 'list_issues') },
    ],
  ],
  [
    'Bedrock Converse',
    [
      {
        request: { messages: [user([{ text: 'report the crash' }])] },
        response: {
          output: {
            message: {
              role: 'assistant',
              content: [{ toolUse: { toolUseId: 'a', name: 'create_issue', input: crash } }],
            },
          },
        },
      },
      {
        messages: [
          user([{ text: 'what is open?' }]),
          {
            role: 'assistant',
            content: [{ toolUse: { toolUseId: 'b', name: 'list_issues', input: {} } }],
          },
        ],
      },
    ],
  ],
  [
    'Gemini contents',
    [
      {
        contents: [
          { role: 'user', parts: [{ text: 'report the crash' }] },
          { role: 'model', parts: [{ functionCall: { name: 'create_issue', args: crash } }] },
          {
            role: 'user',
            parts: [{ functionResponse: { name: 'create_issue', response: { output: 'ok' } } }],
          },
          { role: 'user', parts: [{ text: 'what is open?' }] },
          { role: 'model', parts: [{ function_call: { name: 'list_issues', args: {} } }] },
        ],
      },
    ],
  ],
  [
    'Gemini requests with their answers',
    [
      {
        request: { contents: { parts: [{ text: 'report the crash' }] } },
        response: {
          candidates: [{ content: { parts: [{ functionCall: { name: 'create_issue' } }] } }],
        },
      },
      {
        request: { contents: [{ role: 'user', parts: [{ text: 'what is open?' }] }] },
        response: {
          candidates: [{ content: { parts: [{ functionCall: { name: 'list_issues' } }] } }],
        },
      },
    ],
  ],
  [
    'Ollama',
    [
      { model: 'm', messages: [user('report the crash')] },
      {
        done: true,
        message: {
          role: 'assistant',
          content: '',
          tool_calls: [{ function: { name: 'create_issue', arguments: crash } }],
        },
      },
      {
        messages: [
          user('what is open?'),
          { role: 'assistant', tool_calls: [{ function: { name: 'list_issues', arguments: {} } }] },
        ],
      },
    ],
  ],
  [
    'ShareGPT and Hermes',
    [
      {
        conversations: [
          { from: 'system', value: 'Be kind.' },
          { from: 'human', value: 'report the crash' },
          {
            from: 'gpt',
            value:
              '<tool_call>\n{"name": "create_issue", "arguments": {"title": "crash"}}\n</tool_call>',
          },
          { from: 'tool', value: '<tool_response>{"name": "create_issue"}</tool_response>' },
          { from: 'human', value: 'what is open?' },
          { from: 'function_call', value: '{"name": "list_issues", "arguments": {}}' },
        ],
      },
    ],
  ],
  [
    'a message with its role a line',
    [
      user('report the crash'),
      { role: 'assistant', content: null, tool_calls: [{ function: { name: 'create_issue' } }] },
      { role: 'tool', content: 'ok' },
      user('what is open?'),
      { role: 'assistant', content: '<tool_call>{"name": "list_issues"}</tool_call>' },
    ],
  ],
  [
    'a list of messages a line, as LangChain and the AI SDK write them',
    [
      [
        { type: 'human', content: 'report the crash' },
        { type: 'ai', content: '', tool_calls: [{ name: 'create_issue', args: crash, id: 'a' }] },
      ],
      [
        user('what is open?'),
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'b', toolName: 'list_issues', input: {} }],
        },
      ],
    ],
  ],
]

describe('logs of providers', () => {
  it.each(SHAPES)('are read as %s', async (_title, rows) => {
    const { asked, report } = await requestsIn(...rows)
    expect(asked).toEqual([CRASH, OPEN])
    expect(report.filter(({ outcome }) => outcome !== 'notice')).toEqual([])
  })

  it('give the calls with their arguments, and what was asked before', async () => {
    const { queries } = await requestsIn(
      ...(SHAPES.find(([title]) => /^Gemini c/.test(title))?.[1] ?? []),
    )
    expect(queries).toMatchObject([
      { calls: [{ tool: 'git/create_issue', arguments: crash }], origin: 'weak' },
      { calls: [{ tool: 'git/list_issues', arguments: {} }], turns: ['report the crash'] },
    ])
  })

  it('of batches are joined with their answers in another file, by their key or their order', async () => {
    const asked = ['report the crash', 'what is open?']
    const answers = [anthropicCall('a', 'create_issue'), anthropicCall('b', 'list_issues')]
    const keyed = [
      asked.map((text, at) => ({ custom_id: `${at}`, params: { messages: [user(text)] } })),
      answers
        .map((message, at) => ({
          custom_id: `${at}`,
          result: { type: 'succeeded', message: { type: 'message', ...message } },
        }))
        .toReversed(),
    ]
    const inOrder = [
      asked.map((text) => ({ model: 'm', messages: [user(text)] })),
      answers.map((message) => ({ type: 'message', stop_reason: 'tool_use', ...message })),
    ]
    for (const [requests = [], said = []] of [keyed, inOrder]) {
      const files = [
        textFile('answers.jsonl', linesOf(said)),
        textFile('requests.jsonl', linesOf(requests)),
      ]
      const { goldenSets } = await importGoldenSets(files, tools)
      expect(goldenSets.map(({ name }) => name)).toEqual(['requests'])
      expect(goldenSets[0]?.queries.map(({ text, tools: [right] }) => [text, right])).toEqual([
        CRASH,
        OPEN,
      ])
    }
    const alone = [textFile('answers.jsonl', linesOf(inOrder[1] ?? []))]
    await expect(importGoldenSets(alone, tools)).rejects.toThrow('without the requests')
  })
})

describe('transcripts of Claude Code', () => {
  const line = (type: string, message: unknown, more: object = {}) => ({
    type,
    sessionId: 's1',
    uuid: JSON.stringify([message, more]),
    message,
    ...more,
  })

  it('are read without what the program put in', async () => {
    const { asked, report } = await requestsIn(
      { type: 'summary', summary: 'Crash', leafUuid: 'x' },
      line('user', user('Caveat: The messages below were generated'), { isMeta: true }),
      line('user', user('<command-name>/clear</command-name><command-args></command-args>')),
      line('user', user('report the crash\n<system-reminder>Be kind.</system-reminder>')),
      line('assistant', anthropicCall('a', 'mcp__git__create_issue')),
      line('user', user('Look for it'), { isSidechain: true }),
      line('assistant', anthropicCall('x', 'close_issue'), { isSidechain: true }),
      line(
        'user',
        user([
          { type: 'tool_result', tool_use_id: 'a', content: 'ok' },
          { type: 'text', text: '<system-reminder>Go on.</system-reminder>' },
        ]),
      ),
      { type: 'file-history-snapshot', messageId: 'y', snapshot: {} },
      line('user', user('[Request interrupted by user]')),
      line('user', user('what is open?')),
      line('assistant', anthropicCall('b', 'mcp__git__list_issues')),
      line('user', anthropicResult('b', { is_error: true })),
      line('assistant', anthropicCall('c', 'mcp__git__list_issues')),
    )
    expect(asked).toEqual([CRASH, OPEN])
    const why = 'A call failed, and does not make its tool right'
    expect(report).toMatchObject([{ outcome: 'notice', entry: 'mcp__git__list_issues', why }])
  })
})

describe('spans of OpenTelemetry', () => {
  const messages = (role: string, ...parts: unknown[]) => JSON.stringify([{ role, parts }])
  const asks = (content: string) => messages('user', { type: 'text', content })
  const calls = (id: string, name: string) =>
    messages('assistant', { type: 'tool_call', id, name, arguments: crash })
  const chat = (input: string, output: string) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': input,
    'gen_ai.output.messages': output,
  })
  const tool = (name: string, id?: string) => ({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.arguments': '{"title":"crash"}',
    ...(id !== undefined && { 'gen_ai.tool.call.id': id }),
  })
  const spans = [
    {
      trace_id: 't1',
      start_time: '2026-01-01T00:00:01Z',
      attributes: chat(asks('report the crash'), calls('a', 'create_issue')),
    },
    { trace_id: 't1', start_time: '2026-01-01T00:00:02Z', attributes: tool('create_issue', 'a') },
    {
      trace_id: 't2',
      start_time: '2026-01-01T00:00:03Z',
      attributes: chat(asks('what is open?'), messages('assistant')),
    },
    {
      trace_id: 't2',
      start_time: '2026-01-01T00:00:04Z',
      status: { status_code: 'ERROR' },
      attributes: tool('close_issue'),
    },
    { trace_id: 't2', start_time: '2026-01-01T00:00:05Z', attributes: tool('list_issues') },
    { trace_id: 't3', attributes: { 'http.method': 'GET' } },
  ]

  it('are read one a line with their attributes as a map, without calls that failed', async () => {
    const { asked, report } = await requestsIn(...spans)
    expect(asked).toEqual([CRASH, OPEN])
    expect(report.map(({ why }) => why).join()).toContain('A call failed')
  })

  it('are read as OTLP', async () => {
    const otlp = spans.map(({ trace_id, start_time, status, attributes }) => ({
      traceId: trace_id,
      startTimeUnixNano: `${Date.parse(start_time ?? '') || 0}000000`,
      status: status ? { code: 2 } : {},
      attributes: Object.entries(attributes).map(([key, value]) => ({
        key,
        value: { stringValue: value },
      })),
    }))
    const { asked } = await requestsIn({
      resourceSpans: [{ scopeSpans: [{ spans: otlp.toReversed() }] }],
    })
    expect(asked.toSorted()).toEqual([CRASH, OPEN])
  })

  it('hold messages in their events as well', async () => {
    const { asked } = await requestsIn({
      trace_id: 't',
      attributes: { 'gen_ai.operation.name': 'chat' },
      events: [
        { name: 'gen_ai.user.message', attributes: { content: 'report the crash' } },
        {
          name: 'gen_ai.choice',
          attributes: {
            message: JSON.stringify({ tool_calls: [{ function: { name: 'create_issue' } }] }),
          },
        },
      ],
    })
    expect(asked).toEqual([CRASH])
  })

  it('hold messages that are numbered as well', async () => {
    const { asked } = await requestsIn({
      name: 'openai.chat',
      traceId: 't',
      attributes: {
        'gen_ai.prompt.0.role': 'user',
        'gen_ai.prompt.0.content': 'report the crash',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.tool_calls.0.name': 'create_issue',
        'gen_ai.completion.0.tool_calls.0.arguments': '{}',
        'gen_ai.prompt.__proto__.role': 'user',
      },
    })
    expect(asked).toEqual([CRASH])
  })
})
