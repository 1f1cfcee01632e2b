import { describe, expect, it, test } from 'vitest'
import { cutsFor, directText, limitLines } from '../../../../src-main/domain/agent/client-cuts'
import { CLIENT_LIMITS } from '../../../../src-main/domain/agent/client-limits'
import { MCP_CLIENTS, type McpClient } from '../../../../src-main/domain/agent/client-lines'

const CLIENTS = Object.keys(MCP_CLIENTS) as McpClient[]
const tool = (name: string, description = 'Searches.') => ({
  name,
  description,
  inputSchema: { type: 'object' },
})
const named = (name: string) => ({ server: 'pegboard-demo', tools: [tool(name)] })
const cutIn = (...given: Parameters<typeof cutsFor>) => cutsFor(...given).map(({ text }) => text)

describe('what a client cuts', () => {
  it('is nothing of what is short, and of clients of which nothing is known', () => {
    for (const client of CLIENTS) expect(cutsFor(client, named('search_tools'))).toEqual([])
    const long = { ...named('n'.repeat(200)), instructions: 'x'.repeat(90_000), answerTokens: 1e6 }
    expect(cutsFor('other', long)).toEqual([])
  })

  it('is told with sizes, what becomes of the rest, and where that is written', () => {
    const tools = [tool('search_tools', 'x'.repeat(2049))]
    const [cut, ...others] = cutsFor('claude-code', { server: 'pegboard', tools })
    expect(others).toEqual([])
    expect(cut).toEqual({
      of: 'description',
      tool: 'search_tools',
      size: 2049,
      most: 2048,
      text: 'The description of search_tools has 2,049 characters, of which 2,048 are read: the rest is cut.',
      source: 'https://code.claude.com/docs/en/mcp',
      asOf: '2026-07',
    })
    const whole = [tool('search_tools', 'x'.repeat(2048))]
    expect(cutsFor('claude-code', { server: 'pegboard', tools: whole })).toEqual([])
  })

  it('counts what the client puts before a name', () => {
    // mcp__pegboard-demo__ has 20 characters.
    expect(cutIn('claude-code', named('n'.repeat(44)))).toEqual([])
    expect(cutIn('claude-code', named('n'.repeat(45)))).toEqual([
      expect.stringContaining(`is mcp__pegboard-demo__${'n'.repeat(45)}, which has 65 characters`),
    ])
    // The server’s name alone, which has 13.
    expect(cutIn('cursor', named('n'.repeat(46)))).toEqual([])
    expect(cutIn('cursor', named('n'.repeat(47)))).toEqual([
      `The name ${'n'.repeat(47)} has 60 characters, and 59 are the most: the tool is left out.`,
    ])
    // Of a longer server VS Code keeps 18 characters.
    const server = 's'.repeat(60)
    const tools = (length: number) => ({ server, tools: [tool('n'.repeat(length))] })
    expect(cutIn('vscode', tools(46))).toEqual([])
    expect(cutIn('vscode', tools(47))).toHaveLength(1)
  })

  it('is told of instructions, of the number of tools and of answers', () => {
    const many = Array.from({ length: 81 }, (_, at) => tool(`tool_${at}`))
    expect(cutIn('cursor', { server: 's', tools: many })).toEqual([
      'There are 81 tools, and 80 are the most: Cursor warns of it.',
    ])
    const given = { server: 's', tools: [], instructions: 'x'.repeat(3000) }
    expect(cutsFor('claude-code', given)).toMatchObject([{ of: 'instructions', most: 2048 }])
    const answering = (answerTokens: number) => ({ server: 's', tools: [], answerTokens })
    expect(cutIn('claude-code', answering(10_000))).toEqual([])
    expect(cutIn('claude-code', answering(10_001))).toEqual([
      'An answer has up to 10,001 tokens, and Claude Code warns beyond 10,000.',
    ])
    expect(cutIn('claude-code', answering(25_001))[0]).toContain('and 25,000 are the most: it is')
    expect(cutIn('codex', answering(2_501))[0]).toContain('and about 2,500 are the most')
  })
})

test.each(CLIENTS)('every limit of %s names a public source and a month', (client) => {
  for (const { most, source, asOf } of Object.values(CLIENT_LIMITS[client])) {
    expect(source).toMatch(/^https:\/\/[a-z.]+\/.+/)
    expect(asOf).toMatch(/^20\d\d-(0[1-9]|1[0-2])$/)
    expect(most === undefined || most > 0).toBe(true)
  }
  expect(limitLines(client)).toHaveLength(Object.keys(CLIENT_LIMITS[client]).length)
})

test('limits are told as sentences', () => {
  const said = limitLines('codex').map(({ text }) => text)
  expect(said).toContain(
    'An answer: 10,000 bytes; beyond that its middle is cut out, with some models.',
  )
  expect(said).toContain('Its model is given the structured content of an answer that has both.')
})

test('what a client would lose without Pegboard is a sentence, or nothing', () => {
  expect(directText('cursor', { tools: 80, longNames: 0, longDescriptions: 0 })).toBeUndefined()
  expect(directText('cursor', { tools: 1200, most: 80, longNames: 3, longDescriptions: 1 })).toBe(
    'Without Pegboard, with these servers in Cursor itself: 1,200 tools are more than the 80 that it takes; 3 have too long a name; 1 too long a description.',
  )
})
