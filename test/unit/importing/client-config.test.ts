import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filledServer, projectOf } from '../../../src-main/app/sources/filled-in'
import type { LookUp } from '../../../src-main/app/sources/filled-in-text'
import { decodeText } from '../../../src-main/importing/reading/decode-text'
import { configuredServers, type WrittenServer } from '../../../src-main/importing/client-config'

const read = (value: unknown, path = 'mcp.json') =>
  configuredServers(path, typeof value === 'string' ? value : JSON.stringify(value))

const stdio = (more: object = {}) => ({
  kind: 'stdio',
  command: 'serve',
  args: [],
  env: {},
  ...more,
})

describe('the servers of a client’s configuration', () => {
  it.each([
    ['Claude Desktop, Claude Code and Cursor', { mcpServers: { notes: { command: 'serve' } } }],
    ['VS Code', { inputs: [{ id: 'token' }], servers: { notes: { command: 'serve' } } }],
    ['VS Code’s settings', { 'editor.x': 1, mcp: { servers: { notes: { command: 'serve' } } } }],
  ])('are read as %s writes them', (_, config) => {
    expect(read(config)).toEqual([{ name: 'notes', server: stdio() }])
  })

  it('are read with comments, trailing commas, a byte order mark and keys that are not known', () => {
    const text = `\uFEFF// Mine
      { "theme": "dark", /* all of them */
        "mcpServers": { "notes": { "command": "serve", "args": ["a", "b",], "icon": {}, }, }, }`
    const decoded = decodeText('mcp.json', new TextEncoder().encode(text))
    expect(read(decoded)).toEqual([{ name: 'notes', server: stdio({ args: ['a', 'b'] }) }])
  })

  it('are read with all that they are given', () => {
    const written = {
      command: 'serve',
      args: ['-p', 80],
      cwd: 'there',
      envFile: '.env',
      env: { TOKEN: '${input:token}', PORT: 80, NOTHING: null },
    }
    expect(read({ servers: { notes: written } })[0]?.server).toEqual(
      stdio({
        args: ['-p', '80'],
        cwd: 'there',
        envFile: '.env',
        env: { TOKEN: '${input:token}', PORT: '80' },
      }),
    )
  })

  it('may be addresses with headers, by any of the names these have', () => {
    const headers = { Authorization: 'Bearer ${TOKEN}' }
    const config = {
      one: { type: 'http', url: 'https://a.example/mcp', headers },
      two: { serverUrl: 'https://b.example/mcp' },
    }
    expect(read({ mcpServers: config }).map(({ server }) => server)).toEqual([
      { kind: 'http', url: 'https://a.example/mcp', headers },
      { kind: 'http', url: 'https://b.example/mcp', headers: {} },
    ])
  })

  it('say why they cannot be used', () => {
    const config = {
      sse: { type: 'sse', url: 'https://a.example/sse' },
      empty: {},
      blank: { command: ' ' },
      list: [],
      text: 'serve',
    }
    for (const { server, why } of read({ mcpServers: config })) {
      expect(server).toBeUndefined()
      expect(why).toMatch(/server-sent events|neither a command nor an address|no object/)
    }
  })

  it('say that a client is told not to use them', () => {
    const config = {
      off: { command: 'serve', disabled: true },
      out: { url: 'https://a.example', enabled: false },
      on: { command: 'serve', disabled: false },
    }
    expect(read({ mcpServers: config }).map(({ isOff }) => isOff)).toEqual([true, true, undefined])
  })

  it('are all read where there are five hundred', () => {
    const config = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`server ${at}`, { command: 'serve' }]),
    )
    expect(read({ mcpServers: config })).toHaveLength(500)
  })

  it('are no more than anyone has', () => {
    const config = Object.fromEntries(
      Array.from({ length: 2_001 }, (_, at) => [`server ${at}`, { command: 'serve' }]),
    )
    expect(() => read({ mcpServers: config })).toThrow('more than 2000 servers')
  })

  it('may have names that every object inherits', () => {
    const text = `{"mcpServers": {
      "__proto__": {"command": "serve", "env": {"__proto__": "x", "constructor": "y"}},
      "constructor": {"command": "serve"}, "toString": {"command": "serve"}}}`
    const servers = read(text)
    expect(servers.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString'])
    expect(servers.every(({ server }) => server)).toBe(true)
    expect(({} as { command?: string }).command).toBeUndefined()
    const [first] = servers
    expect(first?.server?.kind === 'stdio' && Object.entries(first.server.env)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })

  it.each([
    ['{"mcpServers": {', /line 1: .*expected/],
    ['{\n "mcpServers": [}\n}', /line 2/],
    ['', /names no MCP servers/],
    ['['.repeat(200_000), /nested too deeply|not valid JSON/],
    ['[]', /names no MCP servers/],
    ['{"mcpServers": []}', /names no MCP servers/],
    ['{"tools": []}', /names no MCP servers/],
  ])('are not read from %j, and that is said', (text, why) => {
    expect(() => read(text)).toThrow(why)
  })
})

