import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src-main/domain/tool/tool'
import { checkCatalogExport, exportCatalog } from '../../../src-main/exporting/formats'
import { catalogTool } from '../../fakes/catalog-tool'
import { importJson } from '../../fixtures/importing/files'

const CHOICE = { format: 'ollama', withAuthorLayer: false }
const of = (properties: JsonValue, rest: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...rest,
})
const found = (parameters: JsonObject) =>
  checkCatalogExport([catalogTool('tool', { parameters })], CHOICE).findings.map(
    ({ kind, why }) => `${kind}: ${why}`,
  )
const TEXT = { type: 'string' }

describe('an export for Ollama', () => {
  it('finds nothing in what reaches the model whole', () => {
    const inner = of({ c: { type: ['string', 'null'], enum: ['x', 1] } }, { required: ['c'] })
    const list = { type: 'array', items: { type: 'string', minLength: 2 } }
    const either = { anyOf: [TEXT, { type: 'number' }], description: 'Either.' }
    const idle = { $schema: 'x', additionalProperties: false, $defs: { d: { not: {} } } }
    expect(found(of({ inner, list, either }, idle))).toEqual([])
  })

  it('tells the keywords that do not reach the model', () => {
    const parameters = of(
      {
        a: { type: 'string', minLength: 2 },
        b: { anyOf: [{ type: 'number', maximum: 3 }], default: 3 },
      },
      { oneOf: [] },
    )
    expect(found(parameters)).toEqual([
      'lost: Keywords do not reach the model: oneOf, a.minLength, b.default and 1 more',
    ])
  })

  it('tells that a reference leaves the model with nothing', () => {
    expect(found(of({ c: { $ref: '#/$defs/C' } }, { $defs: { C: TEXT } }))).toEqual([
      expect.stringMatching(/^lost: A \$ref does not reach the model.*: c$/),
    ])
  })

  it.each<[string, JsonObject]>([
    ['a', of({ a: 'string' })],
    ['a', of({ a: true })],
    ['a.required', of({ a: { type: 'string', required: true } })],
    ['a.type', of({ a: { type: [TEXT] } })],
    ['a.description', of({ a: { type: 'string', description: ['x'] } })],
    ['a.anyOf', of({ a: { anyOf: TEXT } })],
    ['type', of({}, { type: ['object'] })],
  ])('tells that it refuses what it cannot read: %s', (place, parameters) => {
    expect(found(parameters)).toEqual([
      `refused: A part of the schema is of a kind that it cannot read: ${place}`,
    ])
  })

  it('is written without the fields that only OpenAI knows', () => {
    const fields = { name: 'send', description: 'Sends.', parameters: of({ to: TEXT }) }
    const { tools } = importJson([{ type: 'function', function: { ...fields, strict: true } }])
    const { text } = exportCatalog(
      tools.map((tool) => ({ tool, layer: {} })),
      CHOICE,
    )
    expect(JSON.parse(text)).toEqual([{ type: 'function', function: fields }])
  })
})
