import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { request } from 'node:http'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { ServedTools } from '../../src-main/contract/serving'
import { argsOf } from '../fixtures/mcp/fixture-server'
import { expectNoViolations } from './axe'
import { openPegboard } from './browser'
import { freePort } from '../fixtures/free-port'
import { DEMO_HOME } from './prepare'
import { askInPlayground, expectText, go, more, openDemo, unfold } from './window'

const cli = resolve(import.meta.dirname, '../../out/main/cli.js')

/** A data folder with the demo, and its environment. */
async function demoHome() {
  const home = await mkdtemp(join(tmpdir(), 'pegboard-serving-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  await cp(DEMO_HOME, home, { recursive: true })
  return { dir: join(home, 'workspaces/demo'), env: { ...process.env, PEGBOARD_HOME: home } }
}

type Era = 'legacy' | { pin: string }

const ERAS: [string, Era][] = [
  ['shaken hands with', 'legacy'],
  ['asked without a handshake', { pin: '2026-07-28' }],
]

/** An agent's client, connected. */
async function connected(transport: Transport, mode?: Era) {
  const client = new Client(
    { name: 'agent', version: '1.0.0' },
    mode ? { versionNegotiation: { mode } } : undefined,
  )
  await client.connect(transport)
  onTestFinished(() => client.close())
  const call = async (name: string, given: object) => {
    const { content, isError } = await client.callTool({
      name,
      arguments: { ...given },
    })
    const [first] = content as { type: string; text: string }[]
    if (isError) return { fault: first?.text }
    return { names: ServedTools.parse(JSON.parse(first?.text ?? '')).tools.map(({ name }) => name) }
  }
  return { client, call }
}

interface Started {
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
}

/** The server started by its client. */
const started = ({ env, ...server }: Started) =>
  new StdioClientTransport({ ...server, stderr: 'pipe', env: env as Record<string, string> })

/** The server at an address of its own, and a client's way there. */
async function atAddress({ command, args, env }: Started) {
  const token = 'a-token-of-this-test'
  const child = spawn(command, [...args, '--port', '0'], {
    env: { ...env, PEGBOARD_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((done) => child.on('close', done))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
  const url = await new Promise<string>((found) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const [address] = /http:\S+/.exec(chunk.toString()) ?? []
      if (address) found(address)
    })
  })
  const headers = { Authorization: `Bearer ${token}` }
  const to = () => new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  return { url, headers, to }
}

const serving = (dir: string, ...more: string[]) => ({
  command: process.execPath,
  args: [cli, 'mcp', '--workspace', dir, ...more],
})

it.each(ERAS)('an agent is served, %s', async (_, mode) => {
  const { dir, env } = await demoHome()
  const { client, call } = await connected(started({ ...serving(dir), env }), mode)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'get_tools'])
  expect(client.getInstructions()).toMatch(
    /^Search with search_tools before .+ “list invoices”, “[a-z ]+”\.\nHere are 102 tools of 10 services: payments, /,
  )
  const found = await call('search_tools', { query: 'notify the team that the build broke' })
  expect(found.names).toHaveLength(5)
  const named = await call('search_tools', { query: 'open send_message', k: 2 })
  expect(named.names?.[0]).toBe('send_message')
  expect(await call('get_tools', { names: ['send_message'] })).toEqual({ names: ['send_message'] })
  // What another program changes counts from the next request.
  const workWith = [cli, 'work-with', '--workspace', dir, '--recipe', 'bm25', '-k', '3']
  await promisify(execFile)(process.execPath, workWith, { env })
  const after = await call('search_tools', { query: 'notify the team that the build broke' })
  expect(after.names?.length).toBeLessThanOrEqual(3)
})

it.each(ERAS)('an agent calls what its owner agreed to, %s', async (_, mode) => {
  const { env } = await demoHome()
  const dir = join(env.PEGBOARD_HOME, 'notes')
  const pegboard = (...args: string[]) => promisify(execFile)(process.execPath, args, { env })
  const sources = (...args: string[]) => pegboard(cli, 'sources', ...args)
  const server = [process.execPath, ...argsOf({ tools: 3 })]
  await sources('add', 'notes', '--workspace', dir, '--allow-start', '--', ...server)
  await sources('calls', 'notes', 'all', '--workspace', dir, '--allow-calls')
  const { client } = await connected(started({ ...serving(dir, '--call'), env }), mode)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'get_tools', 'call_tool'])
  const call = () => {
    const given = { name: 'tool_1', arguments: { id: '7' } }
    return client.callTool({ name: 'call_tool', arguments: given })
  }
  expect(await call()).toMatchObject({
    content: [{ type: 'text', text: 'tool_1 was called.' }],
    structuredContent: { given: { id: '7' } },
  })
  await sources('calls', 'notes', 'none', '--workspace', dir)
  expect(await call()).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/Nobody has agreed/) as string }],
  })
})

