import type { JsonValue } from '../../../src-main/domain/tool/tool'
import type { TrialFile } from './trial'

/** A small sound input of each format, to be spoiled. */
export const SEEDS: Record<string, TrialFile[]> = {
  openai: [
    [
      'tools.json',
      json([
        { type: 'function', function: { ...called('get_weather'), strict: true } },
        { type: 'function', function: called('send mail') },
      ]),
    ],
  ],
  'openai responses': [
    [
      'tools.json',
      json([
        { type: 'namespace', name: 'mail', tools: [{ type: 'function', ...called('send') }] },
        { type: 'web_search' },
      ]),
    ],
  ],
  anthropic: [
    [
      'tools.json',
      json([
        {
          name: 'get_weather',
          description: 'The weather.',
          input_schema: schema(),
          input_examples: [{ city: 'Bern' }],
        },
      ]),
    ],
  ],
  gemini: [
    [
      'tools.json',
      json({
        functionDeclarations: [
          {
            name: 'find',
            description: 'Finds.',
            parameters: {
              type: 'OBJECT',
              properties: { a: { type: 'STRING', nullable: true, maxLength: '9' } },
            },
          },
        ],
      }),
    ],
  ],
  mcp: [
    [
      'mail.json',
      json({
        tools: [
          {
            name: 'send',
            title: 'Send',
            description: 'Sends mail.',
            inputSchema: schema(),
            annotations: { readOnlyHint: false },
          },
          { name: 'read', inputSchema: {} },
        ],
      }),
    ],
  ],
  openapi: [
    [
      'api.json',
      json({
        openapi: '3.0.3',
        info: { title: 'Mail' },
        paths: {
          '/mail/{id}': {
            parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'string' } }],
            put: {
              operationId: 'mail/send',
              summary: 'Sends mail',
              requestBody: { $ref: '#/components/requestBodies/mail' },
              responses: { 200: { content: { 'application/json': { schema: schema() } } } },
            },
          },
        },
        components: {
          requestBodies: {
            mail: { content: { 'application/json': { schema: { $ref: 'parts.yaml#/mail' } } } },
          },
        },
      }),
    ],
    ['parts.yaml', 'mail:\n  properties:\n    id: &id {type: string}\n    to: *id\n'],
  ],
  'swagger and a workflow': [
    [
      'api.json',
      json({
        swagger: '2.0',
        info: { title: 'Mail' },
        consumes: ['application/json'],
        paths: {
          '/mail': { get: { operationId: 'find', summary: 'Finds mail' } },
          '/mail/{id}': {
            put: {
              operationId: 'send',
              parameters: [
                { $ref: '#/parameters/id' },
                { in: 'body', name: 'mail', schema: { $ref: '#/definitions/mail' } },
              ],
              responses: { 200: { description: 'ok', schema: schema() } },
            },
          },
        },
        parameters: { id: { in: 'path', name: 'id', required: true, type: 'string' } },
        definitions: { mail: { properties: { again: { $ref: '#/definitions/mail' } } } },
      }),
    ],
    [
      'flow.json',
      json({
        arazzo: '1.0.1',
        sourceDescriptions: [{ name: 'api', url: 'api.json' }],
        workflows: [
          {
            workflowId: 'answer',
            steps: [
              { stepId: 'a', operationId: 'find' },
              {
                stepId: 'b',
                operationId: '$sourceDescriptions.api.send',
                parameters: [{ name: 'id', in: 'path', value: '$steps.a.outputs.id' }],
              },
            ],
          },
        ],
      }),
    ],
  ],
  graphql: [
    [
      'mail.graphql',
      'type Query { mail(of: Of!, first: Int = 10): [Mail!] @deprecated }\ninput Of { and: [Of!] }\ntype Mail { id: ID! }\n',
    ],
  ],
  introspection: [
    [
      'mail.json',
      json({
        data: {
          __schema: {
            queryType: { name: 'Query' },
            types: [
              {
                kind: 'OBJECT',
                name: 'Query',
                fields: [
                  {
                    name: 'mail',
                    args: [{ name: 'of', type: { kind: 'NON_NULL', ofType: { name: 'Of' } } }],
                    type: { kind: 'LIST', ofType: { kind: 'OBJECT', name: 'Mail' } },
                  },
                ],
              },
              {
                kind: 'INPUT_OBJECT',
                name: 'Of',
                inputFields: [{ name: 'and', type: { name: 'Of' }, defaultValue: '{and: null}' }],
              },
            ],
          },
        },
      }),
    ],
  ],
  csv: [
    [
      'tools.csv',
      'name,description,parameters,tags,server\nget_weather,"The weather, today","{""city"": ""Where""}",a;b,home\nsend,Sends,,,\n',
    ],
  ],
  tsv: [['tools.tsv', 'tool\tsummary\nfind\tFinds things\nkeep\tKeeps them\n']],
  toole: [
    ['plugin_des.json', json({ Weather: 'Tells the weather.', Mail: 'Sends mail.' })],
    ['all_clean_data.csv', 'Query,Tool\nIs it raining?,Weather\n"Write, please",Mail\n'],
    [
      'multi_tool_query_golden.json',
      json([{ query: 'Mail me the weather', tool: ['Weather', 'Mail'] }]),
    ],
  ],
  'seal-tools': [
    [
      'tool.jsonl',
      lines([
        {
          api_name: 'getWeather',
          api_description: 'The weather.',
          field: 'Home/Weather',
          parameters: { city: { type: 'str', description: 'Where' } },
          required: ['city'],
          responses: { sky: { type: 'str', description: 'How' } },
        },
      ]),
    ],
    [
      'dev.jsonl',
      lines([
        {
          id: 'd1',
          query: 'Rain?',
          calling: [{ api: 'getWeather', parameters: { city: 'Bern' }, responses: ['API_call_0'] }],
        },
      ]),
    ],
  ],
  toollinkos: [
    [
      'core_tools.json',
      json([{ name: 'now', description: 'The time.', parameters: [], depends_on: [] }]),
    ],
    [
      'regular_tools.json',
      json([
        {
          name: 'wake',
          description: 'Wakes.',
          parameters: [{ name: 'at', type: 'string', description: 'When' }],
          depends_on: [
            {
              name: 'now',
              dependence_type: 'PARAMETER_DIRECTLY_DEPENDS_ON',
              parameter_name: 'at',
              reason: 'the time',
            },
          ],
        },
      ]),
    ],
    [
      'instances.json',
      json([
        {
          user_query: 'Wake me',
          golden_function_names: ['wake', 'now'],
          main_golden_function_name: 'wake',
        },
      ]),
    ],
  ],
  rectools: [
    ['tool_tool.json', json({ now: 'The time.', wake: 'Wakes.' })],
    ['tool_qt.json', json([{ query: '** Wake me', tool: ['wake', 'now'] }])],
  ],
  toolret: [
    [
      'tools.json',
      json([
        {
          id: 'a_1',
          documentation: json({
            name: 'find',
            description: 'Finds.',
            parameters: '(what: str, where: List[str] = None)',
          }),
        },
        { id: 'a_2', doc: 'Prose alone.' },
      ]),
    ],
    [
      'queries.json',
      json([
        {
          id: 'q1',
          query: 'Find it',
          labels: json([{ id: 'a_1', relevance: 1 }]),
          instruction: 'Given',
        },
      ]),
    ],
  ],
  mftr: [
    [
      'tools.json',
      json([
        {
          id: 'a_1',
          doc: {},
          augmented: {
            description: 'Finds.',
            parameters: { what: { type: 'string' } },
            response: 'It.',
            examples: [
              { user_intent: 'find', tool_call: { name: 'find', arguments: { what: 'x' } } },
            ],
          },
        },
      ]),
    ],
  ],
  beir: [
    [
      'corpus.jsonl',
      lines([
        {
          _id: 'd1',
          title: 'find',
          text: 'Finds.',
          metadata: { parameters: { what: { type: 'string' } } },
        },
        { _id: 'd2', title: 'keep', text: 'Keeps.' },
      ]),
    ],
    ['queries.jsonl', lines([{ _id: 'q1', text: 'Find it' }])],
    ['qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\n'],
  ],
  pegboard: [
    [
      'servers/mail.json',
      json({
        server: 'mail',
        title: 'Mail',
        tools: [
          {
            name: 'send',
            description: 'Sends.',
            parameters: schema(),
            tags: ['a'],
            visibility: 'public',
            examples: [{ intent: 'send', arguments: { city: 'x' } }],
            dependencies: [{ on: 'mail/read', kind: 'tool-direct' }],
          },
          { name: 'read', description: 'Reads.' },
        ],
      }),
    ],
    [
      'golden.json',
      json({
        name: 'own',
        queries: [
          {
            id: 'g1',
            text: 'Send it',
            tools: ['mail/send'],
            grades: { 'mail/send': 2 },
            calls: [{ tool: 'send', arguments: {} }],
          },
        ],
      }),
    ],
    ['bundles.json', json([{ id: 'b1', query: 'Read and send', tools: ['mail/read', 'send'] }])],
    [
      'layers.json',
      json({
        'mail/send': {
          description: 'Writes to people.',
          questions: ['How do I write?'],
          parameters: { city: 'Where' },
        },
      }),
    ],
  ],
  'golden table': [
    [
      'golden.csv',
      'id,query,tools,relevance,split\n1,Find it,find;keep,2;1,dev\n2,Keep it,keep,1,test\n',
    ],
  ],
  'message log': [
    [
      'log.jsonl',
      lines([
        {
          id: 'm1',
          messages: [
            { role: 'user', content: 'Find it' },
            {
              role: 'assistant',
              tool_calls: [
                { type: 'function', function: { name: 'find', arguments: '{"what":"it"}' } },
              ],
            },
          ],
        },
      ]),
    ],
  ],
}

function json(value: JsonValue): string {
  return JSON.stringify(value)
}

function lines(values: JsonValue[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

function schema() {
  return {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Where', enum: ['Bern', 'Basel'] },
      more: { $ref: '#/$defs/more' },
    },
    required: ['city'],
    $defs: { more: { type: 'array', items: { type: 'integer' } } },
  }
}

function called(name: string) {
  return { name, description: `What ${name} does.`, parameters: schema() }
}
