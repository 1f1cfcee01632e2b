import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { cp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agreements } from '../../src-main/adapters/files/agreements'
import type { AppPorts } from '../../src-main/app/ports'
import { ServedTools, type ServingState } from '../../src-main/contract/serving'
import { ToolId } from '../../src-main/domain/tool/tool'
import { serveOverHttp } from '../../src-main/hosts/mcp/serve-http'
import type { Embedder } from '../../src-main/ports/embedder'
import { conceptEmbedder } from '../fakes/embedder'
import { emptyFolder, openAppOn } from './open-app'

/**
 * An app that can serve over HTTP, with a workspace; `outdated` are the actions whose answers it
 * said to be others by now.
 */
async function serving(folder: string, changed: Partial<AppPorts> = {}) {
  const app = await openAppOn(folder, { serveAgents: serveOverHttp, ...changed })
  const dir = await app.smallWorkspace()
  await app.request('workspace.workWith', { dir, recipe: 'bm25', k: 3 })
  const outdated: string[] = []
  app.app.onBroadcast((event) => event.kind === 'outdated' && outdated.push(event.action))
  const start = (port = 0) => app.request('serving.start', { dir, port })
  const state = () => app.request('serving.state', { dir })
  return { ...app, dir, outdated, start, state }
}

/** What an agent is given at the address that a state tells. */
async function ask({ token, served }: ServingState, query: string) {
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const headers = { Authorization: `Bearer ${token}` }
  const url = new URL(served?.url ?? '')
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  try {
    const answer = await client.callTool({ name: 'search_tools', arguments: { query } })
    const [said] = answer.content as { type: string; text: string }[]
    if (answer.isError) return { fault: said?.text }
    return { names: ServedTools.parse(JSON.parse(said?.text ?? '')).tools.map(({ name }) => name) }
  } finally {
    await client.close()
  }
}

const ERAS = [
  ['shaken hands with', 'legacy'],
  ['asked without a handshake', { pin: '2026-07-28' }],
] as const

/** What an agent reads when it connects at the address that a state tells. */
async function connecting({ token, served }: ServingState, mode: (typeof ERAS)[number][1]) {
  const client = new Client({ name: 'agent', version: '1.0.0' }, { versionNegotiation: { mode } })
  const headers = { Authorization: `Bearer ${token}` }
  const url = new URL(served?.url ?? '')
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  const { tools } = await client.listTools()
  const told = { instructions: client.getInstructions(), search: tools[0]?.description }
  await client.close()
  return told
}

const isAnswered = ({ served }: ServingState): Promise<boolean> =>
  fetch(served?.url ?? '').then(
    () => true,
    () => false,
  )

test('serves until it is stopped, and tells everyone when it begins and ends', async () => {
  const { start, state, request, dir, outdated } = await serving(await emptyFolder())
  const before = await state()
  expect(before.served).toBeUndefined()
  const begun = await start()
  expect(begun).toEqual({
    token: before.token,
    served: {
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/) as string,
      since: '2026-01-02T03:04:05.000Z',
    },
  })
  expect(await state()).toEqual(begun)
  expect((await ask(begun, 'send_email')).names?.[0]).toBe('send_email')
  expect(outdated).toEqual(['serving.state'])
  expect(await request('serving.stop', { dir })).toEqual({ stopped: true })
  expect(outdated).toEqual(['serving.state', 'serving.state'])
  expect(await state()).toEqual(before)
  expect(await isAnswered(begun)).toBe(false)
  expect(await request('serving.stop', { dir })).toEqual({ stopped: false })
})

test.each(ERAS)(
  'tells each agent that connects what the catalog holds by then, %s',
  async (_, mode) => {
    const { start, request, dir } = await serving(await emptyFolder())
    const begun = await start()
    const before = await connecting(begun, mode)
    expect(before.instructions).toMatch(
      /^Search with search_tools before .+\nHere are 5 tools, for /,
    )
    const layer = { visibility: 'hidden' as const }
    await request('catalog.saveLayer', { dir, id: ToolId.parse('send_email'), layer })
    expect((await connecting(begun, mode)).instructions).toContain('Here are 4 tools, for ')
    const wording = 'Ask for weather first.'
    await request('prompts.write', { dir, id: 'instructions', wording })
    await request('prompts.write', { dir, id: 'search-tools', wording: 'Search.' })
    const { instructions, search } = await connecting(begun, mode)
    expect(instructions).toMatch(
      /^Ask for weather first\. Good searches here: .+\nHere are 4 tools/,
    )
    expect(search).toBe('Search. It searches 4 tools.')
  },
)

