import { describe, expect, it } from 'vitest'
import { readRequest } from '../../../../src-main/app/serving/read-request'
import type { FixedTool } from '../../../../src-main/contract/serving'
import { Problem } from '../../../../src-main/domain/problem'

describe('what an agent sends', () => {
  it.each<[FixedTool['name'], unknown, object, RegExp | undefined]>([
    ['search_tools', { query: 'mail' }, { query: 'mail' }, undefined],
    [
      'search_tools',
      { query: ' mail ', k: '3' },
      { query: 'mail', k: 3 },
      /^“k” was text, and was read as the number 3\.$/,
    ],
    [
      'search_tools',
      { query: 'mail', k: null, held: null },
      { query: 'mail' },
      /“k” was null.*“held” was null/,
    ],
    [
      'search_tools',
      { query: 'mail', held: 'list_users' },
      { query: 'mail', held: ['list_users'] },
      /“held” was text/,
    ],
    [
      'search_tools',
      { query: 'mail', held: '["a","b"]' },
      { query: 'mail', held: ['a', 'b'] },
      /“held” was text/,
    ],
    ['search_tools', { query: 'mail', held: '' }, { query: 'mail', held: [] }, /“held” was text/],
    [
      'search_tools',
      '{"query":"mail","k":"2"}',
      { query: 'mail', k: 2 },
      /was read as an object\. “k”/,
    ],
    [
      'search_tools',
      { query: 'mail', limit: 3, of: 'x' },
      { query: 'mail' },
      /^Passed over: “limit”, “of”; it takes query, k, held, detail\.$/,
    ],
    ['get_tools', { names: 'a' }, { names: ['a'] }, /“names” was text/],
    ['get_tools', { names: 'a, "b" ,c' }, { names: ['a', 'b', 'c'] }, /“names” was text/],
    ['get_tools', { names: 'select:a,b' }, { names: ['a', 'b'] }, /“names” was text/],
    ['call_tool', { name: 'a' }, { name: 'a', arguments: {} }, undefined],
    [
      'call_tool',
      { name: 'a', arguments: null },
      { name: 'a', arguments: {} },
      /“arguments” was null/,
    ],
    [
      'call_tool',
      { name: 'a', arguments: '{"id": 1234567890123456789}' },
      { name: 'a', arguments: { id: 1234567890123456789n } },
      /“arguments” was text, and was read as an object/,
    ],
    [
      'call_tool',
      { name: 'a', arguments: { n: '5', none: null } },
      { name: 'a', arguments: { n: '5', none: null } },
      undefined,
    ],
  ])('to %s, %j, is read as it is meant', (tool, sent, input, said) => {
    const read = readRequest(tool, sent)
    expect(read.input).toEqual(input)
    if (said) expect(read.mended.join(' ')).toMatch(said)
    else expect(read.mended).toEqual([])
  })

  it.each<[FixedTool['name'], unknown, RegExp]>([
    [
      'search_tools',
      undefined,
      /^search_tools was not done: query is missing\. Ask as in \{"query"/,
    ],
    ['search_tools', { query: 5 }, /query must be text/],
    ['search_tools', { query: '  ' }, /query must not be empty/],
    ['search_tools', { query: 'mail', k: 'many' }, /k must be a number/],
    ['search_tools', { query: 'mail', k: 1e9 }, /k must be at most 128/],
    ['search_tools', { query: 'mail', k: '9007199254740993' }, /k must be/],
    ['search_tools', ['mail'], /takes an object with named fields, and was sent a list/],
    ['search_tools', 'mail', /was sent text/],
    ['search_tools', 7, /was sent no object/],
    ['get_tools', { names: [] }, /names must hold at least 1 entries/],
    ['get_tools', { names: [7] }, /names\.0 must be text/],
    ['call_tool', { arguments: {} }, /name is missing/],
    ['call_tool', { name: 'a', arguments: 'now' }, /arguments must be an object/],
    ['call_tool', { name: 'a', arguments: [1] }, /arguments must be an object/],
  ])('to %s, %j, is refused where it cannot be meant', (tool, sent, why) => {
    const refusal = (() => {
      try {
        return readRequest(tool, sent)
      } catch (error) {
        return error
      }
    })()
    expect(refusal).toBeInstanceOf(Problem)
    const { code, message, fix } = refusal as Problem
    expect(code).toBe('bad-input')
    expect(`${message} ${fix}`).toMatch(why)
    expect(`${message} ${fix}`).not.toMatch(/Invalid|expected|received|zod/i)
  })

  it('keeps names that objects inherit', () => {
    const sent: unknown = JSON.parse('{"name":"a","arguments":{"__proto__":{"x":1}},"__proto__":2}')
    const { input } = readRequest('call_tool', sent)
    expect(JSON.stringify(input.arguments)).toBe('{"__proto__":{"x":1}}')
  })
})
