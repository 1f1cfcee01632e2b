import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filledServer, projectOf } from '../../../src-main/app/sources/filled-in'
import type { LookUp } from '../../../src-main/app/sources/filled-in-text'
import { decodeText } from '../../../src-main/importing/reading/decode-text'
import type { WrittenServer } from '../../../src-main/importing/client-configs/client'
import { configuredServers } from '../../../src-main/importing/client-configs/configured-servers'

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
      socket: { type: 'websocket', url: 'https://a.example/ws' },
      other: { url: 'ws://a.example' },
      image: { image: 'a/b' },
      unknown: { reachedBy: 'x' },
      empty: {},
      blank: { command: ' ' },
      list: [],
      text: 'serve',
    }
    for (const { server, why } of read({ mcpServers: config })) {
      expect(server).toBeUndefined()
      expect(why).toMatch(
        /web sockets|container image|is not known here.*: reachedBy|neither a command nor an address|no object/,
      )
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
    ['{"mcpServers": "all"}', /names no MCP servers/],
    ['{"tools": []}', /names no MCP servers/],
  ])('are not read from %j, and that is said', (text, why) => {
    expect(() => read(text)).toThrow(why)
  })
})

const http = (url: string, headers: object = {}) => ({ kind: 'http', url, headers })

describe('a client that writes its servers otherwise', () => {
  it.each([
    [
      'opencode',
      {
        mcp: {
          notes: { type: 'local', command: ['serve', '-x'], environment: { A: '{env:TOKEN}' } },
        },
      },
      stdio({ args: ['-x'], env: { A: '${env:TOKEN}' } }),
    ],
    [
      'opencode, at an address',
      { mcp: { notes: { type: 'remote', url: 'https://a.example', headers: { A: '{file:x}' } } } },
      http('https://a.example', { A: '${file:x}' }),
    ],
    ['Zed', { context_servers: { notes: { source: 'custom', command: 'serve' } } }, stdio()],
    [
      'an earlier Zed',
      { context_servers: { notes: { command: { path: 'serve', args: ['a'], env: { B: 'c' } } } } },
      stdio({ args: ['a'], env: { B: 'c' } }),
    ],
    [
      'Gemini CLI',
      { mcpServers: { notes: { httpUrl: 'https://a.example', headers: { A: 'Bearer $TOKEN' } } } },
      http('https://a.example', { A: 'Bearer ${TOKEN}' }),
    ],
    [
      'Cherry Studio',
      { mcpServers: { notes: { baseUrl: 'https://a.example' } } },
      http('https://a.example'),
    ],
    [
      'some, with a part for the transport',
      { mcpServers: { notes: { transport: { type: 'http', url: 'https://a.example' } } } },
      http('https://a.example'),
    ],
    [
      'Gemini CLI and others, by server-sent events',
      { mcpServers: { notes: { type: 'sse', url: 'https://a.example/sse' } } },
      http('https://a.example/sse'),
    ],
    ['Amp', { 'amp.mcpServers': { notes: { command: 'serve' } } }, stdio()],
    ['fast-agent', { mcp: { servers: { notes: { command: 'serve' } } } }, stdio()],
    [
      'Augment',
      { 'augment.advanced': { mcpServers: [{ name: 'notes', command: 'serve' }] } },
      stdio(),
    ],
    ['who leaves out all else', { notes: { command: 'serve' } }, stdio()],
  ])('is read: %s', (_, config, server) => {
    expect(read(config)).toEqual([{ name: 'notes', server }])
  })

  it.each([
    [
      'Codex',
      'config.toml',
      `model = "x"
[mcp_servers.notes]
command = "serve"
args = ["a"]
env_vars = ["TOKEN"]
[mcp_servers.notes.env]
MODE = "cx"`,
      stdio({ args: ['a'], env: { TOKEN: '${TOKEN}', MODE: 'cx' } }),
    ],
    [
      'Codex, at an address',
      'config.toml',
      `[mcp_servers.notes]
url = "https://a.example"
bearer_token_env_var = "TOKEN"
http_headers = { "X-A" = "b" }
env_http_headers = { "X-B" = "OTHER" }`,
      http('https://a.example', {
        Authorization: 'Bearer ${TOKEN}',
        'X-A': 'b',
        'X-B': '${OTHER}',
      }),
    ],
    [
      'others in TOML',
      'config.toml',
      '[[mcp_servers]]\nname = "notes"\ncommand = "serve"',
      stdio(),
    ],
    [
      'goose',
      'config.yaml',
      `extensions:
  developer: {type: builtin, enabled: true}
  notes: {type: stdio, cmd: serve, args: [a], envs: {MODE: gs}, env_keys: [TOKEN]}`,
      stdio({ args: ['a'], env: { TOKEN: '${TOKEN}', MODE: 'gs' } }),
    ],
    [
      'goose, at an address',
      'config.yaml',
      'extensions: {notes: {type: streamable_http, uri: "https://a.example", headers: {A: b}}}',
      http('https://a.example', { A: 'b' }),
    ],
    [
      'Continue',
      'config.yaml',
      `mcpServers:
  - name: notes
    command: serve
    env: {TOKEN: "\${{ secrets.TOKEN }}"}`,
      stdio({ env: { TOKEN: '${TOKEN}' } }),
    ],
    [
      'LibreChat',
      'librechat.yml',
      'mcpServers: {notes: {type: streamable-http, url: "https://a.example"}}',
      http('https://a.example'),
    ],
  ])('is read: %s, by the kind of its file', (_, path, text, server) => {
    const [notes] = read(text, path).filter(({ name }) => name === 'notes')
    expect(notes?.server).toMatchObject(server)
    expect(read(text, path)).toHaveLength(1)
  })

  it('may keep servers of projects beside its own: Claude Code', () => {
    const config = {
      mcpServers: { notes: { command: 'serve' } },
      projects: {
        '/p/a': { mcpServers: { notes: { command: 'a' }, mail: { url: 'https://a.example' } } },
        '/p/b': { mcpServers: {} },
        '/q/a': { mcpServers: { notes: { command: 'b', cwd: '/other' } } },
      },
    }
    expect(read(config).map(({ name, server }) => [name, server])).toEqual([
      ['notes', stdio()],
      ['notes of a', stdio({ command: 'a', cwd: '/p/a' })],
      ['mail', http('https://a.example')],
      ['notes of /q/a', stdio({ command: 'b', cwd: '/other' })],
    ])
  })

  it('says what its user is asked for: VS Code', () => {
    const config = {
      inputs: [
        { id: 'token', type: 'promptString', description: 'A token', password: true },
        {
          id: 'mode',
          type: 'pickString',
          options: ['a', { label: 'B', value: 'b' }],
          default: 'a',
        },
        { id: 'found', type: 'command', command: 'pick.it' },
        { id: 'unused', type: 'promptString' },
      ],
      servers: {
        notes: { command: 'serve', args: ['${input:mode}', '${input:found}'] },
        web: { url: 'https://a.example', headers: { A: '${input:token} ${input:token}' } },
        plain: { command: 'serve' },
      },
    }
    expect(read(config).map(({ server }) => server?.inputs)).toEqual([
      {
        'input:mode': { isSecret: false, otherwise: 'a', choices: ['a', 'b'] },
        'input:found': {
          description: 'what VS Code asks its command pick.it for',
          isSecret: false,
        },
      },
      { 'input:token': { description: 'A token', isSecret: true } },
      undefined,
    ])
  })

  it.each([
    ['registry: {github: {ref: ""}}', 'registry.yaml', /list of Docker’s MCP Toolkit.*is not read/],
    ['{"server": {"mcp_config": {"command": "node"}}}', 'manifest.json', /an MCP bundle.*not read/],
    [
      '{"name": "a/b", "packages": [{"registryType": "npm", "identifier": "b"}]}',
      'server.json',
      /registry of MCP servers: it is not read/,
    ],
    ['[mcp_servers', 'config.toml', /not valid TOML at line 1/],
    ['a: [', 'config.yaml', /not valid YAML at line 1/],
  ])('is told where it is not read: %s', (text, path, why) => {
    expect(() => read(text, path)).toThrow(why)
  })

  it('has extensions whose command it alone knows: Zed', () => {
    const [entry] = read({ context_servers: { notes: { settings: { token: 'x' } } } })
    expect(entry).toEqual({ name: 'notes', why: expect.stringContaining('extension of Zed') })
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
    ['${workspaceFolder:notes}/a', '/projects/notes/a'],
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
    ['/projects/notes/.gemini/settings.json', '/projects/notes'],
    ['/projects/notes/opencode.json', '/projects/notes'],
    ['/projects/notes/servers.json', '/projects/notes'],
    [join(homedir(), 'AppData/Roaming/Code/User/mcp.json'), homedir()],
    [join(homedir(), 'notes/servers.json'), join(homedir(), 'notes')],
  ])('of %s is its folder, or the person’s own', (file, folder) => {
    expect(projectOf(file, homedir())).toBe(folder)
  })
})
