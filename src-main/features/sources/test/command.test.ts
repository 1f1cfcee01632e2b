import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { protectedServer } from '../../../../test/fakes/authorization-server'
import { argsOf, startedIn, type Told } from '../../../../test/fixtures/mcp/fixture-server'
import { terminalInFolder } from '../../../../test/unit/hosts/cli/terminal-in-folder'

const { pegboard, at, listen } = terminalInFolder()
const inNotes = ['--workspace', 'notes']

const tool = (name: string, description = `Does ${name}.`) => ({
  name,
  description,
  inputSchema: { type: 'object' },
})
const lists = (...tools: object[]) => writeFile(at('list.json'), JSON.stringify(tools))

/** The command of a server whose tools stand in `list.json`. */
const serving = (told: Told = {}): string[] => [
  process.execPath,
  ...argsOf({ list: at('list.json'), log: at('started.log'), ...told }),
]

const add = (...more: string[]) =>
  pegboard('sources', 'add', 'notes', ...inNotes, '--allow-start', ...more, '--', ...serving())

const refresh = (...more: string[]) => pegboard('sources', 'refresh', ...inNotes, ...more)

beforeEach(() => lists(tool('find'), tool('write')))

describe('pegboard sources add', () => {
  it('shows what it would start, and starts nothing, without --allow-start', async () => {
    const command = ['sources', 'add', 'notes', ...inNotes, '--', ...serving()]
    const { code, out, err } = await pegboard(...command)
    expect(code).toBe(1)
    expect(out).toMatch(/“notes” means starting .*server\.mjs.* in .*Nobody agreed to that yet/)
    expect(out).toContain('--allow-start')
    expect(err).toContain('Not read: notes.')
    expect(startedIn(at('started.log'))).toEqual([])
    expect((await pegboard('list')).out).not.toContain('notes')
  })

  it('starts it with --allow-start, and makes the workspace', async () => {
    const { code, out } = await add()
    expect(code).toBe(0)
    expect(out).toMatch(/^notes:\n2 of 2 tools\.\nFormat mcp: 2 tools added/)
    expect((await pegboard('tools', 'list', ...inNotes)).out).toContain('notes/find')
  })

  it('need not be allowed again what was allowed', async () => {
    await add()
    expect((await refresh()).code).toBe(0)
    const again = ['sources', 'add', 'notes', '--workspace', 'more', '--', ...serving()]
    expect((await pegboard(...again)).code).toBe(0)
  })

  it('names the variables that it would give, and marks those that change what is loaded', async () => {
    vi.stubEnv('NODE_OPTIONS', '--no-warnings')
    vi.stubEnv('TOKEN', 'swordfish')
    const variables = ['--variable', 'NODE_OPTIONS', '--variable', 'TOKEN']
    const command = ['sources', 'add', 'notes', ...inNotes, ...variables, '--', ...serving()]
    const { out } = await pegboard(...command)
    expect(out).toContain('\n  given NODE_OPTIONS: ${env:NODE_OPTIONS} (loads other code)\n')
    expect(out).toContain('\n  TOKEN of your environment is given to the program\n')
    expect(out).not.toContain('swordfish')
  })

  it('sends variables of the environment that a file names only where each is allowed', async () => {
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'swordfish')
    vi.stubEnv('OTHER', 'x')
    const [command, ...args] = serving()
    const env = { LOG_LEVEL: '${AWS_SECRET_ACCESS_KEY}', B: '${OTHER}', FIXED: 'a\nGiven nothing' }
    await writeFile(at('mcp.json'), JSON.stringify({ mcpServers: { one: { command, args, env } } }))
    const given = ['sources', 'add', '--config', 'mcp.json', ...inNotes]
    for (const flags of [[], ['--allow-start'], ['--allow-start', '--allow-variable', 'OTHER']]) {
      const { code, out } = await pegboard(...given, ...flags)
      expect(code).toBe(1)
      expect(out).toContain('\n  given LOG_LEVEL: ${AWS_SECRET_ACCESS_KEY}\n')
      expect(out).toContain('\n  given FIXED: "a\\nGiven nothing"\n')
      expect(out).toContain(
        '\n  AWS_SECRET_ACCESS_KEY of your environment is given to the program\n',
      )
      expect(out).toContain(
        '--allow-start --allow-variable AWS_SECRET_ACCESS_KEY --allow-variable OTHER',
      )
      expect(out).not.toContain('swordfish')
    }
    expect(startedIn(at('started.log'))).toEqual([])
    const allowed = ['AWS_SECRET_ACCESS_KEY', 'OTHER'].flatMap((name) => ['--allow-variable', name])
    expect((await pegboard(...given, ...allowed)).code).toBe(1)
    expect((await pegboard(...given, '--allow-start', ...allowed)).code).toBe(0)
    expect((await refresh()).code).toBe(0)
  })

  it('takes a variable that was typed as allowed by that', async () => {
    vi.stubEnv('TOKEN', 'swordfish')
    expect((await add('--variable', 'TOKEN')).code).toBe(0)
    const url = 'http://127.0.0.1:9/'
    const header = ['--header', 'Authorization=Bearer ${TOKEN}']
    const { out } = await pegboard('sources', 'add', 'web', '--url', url, ...header, ...inNotes)
    expect(out).toMatch(/^web: 127\.0\.0\.1:9 did not list its tools/)
  })

  it('prints no line that a name or an argument made up', async () => {
    const [command, ...args] = serving()
    const trick = 'x\nnotes:\nFormat mcp: 2 tools added'
    const servers = { [trick]: { command, args: [...args, trick] } }
    await writeFile(at('mcp.json'), JSON.stringify({ mcpServers: servers }))
    const given = ['sources', 'add', '--config', 'mcp.json', ...inNotes]
    const { out, err } = await pegboard(...given)
    expect(`${out}${err}`).not.toMatch(/^(notes:|Format)/m)
    expect(out).toContain('x\\nnotes:\\nFormat')
    await pegboard(...given, '--allow-start')
    const listed = await pegboard('sources', ...inNotes)
    expect(listed.out).not.toMatch(/^(notes:|Format)/m)
    await rm(at('mcp.json'))
    const gone = await refresh()
    expect(`${gone.out}${gone.err}`).not.toMatch(/^(notes:|Format)/m)
  })

  it('refuses a configuration that is a pipe, without waiting for it', async () => {
    execFileSync('mkfifo', [at('pipe')])
    const { code, err } = await pegboard('sources', 'add', '--config', 'pipe', ...inNotes)
    expect(code).toBe(2)
    expect(err).toContain('is a pipe or a device, not a file')
    const looked = await pegboard('sources', 'add', 'x', '--path', 'pipe', ...inNotes)
    expect(looked.out).toContain('neither a file nor a folder')
    const restored = await pegboard('golden', 'restore', 'set', 'pipe', ...inNotes)
    expect(restored.err).toContain('is a pipe or a device')
  })

  it('says which variable is missing', async () => {
    const { code, out } = await add('--variable', 'NOT_THERE')
    expect(code).toBe(2)
    expect(out).toMatch(/needs what is not known: NOT_THERE/)
  })

  it('adds all servers of a configuration but those that are off', async () => {
    const [command, ...args] = serving()
    const servers = {
      one: { command, args },
      two: { command, args },
      off: { command, args, disabled: true },
    }
    await writeFile(at('mcp.json'), JSON.stringify({ mcpServers: servers }))
    const given = ['sources', 'add', '--config', 'mcp.json', ...inNotes]
    expect((await pegboard(...given)).code).toBe(1)
    const { code, out } = await pegboard(...given, '--allow-start')
    expect(code).toBe(0)
    expect(out).toMatch(/^one:\n.*\n.*2 tools added[^]*^two:\n.*\n.*2 tools added/m)
    expect(out).toMatch(/^off: not read: its client is told not to use it/m)
    const listed = await pegboard('sources', ...inNotes, '--json')
    expect(JSON.parse(listed.out)).toMatchObject([
      { name: 'one', kind: 'config', tools: 2 },
      { name: 'two', kind: 'config', tools: 2 },
    ])
  })

  it('gives what a configuration asks for by a flag or a variable, and writes it nowhere', async () => {
    const [command, ...args] = serving()
    const inputs = [
      { id: 'api-token', type: 'promptString', description: 'Token of the shop', password: true },
      { id: 'mode', type: 'pickString', options: ['fast', 'safe'], default: 'fast' },
    ]
    const env = { TOKEN: '${input:api-token}', MODE: '${input:mode}' }
    await mkdir(at('.vscode'))
    const config = { inputs, servers: { one: { command, args, env } } }
    await writeFile(at('.vscode', 'mcp.json'), JSON.stringify(config))
    const given = ['sources', 'add', '--config', '.vscode/mcp.json', ...inNotes, '--allow-start']
    const { code, out } = await pegboard(...given)
    expect(code).toBe(2)
    expect(out).toContain('not known: input:api-token (Token of the shop).')
    expect(out).toContain('Set PEGBOARD_INPUT_API_TOKEN before')
    expect(out).toContain('--input')
    const by = await pegboard(...given, '--input', 'api-token=swordfish')
    expect(by.out).toContain('2 tools added')
    expect(by.out).not.toContain('swordfish')
    vi.stubEnv('PEGBOARD_INPUT_API_TOKEN', 'swordfish')
    expect((await refresh()).code).toBe(0)
    vi.stubEnv('PEGBOARD_INPUT_API_TOKEN', 'other')
    const changed = await refresh()
    expect(changed.out).toContain('--allow-variable input:api-token')
    expect(changed.out).not.toMatch(/swordfish|other/)
  })

  it('names a variable that would go out instead of a word that a configuration has', async () => {
    const config = {
      inputs: [{ id: 'api_key', type: 'promptString', default: 'x' }],
      servers: { one: { url: 'http://127.0.0.1:9/${input:api_key}' } },
    }
    await mkdir(at('.vscode'))
    await writeFile(at('.vscode', 'mcp.json'), JSON.stringify(config))
    const given = ['sources', 'add', '--config', '.vscode/mcp.json', ...inNotes, '--allow-start']
    expect((await pegboard(...given)).out).toMatch(/did not list its tools/)
    vi.stubEnv('PEGBOARD_INPUT_API_KEY', 'swordfish')
    const { code, out } = await pegboard(...given)
    expect(code).toBe(1)
    expect(out).toContain('input:api_key, which is asked for, is sent to http://127.0.0.1:9')
    expect(out).toContain('--allow-variable input:api_key')
    expect(out).not.toContain('swordfish')
  })

  it('says that a configuration names no server yet', async () => {
    await writeFile(at('mcp.json'), '{"mcpServers": {}}')
    const { code, err } = await pegboard('sources', 'add', '--config', 'mcp.json', ...inNotes)
    expect(code).toBe(2)
    expect(err).toContain('mcp.json names no server yet.')
  })

  it('reads a server of a configuration again that is a source already', async () => {
    const [command, ...args] = serving()
    await writeFile(at('mcp.json'), JSON.stringify({ mcpServers: { one: { command, args } } }))
    const given = ['sources', 'add', '--config', 'mcp.json', ...inNotes, '--allow-start']
    await pegboard(...given)
    await pegboard('sources', 'rename', 'one', 'mine', ...inNotes)
    await lists(tool('find'))
    expect((await pegboard(...given)).out).toMatch(/^mine:\n.*\n.*0 tools added/)
    const listed = await pegboard('sources', ...inNotes, '--json')
    expect(JSON.parse(listed.out)).toMatchObject([{ name: 'mine', tools: 1 }])
  })

  it('adds one server of a configuration by its name, and says where there is none', async () => {
    const [command, ...args] = serving()
    await writeFile(at('mcp.json'), JSON.stringify({ servers: { one: { command, args } } }))
    const given = ['--config', 'mcp.json', ...inNotes, '--allow-start']
    expect((await pegboard('sources', 'add', 'one', ...given)).code).toBe(0)
    const { code, out } = await pegboard('sources', 'add', 'other', ...given)
    expect(code).toBe(1)
    expect(out).toContain('“other”')
  })

  it('reads the others where one fails, and says which did', async () => {
    const [command, ...args] = serving()
    const broken = { command, args: [...argsOf({ does: 'dies-at-once' })] }
    const servers = { broken, good: { command, args }, gone: { command: 'no-such-program' } }
    await writeFile(at('mcp.json'), JSON.stringify({ mcpServers: servers }))
    const given = ['sources', 'add', '--config', 'mcp.json', ...inNotes, '--allow-start']
    const { code, out, err } = await pegboard(...given)
    expect(code).toBe(1)
    expect(out).toMatch(/broken: .*ended with code 2/)
    expect(out).toMatch(/good:\n.*\n.*2 tools added/)
    expect(out).toContain('no-such-program')
    expect(err).toContain('Not read: broken, gone.')
  })

  it('reads a file or folder, which needs no leave', async () => {
    const { code, out } = await pegboard(
      'sources',
      'add',
      'small',
      '--path',
      'tools.json',
      ...inNotes,
    )
    expect(code).toBe(0)
    expect(out).toMatch(/^small:\n1 of 1 file · 5 of 5 tools\.\nFormat openai: 5 tools added/)
  })

  it('says that an address does not answer', async () => {
    const url = 'http://127.0.0.1:9/mcp'
    const { code, out } = await pegboard('sources', 'add', 'web', '--url', url, ...inNotes)
    expect(code).toBe(1)
    expect(out).toMatch(/web: 127\.0\.0\.1:9 did not list its tools/)
  })

  it('prints one object for each source', async () => {
    const { out } = await add('--json')
    expect(JSON.parse(out)).toMatchObject([{ name: 'notes', change: { added: { total: 2 } } }])
    const given = ['sources', 'add', 'web', '--url', 'http://127.0.0.1:9/', ...inNotes, '--json']
    const failed = await pegboard(...given)
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.out)).toMatchObject([
      { name: 'web', error: { code: 'unavailable', fix: expect.stringMatching(/address/) } },
    ])
  })

  it.each([
    [['x'], 'It is not clear what is to be read'],
    [['x', '--url', 'https://a.example', '--path', 'tools.json'], 'It is not clear'],
    [['x', '--url', 'ftp://a.example'], 'must be an http:// or https:// address'],
    [['x', '--url', 'https://me:pass@a.example'], 'name or password'],
    [['x', '--url', 'https://a.example', '--header', 'A=swordfish'], 'must name the variable'],
    [['--url', 'https://a.example'], 'A source needs a name'],
    [['--path', 'tools.json'], 'A source needs a name'],
    [['x', '--config', 'nowhere.json'], 'There is no'],
    [['x', '--config', 'tools.json'], 'names no MCP servers'],
    [['x', '--url', 'https://a.example', '--variable', 'A'], '--variable is for a command'],
    [['x', '--path', 'tools.json', '--header', 'A=${B}'], '--header is for --url'],
    [['x', '--path', 'tools.json', '--input', 'a=b'], '--input is for --config FILE'],
    [['x', '--config', 'tools.json', '--folder', '.'], '--folder is for a command'],
  ])('says what is wrong with %j', async (given, what) => {
    const { code, err } = await pegboard('sources', 'add', ...given, ...inNotes)
    expect(code).toBeGreaterThan(0)
    expect(err).toContain(what)
    expect(err).not.toMatch(/swordfish|me:pass/)
  })
})

