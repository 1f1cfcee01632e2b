import { describe, expect, it } from 'vitest'
import { inAlphabeticalOrder, inItsWords, unrecognizedPart } from '../../live/weights/grammar.mjs'

describe('inAlphabeticalOrder', () => {
  it('orders keys at every depth and leaves lists as they are', () => {
    const schema = {
      type: 'object',
      required: ['b', 'a'],
      properties: { b: { type: 'string', maxLength: 5 }, a: { enum: ['z', 'y'] } },
    }
    const ordered = inAlphabeticalOrder(schema)
    expect(ordered).toEqual(schema)
    expect(JSON.stringify(ordered)).toBe(
      '{"properties":{"a":{"enum":["z","y"]},"b":{"maxLength":5,"type":"string"}},"required":["b","a"],"type":"object"}',
    )
  })

  it.each([null, true, 5, 'b'])('leaves %s as it is', (value) => {
    expect(inAlphabeticalOrder(value)).toBe(value)
  })
})

describe('inItsWords', () => {
  it('calls anyOf oneOf, but no property of that name', () => {
    const either = [{ type: 'null' }, { type: 'integer' }]
    const properties = { anyOf: { type: 'string' }, a: { anyOf: either } }
    expect(inItsWords({ type: 'object', properties })).toEqual({
      type: 'object',
      properties: { anyOf: { type: 'string' }, a: { oneOf: either } },
    })
  })

  it('lets an object hold anything where its schema says nothing of it', () => {
    const closed = { type: 'object', additionalProperties: false }
    expect(inItsWords({ type: 'array', items: { type: 'object' } })).toEqual({
      type: 'array',
      items: { type: 'object', additionalProperties: true },
    })
    expect(inItsWords(closed)).toEqual(closed)
  })
})

describe('unrecognizedPart', () => {
  it('finds a type that is none of JSON’s', () => {
    const part = { type: 'nonsense' }
    expect(unrecognizedPart({ type: 'object', properties: { a: part } })).toBe(part)
    expect(unrecognizedPart({ anyOf: [{ type: ['string', 'text'] }] })).toEqual({
      type: ['string', 'text'],
    })
  })

  it('takes a property called type for what it is', () => {
    const schema = { type: 'object', properties: { type: { type: ['string', 'null'] } } }
    expect(unrecognizedPart(schema)).toBeUndefined()
  })
})
