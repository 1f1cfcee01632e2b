import { describe, expect, it } from 'vitest'
import { importJson, importText } from '../../../fixtures/importing/files'

const declaration = {
  name: 'find_room',
  description: 'Finds a room.',
  parameters: {
    type: 'OBJECT',
    properties: {
      seats: { type: 'INTEGER', format: 'int32', nullable: true },
      tags: { type: 'ARRAY', items: { type: 'STRING' }, minItems: '1' },
      type: { type: 'STRING', description: 'A parameter that is called type.' },
    },
    required: ['seats'],
  },
  response: { type: 'OBJECT', properties: { room: { type: 'STRING' } } },
}

describe('Gemini function declarations', () => {
  it.each([
    ['an object', { functionDeclarations: [declaration] }],
    ['snake case', { function_declarations: [declaration] }],
    ['a list of tools', [{ functionDeclarations: [declaration] }]],
    ['a request body', { contents: [], tools: [{ functionDeclarations: [declaration] }] }],
    ['a bare list', [declaration]],
  ])('are read from %s', (_what, value) => {
    const { format, tools, report } = importJson(value)
    expect(format).toBe('gemini')
    expect(tools).toMatchObject([{ id: 'find_room', source: { entry: declaration } }])
    expect(report).toEqual([])
  })

  it('have their schemas turned into JSON Schema', () => {
    const [tool] = importJson([declaration]).tools
    expect(tool?.parameters).toEqual({
      type: 'object',
      properties: {
        seats: { type: ['integer', 'null'], format: 'int32' },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
        type: { type: 'string', description: 'A parameter that is called type.' },
      },
      required: ['seats'],
    })
    expect(tool?.response).toEqual({ type: 'object', properties: { room: { type: 'string' } } })
  })

  it('may give JSON Schema as such', () => {
    const parametersJsonSchema = { type: 'object', properties: { a: { const: 'STRING' } } }
    const responseJsonSchema = { type: 'object' }
    const [tool] = importJson([{ name: 'a', parametersJsonSchema, responseJsonSchema }]).tools
    expect(tool).toMatchObject({ parameters: parametersJsonSchema, response: responseJsonSchema })
  })

  it('survive 10,000 levels', () => {
    const open = '{"type":"OBJECT","properties":{"a":'.repeat(10_000)
    const parameters = `${open}{}${'}}'.repeat(10_000)}`
    const text = `[{"name":"deep","description":"d","parameters":${parameters}}]`
    const { tools, report } = importText('deep.json', text, { format: 'gemini' })
    expect(tools).toHaveLength(1)
    expect(report).toMatchObject([{ outcome: 'altered' }, { outcome: 'notice' }])
  })

  it('leave out what the provider hosts', () => {
    const { report } = importJson([{ functionDeclarations: [declaration] }, { googleSearch: {} }])
    expect(report).toMatchObject([{ outcome: 'skipped', entry: 'googleSearch' }])
  })
})
