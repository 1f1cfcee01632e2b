import { describe, expect, it } from 'vitest'
import { sizeWithin } from '../../../../src-main/app/serving/bounded-json'
import { boundedTools } from '../../../../src-main/app/serving/bounded-tools'
import type { ServedTool } from '../../../../src-main/contract/serving'
import type { JsonObject } from '../../../../src-main/domain/tool/tool'

const tool = (
  name: string,
  { text = 'Sends a mail. To anyone.', fields = 2 } = {},
): ServedTool => ({
  name,
  description: text,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: fields }, (_, at) => [
        `f${at}`,
        { type: 'string', description: 'A field.' },
      ]),
    ),
    required: ['f0'],
  },
  why: 'words',
})
const large = (name: string) =>
  tool(name, { text: `Sends a mail. ${'x'.repeat(1 << 20)}`, fields: 40 })
const size = (value: unknown) => JSON.stringify(value).length
const MOST = 30_000

describe('tools of an answer', () => {
  it('that fit are given as they are', () => {
    const tools = ['a', 'b'].map((name) => tool(name))
    expect(boundedTools(tools)).toEqual({ tools, given: 2 })
  })

  it('that are large are given in short, those beside them whole', () => {
    const { tools, given, note } = boundedTools([tool('a'), large('b'), tool('c'), large('d')])
    expect(given).toBe(4)
    expect([tools[0], tools[2]]).toEqual([tool('a'), tool('c')])
    expect(tools[1]).toEqual({
      name: 'b',
      description: 'Sends a mail.',
      why: 'words',
      inputSchema: {
        type: 'object',
        properties: { f0: { type: 'string' } },
        required: ['f0'],
        description: 'Only what is required; get_tools gives the whole schema.',
      },
    })
    expect(note).toBe('In short, as all would be too much: b, d; get_tools gives each.')
    expect(size(tools)).toBeLessThan(MOST)
  })

  it('of one size are given whole as far as there is room, the first first', () => {
    const tools = Array.from({ length: 20 }, (_, at) => tool(`t${at}`, { fields: 60 }))
    expect(size(tools)).toBeGreaterThan(MOST)
    const bounded = boundedTools(tools)
    expect(bounded.given).toBe(20)
    const whole = bounded.tools.filter((each, at) => each === tools[at]).length
    expect(whole).toBeGreaterThan(5)
    expect(bounded.tools.slice(0, whole)).toEqual(tools.slice(0, whole))
    expect(size(bounded.tools)).toBeLessThanOrEqual(MOST + 100)
  })

  it('that do not even fit in short are left out from the end, and it is said', () => {
    const { tools, given, note } = boundedTools(
      Array.from({ length: 500 }, (_, at) => large(`t${at}`)),
    )
    expect(tools).toHaveLength(given)
    expect(given).toBeLessThan(500)
    expect(note).toContain(`${500 - given} more tools are left out: ask for fewer at a time.`)
    expect(size(tools)).toBeLessThan(MOST)
  })

  it('of which there is one alone is given as far as there is room', () => {
    const { tools, note } = boundedTools([large('b')])
    expect(size(tools)).toBeLessThan(MOST)
    expect(tools[0]?.inputSchema).toEqual(large('b').inputSchema)
    expect(note).toMatch(/^The definition of b is too large to be given/)
  })

  it('may be nested as deeply as they like', () => {
    let nested: JsonObject = {}
    for (let level = 0; level < 1_000_000; level++) nested = { a: nested }
    const { tools } = boundedTools([{ ...tool('a'), inputSchema: nested }])
    expect(size(tools)).toBeLessThan(1_000)
  })
})

it('a size is that of the JSON, or more than is asked for', () => {
  for (const value of [{ a: [1, 'ä"', null, true], b: {} }, [], 'x', 1234567890123456789n]) {
    const exact = size(value)
    const counted = sizeWithin(value, 1_000)
    expect(counted).toBeGreaterThanOrEqual(exact)
    expect(counted).toBeLessThan(exact + 10)
  }
  expect(sizeWithin('x'.repeat(100), 50)).toBe(51)
})