describe('pegboard sources', () => {
  it('lists them with where they come from, in a table, as JSON and as CSV', async () => {
    await add()
    expect((await pegboard('sources', ...inNotes)).out).toMatch(/notes +started +.*server\.mjs/)
    const json = await pegboard('sources', 'list', ...inNotes, '--json')
    expect(JSON.parse(json.out)).toMatchObject([{ name: 'notes', protocol: '2026-07-28' }])
    const csv = await pegboard('sources', 'list', ...inNotes, '--csv')
    expect(csv.out).toMatch(
      /^source,read by,from,tools,as of,protocol,found since\r?\nnotes,started,/,
    )
  })

  it('finds configurations on this machine and here, and reads the one that is named', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', at('config'))
    const file = 'config/Claude/claude_desktop_config.json'
    await mkdir(at('config', 'Claude'), { recursive: true })
    const [command, ...args] = serving()
    const servers = { one: { command, args }, two: { command: 'two' }, odd: {} }
    await writeFile(at(file), JSON.stringify({ mcpServers: servers }))
    const config = ['--config', file, ...inNotes, '--allow-start']
    await pegboard('sources', 'add', 'one', ...config)
    await pegboard('sources', 'rename', 'one', 'mine', ...inNotes)
    await mkdir(at('.cursor'))
    await writeFile(at('.cursor', 'mcp.json'), 'never read')
    const found = await pegboard('sources', 'find')
    expect(found.out).toMatch(/^Claude Desktop +.*claude_desktop_config\.json$/m)
    expect(found.out).toMatch(/^Cursor +.*\.cursor.mcp\.json$/m)
    expect(found.out).toContain('None of them was read.')
    const { out } = await pegboard('sources', 'find', file, ...inNotes)
    expect(out).toMatch(/^one +connected as mine +on +.*server\.mjs/m)
    expect(out).toMatch(/^two +on +two/m)
    expect(out).toMatch(/^odd +on +cannot be used/m)
    const elsewhere = await pegboard('sources', 'find', file, '--csv')
    expect(elsewhere.out).not.toContain('connected as')
    expect(elsewhere.out).toMatch(/^server,connected,there,starts or asks\r?\n/)
  })

  it('says how to add one where there is none', async () => {
    await pegboard('import', 'tools.json', ...inNotes)
    expect((await pegboard('sources', ...inNotes)).out).toContain('pegboard sources add NAME')
    expect((await refresh()).out).toBe('No sources.\n')
  })

  it('renames and removes them', async () => {
    await add()
    await pegboard('sources', 'rename', 'notes', 'mine', ...inNotes)
    expect((await pegboard('sources', ...inNotes)).out).toContain('mine')
    const { out } = await pegboard('sources', 'remove', 'mine', '--with-tools', ...inNotes)
    expect(out).toContain('Removed, with 2 tools.')
    const missing = await pegboard('sources', 'remove', 'mine', ...inNotes)
    expect(missing.code).toBe(1)
    expect(missing.err).toContain('There is no source “mine”')
  })
})