const KNOWN: Record<string, string> = { TOKEN: 'abc', EMPTY: '' }
const lookUp: LookUp = {
  variable: (name) => KNOWN[name],
  input: (name) => (name === 'input:token' ? 'given' : undefined),
  home: '/home/me',
  project: '/projects/notes',
}

/** What an argument becomes, and what is missing for it. */
function filled(argument: string): [string | undefined, string[]] {
  const missing: string[] = []
  const server: WrittenServer = { kind: 'stdio', command: 'serve', args: [argument], env: {} }
  const after = filledServer(server, lookUp, (name) => missing.push(name))
  return [after.kind === 'stdio' ? after.args[0] : undefined, missing]
}

describe('what stands for something else in a configuration', () => {
  it.each([
    ['${TOKEN}', 'abc'],
    ['${env:TOKEN}', 'abc'],
    ['Bearer ${TOKEN}, ${env:TOKEN}', 'Bearer abc, abc'],
    ['${TOKEN:-other}', 'abc'],
    ['${PORT:-8080}', '8080'],
    ['${PORT:-}', ''],
    ['${EMPTY}', ''],
    ['${input:token}', 'given'],
    ['${workspaceFolder}/a', '/projects/notes/a'],
    ['${workspaceFolderBasename}', 'notes'],
    ['${userHome}', '/home/me'],
    ['$TOKEN costs $5', '$TOKEN costs $5'],
    ['${env:PORT:-8080}', '8080'],
    ['${PORT:-${TOKEN}}', 'abc'],
    ['${TOKEN:-${NOT_SET}}', 'abc'],
    ['${PORT:-a${HOST:-b${TOKEN}}c}d', 'ababccd'],
    ['${${TOKEN}}', '${abc}'],
    ['${env:${TOKEN}}', '${env:abc}'],
    ['${open ${TOKEN}', '${open abc'],
    ['} ${TOKEN} }', '} abc }'],
  ])('%s is filled in', (written, after) => {
    expect(filled(written)).toEqual([after, []])
  })

  it.each([
    ['${NOT_SET}', 'NOT_SET'],
    ['${env:NOT_SET}', 'NOT_SET'],
    ['${input:other}', 'input:other'],
    ['${command:pick}', 'command:pick'],
    ['${}', ''],
  ])('%s is missing where nothing is known of it', (written, name) => {
    expect(filled(written)).toEqual([written, [name]])
  })

  it('is told as missing of a default that is used, and of no other', () => {
    expect(filled('${PORT:-${NOT_SET}}')).toEqual(['${NOT_SET}', ['NOT_SET']])
  })

  it('is read in one go, however often it is opened', () => {
    const open = '${'.repeat(500_000)
    expect(filled(open)).toEqual([open, []])
    const nested = `${'${A:-'.repeat(5_000)}${'}'.repeat(5_000)}`
    expect(filled(nested)[0]).toHaveLength(nested.length - 20 * '${A:-}'.length)
  })

  it('is filled in once: what a value says is not read again', () => {
    const own: LookUp = { ...lookUp, variable: (name) => (name === 'A' ? '${B}' : 'secret') }
    const server: WrittenServer = { kind: 'http', url: 'https://a.example/${A}', headers: {} }
    expect(filledServer(server, own, () => undefined)).toMatchObject({
      url: 'https://a.example/${B}',
    })
  })

  it('is filled in everywhere, and folders count from the project', () => {
    const server: WrittenServer = {
      kind: 'stdio',
      command: '${userHome}/serve',
      args: [],
      env: { A: '${TOKEN}' },
      cwd: 'sub',
      envFile: '${workspaceFolder}/.env',
    }
    expect(filledServer(server, lookUp, () => undefined)).toEqual({
      kind: 'stdio',
      command: '/home/me/serve',
      args: [],
      env: { A: 'abc' },
      cwd: '/projects/notes/sub',
      envFile: '/projects/notes/.env',
    })
  })

  it('leaves an absolute path of another system as it is', () => {
    const command = 'C:\\Program Files\\serve.exe'
    const server: WrittenServer = { kind: 'stdio', command, args: ['D:\\a ${x'], env: {} }
    expect(filledServer(server, lookUp, () => undefined)).toMatchObject({
      command,
      args: ['D:\\a ${x'],
    })
  })
})

describe('the project that a configuration is for', () => {
  it.each([
    ['/projects/notes/.mcp.json', '/projects/notes'],
    ['/projects/notes/.cursor/mcp.json', '/projects/notes'],
    ['/projects/notes/.vscode/mcp.json', '/projects/notes'],
    [join(homedir(), '.config/Claude/claude_desktop_config.json'), homedir()],
    [join(homedir(), '.cursor/mcp.json'), homedir()],
  ])('of %s is its folder, or the person’s own', (file, folder) => {
    expect(projectOf(file, homedir())).toBe(folder)
  })
})