test('what is served already is served on, also where two ask for it at once', async () => {
  const { start } = await serving(await emptyFolder())
  const [one, other] = await Promise.all([start(), start()])
  expect(other).toEqual(one)
  expect(await start(2000)).toEqual(one)
})

test('the token is the workspace’s own on this machine, after every start, and for nobody else to read', async () => {
  const folder = await emptyFolder()
  const { dir, start, request, app } = await serving(folder)
  const { token } = await start()
  expect(token).toMatch(/^[\da-f]{64}$/)
  const { dir: another } = await request('workspace.create', { name: 'Another' })
  expect((await request('serving.state', { dir: another })).token).not.toBe(token)
  await app.close()
  const again = await openAppOn(folder, { serveAgents: serveOverHttp })
  expect((await again.request('serving.start', { dir, port: 0 })).token).toBe(token)
  const elsewhere = await serving(await emptyFolder())
  expect((await elsewhere.state()).token).not.toBe(token)
  if (process.platform !== 'win32')
    expect((await stat(join(folder, 'agreements.json'))).mode & 0o777).toBe(0o600)
})

test('a new token counts at once, for an endpoint of another program too, and what was agreed to stays', async () => {
  const folder = await emptyFolder()
  const { start, state, request, dir, outdated } = await serving(folder)
  const agreed = 'a'.repeat(64)
  await agreements(folder).add(agreed)
  const begun = await start()
  const other = await openAppOn(folder, { serveAgents: serveOverHttp })
  const renewed = await other.request('serving.renewToken', { dir })
  expect(renewed.token).not.toBe(begun.token)
  expect(await state()).toEqual({ ...begun, token: renewed.token })
  await expect(ask(begun, 'send_email')).rejects.toThrow()
  expect((await ask(await state(), 'send_email')).names?.[0]).toBe('send_email')
  expect(await agreements(folder).has(agreed)).toBe(true)
  const again = await request('serving.renewToken', { dir })
  expect(new Set([begun.token, renewed.token, again.token]).size).toBe(3)
  expect(outdated.at(-1)).toBe('serving.state')
  const { dir: another } = await request('workspace.create', { name: 'Another' })
  const { token } = await request('serving.state', { dir: another })
  await request('serving.renewToken', { dir })
  expect((await request('serving.state', { dir: another })).token).toBe(token)
})

test('a token is not made anew where what makes it cannot be read', async () => {
  const folder = await emptyFolder()
  const { start, state, reply, dir } = await serving(folder)
  const begun = await start()
  await writeFile(join(folder, 'serving-tokens.json'), '{"cut')
  expect(await reply('serving.renewToken', { dir })).toMatchObject({
    error: { code: 'unreadable' },
  })
  await expect(ask(begun, 'send_email')).rejects.toThrow()
  await rm(join(folder, 'serving-tokens.json'))
  expect(await state()).toMatchObject({ token: begun.token })
})

test('requests that are refused are counted with why, and nothing is kept of them', async () => {
  const { start, state, request, dir } = await serving(await emptyFolder())
  const { served } = await start()
  for (let count = 0; count < 6; count++) await fetch(served?.url ?? '')
  expect((await state()).served?.refused).toEqual({
    count: 6,
    why: 'token',
    at: '2026-01-02T03:04:05.000Z',
  })
  expect((await request('served.list', { dir })).total).toBe(0)
})

test('a token that a variable holds is taken', async () => {
  const variable = (name: string) => (name === 'PEGBOARD_TOKEN' ? 'my own' : undefined)
  const { start, reply, dir } = await serving(await emptyFolder(), { variable })
  const begun = await start()
  expect(begun).toMatchObject({ token: 'my own', tokenFrom: 'PEGBOARD_TOKEN' })
  expect(await reply('serving.renewToken', { dir })).toMatchObject({
    error: { code: 'bad-input', message: 'The variable PEGBOARD_TOKEN sets the token.' },
  })
  expect((await ask(begun, 'send_email')).names?.[0]).toBe('send_email')
})

