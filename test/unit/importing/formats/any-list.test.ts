import { describe, expect, it } from 'vitest'
import { parametersOf } from '../../../../src-main/domain/tool/schema-parameters'
import { importJson, importText } from '../../../fixtures/importing/files'

const schema = {
  type: 'object',
  properties: { city: { type: 'string', description: 'City' }, days: { type: 'integer' } },
  required: ['city'],
}
const list = [
  { name: 'city', type: 'str', desc: 'City' },
  { name: 'days', type: 'int', optional: true },
]
const map = { city: { type: 'str', description: 'City' }, days: { type: 'int, optional' } }
const named = { name: 'get_weather', description: 'Weather of a city.' }

/** Each tool as `name(parameter*, …)`, those that are required with a star. */
const signatures = (imported: ReturnType<typeof importJson>): string[] =>
  imported.tools.map(({ name, parameters }) => {
    const { required = [] } = parameters as { required?: string[] }
    const names = parametersOf(parameters).parameters.map(({ path }) => path)
    return `${name}(${names.map((each) => (required.includes(each) ? `${each}*` : each)).join(', ')})`
  })

describe('parameters under any name', () => {
  it.each([
    ['args_schema', schema],
    ['argsSchema', schema],
    ['input', schema],
    ['parameter_definitions', map],
    ['arguments', list],
    ['params', map],
    ['schema', schema],
    ['inputs', JSON.stringify(map)],
    ['args', { ...schema, type: 'dict' }],
  ])('are read: %s', (key, value) => {
    const imported = importJson([{ ...named, [key]: value }])
    expect(signatures(imported)).toEqual(['get_weather(city*, days)'])
    expect(imported.tools[0]?.parameters).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string', description: 'City' }, days: { type: 'integer' } },
    })
  })

  it('are read where required and optional ones stand apart', () => {
    const [city, days] = list
    const entry = { ...named, required_parameters: [city], optional_parameters: [days] }
    expect(signatures(importJson([entry]))).toEqual(['get_weather(city*, days)'])
  })

  it('keep their limits where they are a map of schemas, and what is optional', () => {
    const args = {
      q: { type: 'string', pattern: '^a', maxLength: 3 },
      n: { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null },
    }
    expect(importJson([{ ...named, args }]).tools[0]?.parameters).toEqual({
      type: 'object',
      properties: args,
      required: ['q'],
    })
  })

  it('keep data that looks like a schema, and parameters called type', () => {
    const examples = [{ type: 'invoice' }]
    const own = { type: 'object', properties: { type: { type: 'str' } }, examples }
    expect(importJson([{ ...named, args_schema: own }]).tools[0]?.parameters).toEqual({
      type: 'object',
      properties: { type: { type: 'string' } },
      examples,
    })
  })

  it('are named where they are not understood', () => {
    const { report, account } = importJson([
      { ...named, takes: schema },
      { ...named, name: 'b', args: schema },
    ])
    expect(report).toMatchObject([{ why: expect.stringContaining('“takes”') as string }])
    expect(account.fields).toEqual(['takes'])
  })
})

describe('a list of tools', () => {
  const tool = { ...named, args_schema: schema }
  const signature = 'get_weather(city*, days)'

  it.each([
    ['in a map by name', { get_weather: { description: 'd', parameters: schema } }],
    ['in a map under tools', { tools: { get_weather: { description: 'd', parameters: schema } } }],
    ['in what a program wraps around each', [{ metadata: { ...named, fn_schema: schema } }]],
    ['in what a program stores of each', [{ lc: 1, type: 'constructor', kwargs: tool }]],
    ['in a list of questions', [{ id: 'q', question: 'Rain?', function: [tool] }]],
    ['as JSON in a text', [{ id: 0, query: 'Rain?', tools: JSON.stringify([tool]) }]],
    ['deep in a file', { spec: { agent: { tools: [tool] } } }],
    ['of names other programs give', [{ tool_name: 'get_weather', summary: 'd', args: map }]],
  ])('is read: %s', (_what, value) => {
    expect(signatures(importJson(value))).toEqual([signature])
  })

  it.each([
    [
      'JSON5',
      `// tools\n[{name: 'get_weather', description: 'd', args: ${JSON.stringify(map)},},]`,
    ],
    [
      'Python',
      `[{'name': 'get_weather', 'description': 'd', 'deferred': None, 'args': ${JSON.stringify(map)}}]`,
    ],
    ['events', `event: message\ndata: {"tools": [${JSON.stringify(tool)}]}\n\n`],
    ['a prompt', `You may call:\n<tools>\n${JSON.stringify(tool)}\n</tools>\nBegin.`],
  ])('is read from %s', (_what, text) => {
    expect(signatures(importText('tools.txt', text))).toEqual([signature])
  })

  it('is read from YAML', () => {
    const text =
      'tools:\n  - name: get_weather\n    description: d\n    args:\n      city: {type: str}\n'
    expect(signatures(importText('tools.yaml', text))).toEqual(['get_weather(city*)'])
  })

  it('keeps parameters called as those of a prototype', () => {
    const text = '[{"name": "a", "description": "d", "args": {"__proto__": {"type": "string"}}}]'
    expect(signatures(importText('a.json', text))).toEqual(['a(__proto__*)'])
  })

  it('takes from one list entries of several formats, each whole', () => {
    const { tools } = importJson([
      { ...named, inputSchema: schema },
      { ...named, name: 'b', args_schema: schema },
    ])
    expect(tools.map(({ source }) => source.format)).toEqual(['mcp', 'list'])
    for (const { parameters } of tools) expect(parameters).toMatchObject(schema)
  })

  it('is none where entries are calls of tools', () => {
    const call = { type: 'function', function: { name: 'a', arguments: '{"city": "Oslo"}' } }
    expect(() => importJson([{ role: 'assistant', tool_calls: [call] }])).toThrow('no catalog')
    expect(() => importJson([{ name: 'a', arguments: { city: 'Oslo' } }])).toThrow('no catalog')
  })

  it('is none where entries are parameters or tags with names and texts', () => {
    const parameter = { name: 'limit', description: 'How many.', schema: { type: 'integer' } }
    expect(() => importJson({ items: [parameter] })).toThrow('holds no catalog')
    expect(() => importJson({ labels: [{ name: 'a', description: 'b' }] })).toThrow('no catalog')
  })
})
