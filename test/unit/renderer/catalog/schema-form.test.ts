import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'
import {
  rowsOf,
  schemaIn,
  schemaText,
  withNewRow,
  withoutRow,
  withRow,
  type ParameterRow,
} from '../../../../src-renderer/tool/definition/schema-form'

const schema: JsonObject = {
  type: 'object',
  properties: {
    to: { type: 'array', items: { type: 'string' }, description: 'Who', minItems: 1 },
    kind: { type: 'string', enum: ['a', 'b'] },
    rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
  },
  required: ['kind', 'to'],
  additionalProperties: false,
}
const row = (place: number): ParameterRow => rowsOf(schema)[place] as ParameterRow

const listed = { areValuesListed: true }

describe('a schema as a form', () => {
  it('shows a parameter a row', () => {
    expect(rowsOf(schema)).toEqual([
      { ...listed, name: 'to', type: 'strings', required: true, description: 'Who', values: '' },
      { ...listed, name: 'kind', type: 'string', required: true, description: '', values: 'a, b' },
      { ...listed, name: 'rows', type: 'other', required: false, description: '', values: '' },
    ])
  })

  it('is the same schema when a row is written as it was', () => {
    for (const place of [0, 1, 2]) expect(withRow(schema, place, row(place))).toEqual(schema)
  })

  it('keeps what it does not show', () => {
    const changed = withRow(schema, 0, { ...row(0), name: 'recipients', description: 'Whom' })
    expect(changed).toEqual({
      ...schema,
      properties: {
        recipients: { type: 'array', items: { type: 'string' }, description: 'Whom', minItems: 1 },
        kind: { type: 'string', enum: ['a', 'b'] },
        rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
      },
      required: ['kind', 'recipients'],
    })
  })

  it('gives no two parameters one name', () => {
    expect(withRow(schema, 0, { ...row(0), name: 'kind' })).toBe(schema)
  })

  it('changes a type, what is required and which values are allowed', () => {
    const changed = withRow(schema, 1, { ...row(1), type: 'integer', required: false })
    expect(changed).toMatchObject({ properties: { kind: { type: 'integer' } }, required: ['to'] })
    expect(JSON.stringify(changed)).not.toContain('enum')
    const allowed = withRow(schema, 1, { ...row(1), values: 'x, , y' })
    expect(allowed).toMatchObject({ properties: { kind: { enum: ['x', 'y'] } } })
  })

  it('keeps allowed values that no list with commas can say, and says that it cannot', () => {
    const values = ['a, b', 'c', '', ' d', null]
    const odd: JsonObject = {
      type: 'object',
      properties: { kind: { type: 'string', enum: values } },
    }
    const [kind] = rowsOf(odd)
    if (!kind) throw new Error('There is no row.')
    expect(kind.areValuesListed).toBe(false)
    expect(withRow(odd, 0, { ...kind, description: 'Which' })).toMatchObject({
      properties: { kind: { enum: values, description: 'Which' } },
    })
  })

  it('is left whole where its type is to be as the JSON says', () => {
    expect(withRow(schema, 1, { ...row(1), type: 'other' })).toEqual(schema)
    const any: JsonObject = { type: 'object', properties: { all: true, odd: { description: 7 } } }
    for (const place of [0, 1]) {
      expect(withRow(any, place, rowsOf(any)[place] as ParameterRow)).toEqual(any)
    }
  })

  it('adds parameters under names that are free, and removes them', () => {
    const more = withNewRow(withNewRow({ type: 'object' }))
    expect(Object.keys(more.properties as object)).toEqual(['parameter', 'parameter_2'])
    expect(withoutRow(schema, 1)).toMatchObject({ required: ['to'] })
    expect(withoutRow(withoutRow(schema, 1), 0)).not.toHaveProperty('required')
  })

  it('keeps a parameter that is called as what every object inherits', () => {
    const named = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}}}',
    ) as JsonObject
    const [first] = rowsOf(named)
    const changed = withRow(named, 0, { ...(first as ParameterRow), description: 'Odd' })
    expect(JSON.stringify(changed)).toContain('"__proto__":{"type":"string","description":"Odd"}')
  })

  it('is not there where the text is no JSON object', () => {
    expect(schemaIn('{"type":')).toMatchObject({ why: expect.stringMatching(/Not valid JSON yet/) })
    expect(schemaIn('[]')).toMatchObject({ why: expect.stringMatching(/JSON object/) })
  })
})

describe('integers beyond 2^53', () => {
  const text =
    '{"type":"object","properties":{"id":{"type":"integer","maximum":9223372036854775807,"enum":[1234567890123456789]}}}'
  const read = schemaIn(text)
  const own = 'schema' in read ? read.schema : {}

  it('keep their digits while another field of the parameter is written', () => {
    const [row] = rowsOf(own)
    const changed = withRow(own, 0, { ...(row as ParameterRow), description: 'Which message' })
    expect(schemaText(changed).replaceAll(/\s/g, '')).toBe(
      text.replace('[1234567890123456789]', '[1234567890123456789],"description":"Whichmessage"'),
    )
  })

  it('are shown as allowed values with all of them', () => {
    expect(rowsOf(own)).toMatchObject([{ values: '1234567890123456789', areValuesListed: false }])
  })
})