test('a port in use is told with what to do, and another can be chosen then', async () => {
  const { reply, dir, start, state } = await serving(await emptyFolder())
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  expect(await reply('serving.start', { dir, port })).toMatchObject({
    error: { code: 'busy', message: `Port ${port} is already in use.` },
  })
  expect(await reply('serving.start', { dir, port: 80 })).toMatchObject({
    error: { code: 'bad-input', fix: 'Choose a port from 1024 to 65535.' },
  })
  expect((await state()).served).toBeUndefined()
  expect((await start()).served).toBeDefined()
})

test('a deleted workspace is served no more', async () => {
  const { start, request, dir } = await serving(await emptyFolder())
  const begun = await start()
  await request('workspace.delete', { dir, confirm: 'Small' })
  expect(await isAnswered(begun)).toBe(false)
})

test('nothing is given of another workspace in the folder, until that is served itself', async () => {
  const { start, state, request, dir } = await serving(await emptyFolder())
  const begun = await start()
  const { dir: another } = await request('workspace.create', { name: 'Another' })
  await rm(dir, { recursive: true })
  await cp(another, dir, { recursive: true })
  expect((await ask(begun, 'send_email')).fault).toMatch(/^Another workspace was put in the place/)
  expect((await state()).served).toBeUndefined()
  const anew = await start()
  expect(anew.token).not.toBe(begun.token)
  expect(await ask(anew, 'send_email')).toEqual({ names: [] })
})

test('an app that closes serves no more', async () => {
  const { start, app } = await serving(await emptyFolder())
  const begun = await start()
  await app.close()
  expect(await isAnswered(begun)).toBe(false)
})

test('what is still prepared is stopped as well', async () => {
  const begun = Promise.withResolvers<undefined>()
  const slow: Embedder = {
    ...conceptEmbedder([]),
    embedDocuments: (_, signal) =>
      new Promise((_done, stopped) => {
        signal.addEventListener('abort', () => stopped(new Error('stopped')))
        begun.resolve(undefined)
      }),
  }
  const { reply, request, dir, state } = await serving(await emptyFolder(), {
    embedders: { open: async () => slow },
  })
  await request('workspace.workWith', { dir, recipe: 'dense' })
  const starting = reply('serving.start', { dir, port: 0 })
  await begun.promise
  expect(await request('serving.stop', { dir })).toEqual({ stopped: true })
  expect(await starting).toMatchObject({
    error: { code: 'cancelled', message: 'Serving was stopped before it began.' },
  })
  expect((await state()).served).toBeUndefined()
})

test('a program that ends with its answer says that it cannot serve', async () => {
  const { reply, dir } = await serving(await emptyFolder(), { serveAgents: undefined })
  expect(await reply('serving.start', { dir, port: 0 })).toMatchObject({
    error: { code: 'unavailable', fix: expect.stringContaining('pegboard mcp') as string },
  })
})

test('takes what clients of other habits send', async () => {
  const { start } = await serving(await emptyFolder())
  const { token, served } = await start()
  const post = (headers: Record<string, string>, body: string) =>
    fetch(served?.url ?? '', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: null })
  for (const headers of [
    { Authorization: `bearer ${token}`, Accept: '*/*' },
    { Authorization: `BEARER  ${token}`, Accept: 'application/json, */*;q=0.5' },
  ]) {
    const answered = await post(headers, `\uFEFF${ping}`)
    expect(answered.status).toBe(200)
    expect(await answered.text()).toContain('search_tools')
  }
  expect((await post({ Authorization: `Basic ${token}` }, ping)).status).toBe(401)
})

test('says that nobody signs in where clients look for it, and asks for the token elsewhere', async () => {
  const { start } = await serving(await emptyFolder())
  const { served } = await start()
  const at = (path: string) => fetch(new URL(path, served?.url ?? ''))
  expect((await at('/.well-known/oauth-protected-resource/mcp')).status).toBe(404)
  expect((await at('/.well-known/oauth-authorization-server')).status).toBe(404)
  expect((await at('/other')).status).toBe(401)
})
