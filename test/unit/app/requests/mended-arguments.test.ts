import { describe, expect, it } from 'vitest'
import { distinctFaults } from '../../../../src-main/app/requests/argument-faults'
import { mendedArguments } from '../../../../src-main/app/requests/mended-arguments'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'

const schema: JsonObject = {
  properties: {
    text: { type: 'string' },
    count: { type: 'integer', minimum: 1 },
    share: { type: 'number' },
    loud: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    where: { type: 'object', properties: { line: { type: 'integer' } }, required: ['line'] },
    level: { enum: [1, 2] },
    limit: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    id: { type: ['integer', 'string'] },
    any: {},
  },
  required: ['text'],
  additionalProperties: false,
}

const mend = (given: JsonObject) => {
  const { faults, ...rest } = mendedArguments(schema, { text: 'a', ...given })
  const { text: _, ...left } = rest.arguments
  return {
    left,
    mended: rest.mended,
    faults: distinctFaults(faults).map(({ path, why }) => `${path} ${why}`),
  }
}

describe('arguments', () => {
  it.each<[JsonObject, JsonObject, string[]]>([
    [{ count: '5' }, { count: 5 }, ['“count” was text, and was read as the number 5.']],
    [{ count: ' 5 ' }, { count: 5 }, ['“count” was text, and was read as the number 5.']],
    [{ share: '-0.5e1' }, { share: -5 }, ['“share” was text, and was read as the number -5.']],
    [{ loud: 'True' }, { loud: true }, ['“loud” was text, and was read as true.']],
    [{ tags: '["5", "b"]' }, { tags: ['5', 'b'] }, ['“tags” was text, and was read as a list.']],
    [
      { sizes: ['1', 2] },
      { sizes: [1, 2] },
      ['“sizes[0]” was text, and was read as the number 1.'],
    ],
    [
      { where: '{"line": "7"}' },
      { where: { line: 7 } },
      [
        '“where” was text, and was read as an object.',
        '“where.line” was text, and was read as the number 7.',
      ],
    ],
    [{ level: '2' }, { level: 2 }, ['“level” was text, and was read as the number 2.']],
    [{ limit: '3' }, { limit: 3 }, ['“limit” was text, and was read as the number 3.']],
    [{ limit: 'null' }, { limit: null }, ['“limit” was text, and was read as null.']],
    [{ count: null }, {}, ['“count” was null, and counts as left out.']],
    [
      { count: '1234567890123456789' },
      { count: 1234567890123456789n },
      ['“count” was text, and was read as the number 1234567890123456789.'],
    ],
  ])('%j are read as they are meant', (given, left, mended) => {
    expect(mend(given)).toEqual({ left, mended, faults: [] })
  })

  it.each<[JsonObject]>([
    [{ id: '5' }],
    [{ any: '5' }],
    [{ any: null }],
    [{ limit: null }],
    [{ tags: ['5', 'true'] }],
  ])('%j that fit as they are stay so', (given) =>
    expect(mend(given)).toEqual({ left: given, mended: [], faults: [] }),
  )

  it.each<[JsonObject, string]>([
    [{ count: 'five' }, 'count is a string, not an integer'],
    [{ count: '' }, 'count is a string, not an integer'],
    [{ count: '5.5' }, 'count is a string, not an integer'],
    [{ count: '0x5' }, 'count is a string, not an integer'],
    [{ count: '0' }, 'count is a string, not an integer'],
    [{ loud: 'yes' }, 'loud is a string, not a boolean'],
    [{ tags: 'a' }, 'tags is a string, not an array'],
    [{ where: '{"line": 1' }, 'where is a string, not an object'],
    [{ where: {} }, 'where.line is missing'],
    [{ text: null }, 'text is nothing, not a string'],
    [{ text: 5 }, 'text is a number, not a string'],
  ])('%j of which it is not certain what they mean are refused as they are', (given, fault) => {
    const { mended, faults } = mend(given)
    expect([mended, faults.slice(0, 1)]).toEqual([[], [fault]])
  })

  it('keep names that objects inherit', () => {
    const given = JSON.parse('{"text":"a","count":"5","any":{"__proto__":{"x":1}}}') as JsonObject
    const { arguments: left } = mendedArguments(schema, given)
    expect(JSON.stringify(left)).toBe('{"text":"a","count":5,"any":{"__proto__":{"x":1}}}')
  })

  it('are told in a bounded number', () => {
    const { mended } = mend({ sizes: Array.from({ length: 500 }, (_, at) => String(at)) })
    expect(mended).toHaveLength(11)
    expect(mended.at(-1)).toBe('So were 490 more.')
  })
})