describe('pegboard sources refresh', () => {
  it('takes over what has changed, as the one undoable change that it is', async () => {
    await add()
    await lists(tool('find', 'Finds.'), tool('delete'))
    const { code, out } = await refresh()
    expect(code).toBe(0)
    expect(out).toMatch(/1 tools added, 1 changed, 0 unchanged, 1 no longer/)
    const tools = await pegboard('tools', 'list', ...inNotes)
    expect(tools.out).not.toContain('notes/write')
    await pegboard('undo', ...inNotes)
    expect((await pegboard('tools', 'list', ...inNotes)).out).toContain('notes/write')
  })

  it('with --check writes nothing, and ends with 1 only where something has changed', async () => {
    await add()
    expect(await refresh('--check')).toMatchObject({ code: 0 })
    await lists(tool('find'), tool('delete'))
    const { code, err } = await refresh('--check')
    expect(code).toBe(1)
    expect(err).toContain('Changed: notes (1 added, 1 removed).')
    expect((await pegboard('tools', 'list', ...inNotes)).out).toContain('notes/write')
    const json = await refresh('--check', '--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject([{ name: 'notes', change: { unchanged: 1 } }])
  })

  it('keeps tools that are gone with --keep-missing', async () => {
    await add()
    await lists(tool('find'))
    await refresh('--keep-missing')
    expect((await pegboard('tools', 'list', ...inNotes)).out).toContain('notes/write')
  })

  it('reads the sources that are named, and says where one is not there', async () => {
    await add()
    const { code, out } = await refresh('notes', 'other')
    expect(code).toBe(1)
    expect(out).toMatch(/^notes:\n[^]*other: There is no source “other”/)
  })

  it('asks again where a program is another than was agreed to', async () => {
    const [command, ...args] = serving()
    const write = (more: object) =>
      writeFile(at('mcp.json'), JSON.stringify({ mcpServers: { one: { command, args, ...more } } }))
    await write({})
    const given = ['sources', 'add', '--config', 'mcp.json', ...inNotes, '--allow-start']
    await pegboard(...given)
    await write({ env: { A: 'b' } })
    expect(await refresh()).toMatchObject({ code: 1, out: expect.stringMatching(/given A/) })
    expect(await refresh('--allow-start')).toMatchObject({ code: 0 })
  })

  it('leaves no value of a variable in the files that Pegboard keeps', async () => {
    vi.stubEnv('TOKEN', 'swordfish')
    await add('--variable', 'TOKEN')
    expect(await readFile(at('home', 'agreements.json'), 'utf8')).not.toContain('swordfish')
  })
})

describe('pegboard sources sign-in', () => {
  it('says which address to open, and reads the source once somebody has signed in', async () => {
    const { url, refused } = await protectedServer()
    const wanted = await pegboard('sources', 'add', 'shop', '--url', url, ...inNotes)
    expect(wanted.out).toContain('it wants a sign-in (OAuth')
    expect(wanted.out).toContain('pegboard sources sign-in')
    let opened: Promise<Response> | undefined
    listen((said) => {
      const [, address] = /sign in there:\n(http\S+)\n/.exec(said) ?? []
      if (address !== undefined) opened ??= fetch(address)
    })
    const { code, out } = await pegboard('sources', 'sign-in', 'shop', '--url', url, ...inNotes)
    expect(out).toMatch(/^shop:\n1 of 1 tool\.\nFormat mcp: 1 tools added/)
    expect(code).toBe(0)
    expect((await opened)?.status).toBe(200)
    expect(refused).toEqual([])
    opened = undefined
    const again = await pegboard('sources', 'sign-in', 'shop', ...inNotes)
    expect(again.out).toMatch(/^shop:\n1 of 1 tool\.\nFormat mcp: 0 tools added/)
  })

  it('takes the flags that it tells of, where what a configuration says has changed', async () => {
    vi.stubEnv('OTHER', 'x')
    const [command, ...args] = serving()
    const writes = (env: object) =>
      writeFile(at('mcp.json'), JSON.stringify({ mcpServers: { one: { command, args, env } } }))
    await writes({})
    await pegboard('sources', 'add', '--config', 'mcp.json', ...inNotes, '--allow-start')
    await writes({ LOG_LEVEL: '${OTHER}' })
    const signIn = ['sources', 'sign-in', 'one', ...inNotes]
    const flags = ['--allow-start', '--allow-variable', 'OTHER']
    expect((await pegboard(...signIn)).out).toContain(flags.join(' '))
    expect((await pegboard(...signIn, ...flags)).out).toContain('is no MCP server at an address')
  })

  it('is refused where a header says who asks all the same', async () => {
    const { url } = await protectedServer()
    vi.stubEnv('TOKEN', 'swordfish')
    const header = ['--header', 'Authorization=Bearer ${TOKEN}']
    const { out } = await pegboard('sources', 'add', 'shop', '--url', url, ...header, ...inNotes)
    expect(out).toContain('take the header out')
    expect(out).not.toContain('sources sign-in')
  })

  it('is for servers at an address', async () => {
    await add()
    const { code, out } = await pegboard('sources', 'sign-in', 'notes', ...inNotes)
    expect(code).toBe(2)
    expect(out).toContain('is no MCP server at an address')
  })
})

describe('pegboard sources calls', () => {
  const calls = (...more: string[]) => pegboard('sources', 'calls', ...more, ...inNotes)

  it('shows what calls would go to, and agrees to them with --allow-calls alone', async () => {
    await add()
    const { code, err } = await calls('notes', 'read-only')
    expect(code).toBe(1)
    expect(err).toMatch(/that say they change nothing of “notes” by starting .*server\.mjs.* in /)
    expect(err).toContain('--allow-calls')
    expect((await calls()).out).toBe('notes: no calls\n')
    const { out } = await calls('notes', 'read-only', '--allow-calls')
    expect(out).toMatch(/^notes: calls of tools that say they change nothing, by starting /)
    const json = await calls('--json')
    expect(JSON.parse(json.out)).toMatchObject([{ source: 'notes', calls: 'read-only' }])
  })

  it('takes back what was agreed to', async () => {
    await add()
    await calls('notes', 'all', '--allow-calls')
    expect((await calls('notes')).out).toMatch(/^notes: calls of all its tools/)
    expect((await calls('notes', 'none')).out).toBe('notes: no calls\n')
    expect((await calls()).out).toBe('notes: no calls\n')
  })

  it('is for MCP servers', async () => {
    await pegboard('sources', 'add', 'small', '--path', 'tools.json', ...inNotes)
    expect((await calls()).out).toBe('None is an MCP server.\n')
    const { code, err } = await calls('small', 'all', '--allow-calls')
    expect(code).toBeGreaterThan(0)
    expect(err).toContain('is no MCP server')
    expect((await calls('nowhere', 'all')).err).toContain('There is no source “nowhere”')
  })
})