it('an agent that asks wrongly, at length or all at once is answered in a sentence', async () => {
  const { dir, env } = await demoHome()
  const { call } = await connected(started({ ...serving(dir, '--recipe', 'bm25', '-k', '2'), env }))
  expect((await call('search_tools', { query: 'x'.repeat(1_000_000) })).fault).toMatch(/10000/)
  expect((await call('search_tools', {})).fault).toMatch(/query/)
  expect((await call('search_tools', { query: '\u202e\u0007\0', k: 0 })).fault).toMatch(/k/)
  expect(await call('search_tools', { query: '\u202e\u0007\0 zzzz' })).toEqual({ names: [] })
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, at) => call('search_tools', { query: `send message ${at}` })),
  )
  expect(all.every(({ names }) => names?.length === 2)).toBe(true)
})

it.each(ERAS)('twenty agents are served over HTTP at once, %s', async (_, mode) => {
  const { dir, env } = await demoHome()
  const { to } = await atAddress({ ...serving(dir), env })
  const agents = await Promise.all(Array.from({ length: 20 }, () => connected(to(), mode)))
  const answers = await Promise.all(
    agents.map(({ call }, at) => call('search_tools', { query: `send_message ${at}`, k: 3 })),
  )
  expect(answers.map(({ names = [] }) => [names[0], names.length])).toEqual(
    Array.from({ length: 20 }, () => ['send_message', 3]),
  )
})

it('over HTTP nobody is answered without the token, no foreign page, nothing too long', async () => {
  const { dir, env } = await demoHome()
  const { url, headers } = await atAddress({ ...serving(dir), env })
  const type = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const status = (sent: Record<string, string>, { body = list, at = url } = {}) =>
    new Promise<number | undefined>((answered, failed) => {
      const asked = request(at, { method: 'POST', headers: { ...type, ...sent } }, (response) => {
        response.resume()
        answered(response.statusCode)
      })
      asked.on('error', failed).end(body)
    })
  expect(await status(headers)).toBe(200)
  expect(await status({})).toBe(401)
  expect(await status({ Authorization: 'Bearer another' })).toBe(401)
  expect(await status({ ...headers, Origin: 'https://example.com' })).toBe(403)
  expect(await status({ ...headers, Host: 'example.com' })).toBe(403)
  expect(await status(headers, { at: url.replace('/mcp', '/elsewhere') })).toBe(404)
  expect(await status(headers, { body: `"${'x'.repeat(5 << 20)}"` })).toBe(413)
  expect(await status(headers, { body: '{"jsonrpc":' })).toBe(400)
})

