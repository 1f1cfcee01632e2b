import { beforeEach, expect, it, vi } from 'vitest'
import { inSmall, terminalInFolder } from './terminal-in-folder'

const { pegboard, importSmall } = terminalInFolder()
const mcp = (...args: string[]) => pegboard('mcp', ...args, ...inSmall)

beforeEach(importSmall)

it('prints the lines for an address, the same each time', async () => {
  const { code, out, err } = await mcp('--for', 'cursor', '--port', '7417')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toEqual({
    mcpServers: {
      'pegboard-small': {
        url: 'http://127.0.0.1:7417/mcp',
        headers: { Authorization: expect.stringMatching(/^Bearer [\da-f]{64}$/) as string },
      },
    },
  })
  expect(err).toContain('.cursor/mcp.json')
  expect((await mcp('--for', 'cursor', '--port', '7417')).out).toBe(out)
  vi.stubEnv('PEGBOARD_TOKEN', 'my-own')
  expect((await mcp('--for', 'other', '--port', '7417')).out).toBe(
    'http://127.0.0.1:7417/mcp\nAuthorization: Bearer my-own\n',
  )
})

it.each([
  [['--for', 'claude-desktop', '--port', '7417'], 'Claude Desktop sends no token to an address.'],
  [['--for', 'goose', '--port', '0'], 'Name the port, such as 7417.'],
  [['--for', 'goose', '--port', '80'], 'Choose a port from 1024 to 65535.'],
])('refuses %j with a way out', async (args, said) => {
  const { code, out, err } = await mcp(...args)
  expect(code).not.toBe(0)
  expect(out).toBe('')
  expect(err).toContain(said)
})

it('starts nothing that would end with its answer', async () => {
  const { err } = await pegboard('action', 'serving.start', ...inSmall)
  expect(err).toContain('serves nobody over HTTP')
})

it('says beside the lines what an agent reads first, and what that costs', async () => {
  const { code, out, err } = await mcp('--for', 'cursor')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toHaveProperty('mcpServers')
  expect(err).toContain('reword it with pegboard prompts set instructions')
  expect(err).toMatch(/\nSearch with search_tools before .+\nHere are 5 tools, for /)
  expect(err).toMatch(/that is \d+ tokens of its prompt, \d+ of them for this text\./)
})

it('tells where only the beginning of a wording goes to agents', async () => {
  const word = (text: string) =>
    pegboard('prompts', 'set', 'instructions', '--text', text, ...inSmall)
  expect((await word('Search. '.repeat(300))).out).toContain(
    'Agents are given its first 2,048 characters, up to the end of a sentence',
  )
  expect((await pegboard('prompts', 'show', 'instructions', ...inSmall)).out).toContain(
    'It has 2,399.',
  )
  expect((await word('Search here.')).out).not.toContain('Agents are given')
  expect((await mcp('--for', 'cursor')).err).toContain('\nSearch here. Good searches here: “')
})

it('says what the client would cut, with who says so', async () => {
  const { code, err } = await mcp('--for', 'claude-code')
  expect(code).toBe(0)
  expect(err).not.toContain('Cut:')
  await pegboard('prompts', 'set', 'search-tools', '--text', 'x'.repeat(2_100), ...inSmall)
  const cut = await mcp('--for', 'claude-code')
  expect(cut.err).toContain('Cut: The description of search_tools has 2,1')
  expect(cut.err).toContain('(https://code.claude.com/docs/en/mcp, 2026-')
  expect((await mcp('--for', 'other')).err).not.toContain('Cut:')
})