it('ends with its client, and when its workspace is none says so before it serves', async () => {
  const { dir, env } = await demoHome()
  const { client } = await connected(started({ ...serving(dir), env }))
  const { pid } = client.transport as StdioClientTransport
  await client.close()
  await expect.poll(() => isRunning(pid ?? 0), { timeout: 10_000 }).toBe(false)
  const none = [cli, 'mcp', '--workspace', `${dir}/none`]
  await expect(promisify(execFile)(process.execPath, none, { env })).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/no workspace|not a workspace/i),
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('the window shows the lines that start the server, and they do', async () => {
  const page = await openDemo()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await go(page, 'Serve')
  await expectText(page.locator('main'), /Agents search 102 tools with Hybrid, k = 5\./)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const { mcpServers } = JSON.parse(copied) as {
    mcpServers: Record<string, { command: string; args: string[]; env: Record<string, string> }>
  }
  const lines = Object.values(mcpServers)[0] ?? { command: '', args: [], env: {} }
  const { call } = await connected(started(lines))
  expect(await call('get_tools', { names: ['send_message'] })).toEqual({ names: ['send_message'] })
  await page.getByLabel('Client', { exact: true }).selectOption({ label: 'Claude Code' })
  await expectText(
    page.getByRole('region', { name: 'Lines to paste' }),
    /^claude mcp add pegboard-demo -e PEGBOARD_HOME=\S+ -- /,
  )
})

it('an agent is given what its owner chose to show, and Requests tell its tokens', async () => {
  const { page, home, close } = await openPegboard({ viewport: { width: 1440, height: 900 } })
  onTestFinished(close)
  await askInPlayground(page, 'run a query on the database')
  await page.getByRole('tab', { name: /Tool set/ }).waitFor()
  await more(page, 'Show what an agent reads of it')
  const main = page.locator('main')
  await expectText(main, /An agent reads \d+ tokens: full definitions, compact/)
  await page.getByRole('button', { name: /^names and purposes, compact/ }).click()
  await page.getByRole('button', { name: 'Serve it so' }).click()
  await expectText(main, /names and purposes, compact, at most 8,000 tokens\.\s*served so/)
  await expectNoViolations(page, 'as agents read it')
  await go(page, 'Serve')
  await unfold(page, 'Parameters that agents are not shown')
  await page.getByRole('button', { name: 'Pin database of database/*' }).click()
  await page.getByLabel('Value', { exact: true }).fill('main')
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expectText(
    page.getByRole('table', { name: 'Parameters that agents are not shown' }),
    /main/,
  )
  await expectNoViolations(page, 'parameters that agents are not shown')
  const dir = join(home, 'workspaces/demo')
  const env = { ...process.env, PEGBOARD_HOME: home }
  const { client } = await connected(started({ ...serving(dir), env }))
  const textOf = async (name: string, given: object) => {
    const { content } = await client.callTool({ name, arguments: { ...given } })
    return (content as { text: string }[])[0]?.text ?? ''
  }
  const found = await textOf('search_tools', { query: 'run a query on the database' })
  expect(found).not.toContain('inputSchema')
  const [first] = ServedTools.parse(JSON.parse(found)).tools
  const definition = await textOf('get_tools', { names: [first?.name] })
  expect(definition).toContain('inputSchema')
  expect(definition).not.toContain('"database":{')
  await go(page, 'Serve', 'Requests')
  await expectText(page.getByRole('grid', { name: 'Requests' }), /run a query on the database/)
  await expectText(page.getByRole('columnheader', { name: 'Tokens' }), /Tokens/)
})

it('what agents ask stands in the window as it comes, is learned from and replayed', async () => {
  const { page, home, close } = await openPegboard({ viewport: { width: 1440, height: 900 } })
  onTestFinished(close)
  const dir = join(home, 'workspaces/demo')
  await go(page, 'Serve', 'Requests')
  await expectText(page.locator('main'), /No agent has asked yet/)
  const env = { ...process.env, PEGBOARD_HOME: home }
  const { call } = await connected(started({ ...serving(dir), env }))
  await call('search_tools', { query: 'notify the team that the build broke' })
  await call('get_tools', { names: ['send_message'] })
  const list = page.getByRole('grid', { name: 'Requests' })
  await expectText(list, /definition of send_message/)
  await expectText(list, /notify the team[^]*definition fetched/)
  await expectNoViolations(page, 'requests')
  await page.getByText('notify the team that the build broke').click()
  const detail = page.getByRole('dialog', { name: 'Search' })
  await expectText(detail, /send_message\s*fetched/)
  await expectNoViolations(page, 'a request')
  await detail.getByRole('button', { name: 'Ask it in the Playground' }).click()
  await expectText(page.locator('main'), /send_message/)

  await go(page, 'Serve', 'Requests')
  await page.getByRole('button', { name: 'Learn from them …' }).click()
  const learning = page.getByRole('dialog', { name: 'Learn from agents' })
  await learning.getByText('what was only fetched, too').click()
  await expectText(learning, /1 query would be added/)
  await expectNoViolations(page, 'learning from requests')
  await learning.getByRole('button', { name: 'Add them' }).click()
  await go(page, 'Queries', 'Logged queries')
  await expectText(page.locator('main'), /a served agent, fetched only/)

  await go(page, 'Serve', 'Requests')
  await page.getByRole('button', { name: 'Replay on recipes' }).click()
  await expectText(page.locator('main'), /favour the recipe that served them/)
})

it('the window starts a server that agents ask by its lines, until it is stopped there', async () => {
  const page = await openDemo()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await go(page, 'Serve')
  await page.getByLabel('Port', { exact: true }).fill(String(await freePort()))
  await page.getByRole('button', { name: 'Start serving' }).click()
  await expectText(page.locator('main'), /Serving at http:\/\/127\.0\.0\.1:\d+\/mcp since/)
  await page.reload()
  await expectText(page.locator('main'), /Serving at/)
  await page.getByLabel('Client', { exact: true }).selectOption({ label: 'Cursor' })
  const lines = page.getByRole('region', { name: 'Lines to paste' })
  await expectText(lines, /"Bearer •+"/)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: 'Show token' }).click()
  await expectText(lines, /"Bearer [\da-f]{64}"/)
  expect(await lines.textContent()).toBe(copied)
  const { mcpServers } = JSON.parse(copied) as {
    mcpServers: Record<string, { url: string; headers: Record<string, string> }>
  }
  const { url = '', headers = {} } = mcpServers['pegboard-demo'] ?? {}
  const to = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  const { call } = await connected(to)
  expect(await call('get_tools', { names: ['send_message'] })).toEqual({ names: ['send_message'] })
  for (let count = 0; count < 6; count++) expect((await fetch(url)).status).toBe(401)
  await expectText(page.locator('main'), /6 requests were refused.*token was missing or wrong/)
  await expectNoViolations(page, 'refused requests')
  await page.getByRole('button', { name: 'New token …' }).click()
  const question = page.getByRole('dialog', { name: 'Make a new token?' })
  await expectText(question, /Every client that asks at an address needs the new lines/)
  await expectNoViolations(page, 'a new token')
  await question.getByRole('button', { name: 'Make a new token' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await lines.textContent()).not.toBe(copied)
  expect((await fetch(url, { method: 'POST', headers })).status).toBe(401)
  await page.getByRole('button', { name: 'Stop serving' }).click()
  await expectText(page.locator('main'), /Not serving over HTTP/)
  await expect(fetch(url)).rejects.toThrow()
})
