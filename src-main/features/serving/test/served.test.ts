import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { ServedBy, ServedRequest } from '../../../domain/served/request'
import { ToolId } from '../../../domain/tool/tool'
import { Problem } from '../../../domain/problem'
import { requestLog } from '../../../adapters/files/request-log'
import { hurriedClock } from '../../../../test/fakes/clock'
import { emptyFolder, openApp, openAppOn } from '../../../../test/app/open-app'
import { eventually } from '../../../../test/fixtures/eventually'

const BY: ServedBy = { session: 'agent', client: 'tester 1.0' }

async function served() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  await app.request('workspace.workWith', { dir, recipe: 'bm25', k: 2 })
  const search = (query: string, by: ServedBy = BY) =>
    app.request('serving.search', { dir, query, by })
  const get = (...names: string[]) => app.request('serving.get', { dir, names, by: BY })
  const list = (more: object = {}) => app.request('served.list', { dir, ...more })
  const sums = () => app.request('served.sums', { dir })
  return { ...app, dir, search, get, list, sums }
}

/** A search whose first tool was called a second later, as it is kept. */
async function calledAfter(dir: string, query: string, tool: string, at = 0): Promise<void> {
  const log = requestLog()
  const request = (seconds: number, more: Partial<ServedRequest>): ServedRequest => ({
    id: `${query} ${seconds}`,
    at: new Date(Date.UTC(2026, 0, 1) + (at + seconds) * 1000).toISOString(),
    session: 's',
    did: 'search',
    tools: [ToolId.parse(tool)],
    seesCalls: true,
    ms: 1,
    ...more,
  })
  await log.add(dir, request(0, { query, recipe: 'bm25', k: 2 }))
  await log.add(dir, request(1, { did: 'call' }))
}

test('keeps what was asked, given and fetched, with its client, newest first', async () => {
  const { search, get, list, sums } = await served()
  await search('weather forecast for Zurich')
  await get('get_weather', 'nothing')
  const { rows, total } = await list()
  const { counts, since } = await sums()
  expect(rows).toMatchObject([
    { did: 'get', tools: [{ name: 'get_weather' }], unknown: ['nothing'], client: 'tester 1.0' },
    {
      did: 'search',
      query: 'weather forecast for Zurich',
      recipe: 'bm25',
      k: 2,
      outcome: 'fetched',
      fetched: [{ name: 'get_weather' }],
    },
  ])
  expect(counts).toMatchObject({ all: 2, searches: 1, fetched: 1, called: 0 })
  expect(total).toBe(2)
  expect(since).toBe(rows[1]?.at)
  expect((await list({ show: 'fetched' })).total).toBe(1)
  expect((await list({ search: 'ZURICH' })).total).toBe(1)
  expect((await list({ limit: 1, offset: 1 })).rows).toMatchObject([{ did: 'search' }])
})

test('keeps what failed as failed, and nothing of who is not an agent', async () => {
  const { request, reply, dir, list } = await served()
  const wrong = { dir, query: 'x', recipe: 'none', by: BY }
  expect((await reply('serving.search', wrong)).ok).toBe(false)
  await request('serving.search', { dir, query: 'email' })
  const { rows } = await list()
  expect(rows).toMatchObject([{ query: 'x', outcome: 'failed', tools: [] }])
})

test('keeps nothing where a person chose so', async () => {
  const { request, search, list } = await served()
  await request('settings.write', { keepsRequests: false })
  await search('email')
  expect((await list()).total).toBe(0)
})

test('bounds what agents write', async () => {
  const { search, list } = await served()
  await search('word '.repeat(2_000), { session: 's', client: `${'n'.repeat(900)}\u202e` })
  const [row] = (await list()).rows
  expect(row?.query?.length).toBe(2_000)
  expect(row?.client?.length).toBe(100)
})

test('makes what agents took logged queries of their grade, which can be taken back', async () => {
  const { request, dir, get, search } = await served()
  await calledAfter(dir, 'write to the team', 'send_email')
  await search('weather forecast')
  await get('get_weather')
  const before = (await request('history.list', { dir })).total
  const preview = await request('served.log', { dir, grade: 'fetched', preview: true })
  expect(preview).toEqual({ added: 2, merged: 0, gone: 0 })
  const { added, change } = await request('served.log', { dir })
  expect(added).toBe(1)
  await request('served.log', { dir, grade: 'fetched' })
  const { rows } = await request('history.list', { dir, search: 'the' })
  expect(rows).toContainEqual(
    expect.objectContaining({ query: 'write to the team', from: 'served', grade: 'called' }),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({ query: 'weather forecast', from: 'served', grade: 'fetched' }),
  )
  expect(await request('served.log', { dir, grade: 'fetched', preview: true })).toMatchObject({
    added: 0,
    merged: 2,
  })
  await request('changes.undo', { dir, change: change ?? '' })
  expect((await request('history.list', { dir })).total).toBe(before + 1)
})

test('has what agents take become logged queries by itself where that is chosen, and none again that was removed', async () => {
  const app = await openAppOn(await emptyFolder(), { clock: hurriedClock() })
  const { request, smallWorkspace } = app
  const dir = await smallWorkspace()
  await request('settings.write', { takesRequests: 'fetched' })
  const fetched = async (query: string) => {
    await request('serving.search', { dir, query, recipe: 'bm25', by: BY })
    await request('serving.get', { dir, names: ['get_weather'], by: BY })
  }
  const logged = async () => {
    const { rows } = await request('history.list', { dir })
    return rows.flatMap(({ id, query, from }) => (from === 'served' ? [{ id, query }] : []))
  }
  await fetched('weather forecast')
  await eventually(async () => expect(await logged()).toHaveLength(1))
  await request('history.remove', { dir, ids: (await logged()).map(({ id }) => id) })
  await fetched('forecast for tomorrow')
  await eventually(async () =>
    expect((await logged()).map(({ query }) => query)).toEqual(['forecast for tomorrow']),
  )
})

test('replays what agents asked: recipes are measured on it, and told that it is biased', async () => {
  const { request, reply, dir } = await served()
  expect(await reply('served.replay', { dir })).toMatchObject({ error: { code: 'bad-input' } })
  await calledAfter(dir, 'write to the team', 'send_email')
  await calledAfter(dir, 'Write  to the team', 'create_event', 9_000)
  await calledAfter(dir, 'is it going to rain', 'get_weather', 18_000)
  await calledAfter(dir, 'a tool that is gone', 'gone', 27_000)
  const { set, queries, gone } = await request('served.replay', { dir })
  expect({ queries, gone }).toEqual({ queries: 2, gone: 1 })
  const { runs } = await request('evaluation.run', {
    dir,
    goldenSet: set,
    k: [1, 2],
    recipes: [{ recipe: 'bm25' }],
  })
  expect(runs[0]?.queries).toBe(2)
  expect(runs[0]?.remarks?.[0]).toContain('2 of 2 queries are what agents asked and took')
  // Written anew each time, and never over queries of others.
  await calledAfter(dir, 'another one', 'get_weather', 36_000)
  expect(await request('served.replay', { dir })).toMatchObject({ queries: 3 })
  const sets = await request('golden.list', { dir })
  const other = sets.find(({ name }) => name !== set)?.name ?? ''
  expect(await reply('served.replay', { dir, set: other })).toMatchObject({
    error: { code: 'conflict' },
  })
})

test('has what agents miss stand in the queue', async () => {
  const { request, dir } = await served()
  const log = requestLog()
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString()
  const mail = ToolId.parse('send_email')
  const common = { session: 's', seesCalls: true as const, ms: 1 }
  const tools = [ToolId.parse('get_weather')]
  await log.add(dir, { ...common, id: 'a', at: at(0), did: 'search', query: 'tell them', tools })
  await log.add(dir, { ...common, id: 'b', at: at(1), did: 'call', tools: [mail] })
  const { rows, counts, untaken } = await request('queue.list', { dir, kinds: ['served'] })
  expect(counts.served).toBe(1)
  expect(untaken).toBe(1)
  expect(rows).toMatchObject([{ tool: mail, missedByAgents: 1 }])
  const { items } = await request('queue.tool', { dir, tool: mail })
  expect(items.find(({ kind }) => kind === 'served')).toMatchObject({
    missedBy: [{ query: 'tell them', why: 'called' }],
  })
})

test('tells apart by what agents read of their tools, where that is worded otherwise', async () => {
  const { request, dir, search, sums } = await served()
  expect((await request('serving.offer', { dir })).wording).toBeUndefined()
  const wording = 'Search here first.'
  await request('prompts.write', { dir, id: 'search-tools', wording })
  const offer = await request('serving.offer', { dir })
  expect(offer.tools[0]?.description).toContain(wording)
  expect(offer.wording).toMatch(/^search-tools@1\+[0-9a-f]{12}$/)
  const standard = { session: 'one', seesCalls: true }
  await search('weather forecast', standard)
  await request('serving.get', { dir, names: ['get_weather'], by: standard })
  expect((await sums()).wordings).toBeUndefined()
  const by = { session: 'other', seesCalls: true, wording: offer.wording }
  await search('send an email', by)
  await request('serving.get', { dir, names: ['send_email'], by })
  expect((await sums()).wordings).toEqual([
    { wording: 'standard', searches: 1, taken: 1 },
    { wording: offer.wording, searches: 1, taken: 1 },
  ])
})

test('exports all as JSON lines, and forgets all', async () => {
  const { request, dir, search, list } = await served()
  await search('email')
  await search('weather')
  const { file } = await request('served.export', { dir })
  const { bytes } = await request('files.read', { file, offset: 0 })
  const lines = Buffer.from(bytes, 'base64').toString().trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as ServedRequest).query)).toEqual([
    'email',
    'weather',
  ])
  expect(await request('served.forget', { dir })).toEqual({ forgotten: 2 })
  expect((await list()).total).toBe(0)
})

test('neither archive nor duplicate holds requests, and a workspace that has some can be deleted', async () => {
  const { request, dir, search } = await served()
  await search('email')
  const { name } = await request('workspace.read', { dir })
  const copy = await request('workspace.duplicate', { dir, name: 'Copy' })
  expect((await request('served.list', { dir: copy.dir })).total).toBe(0)
  await request('workspace.delete', { dir, confirm: name })
})

test('answers where nothing can be kept, and says so once', async () => {
  const said: string[] = []
  const folder = await emptyFolder()
  const full = { ...requestLog(), add: () => Promise.reject(new Problem('storage', 'No room.')) }
  const app = await openAppOn(folder, { requestLog: full })
  app.app.onBroadcast((event) => event.kind === 'notice' && said.push(event.text))
  const dir = await app.smallWorkspace()
  for (const query of ['email', 'weather']) {
    const found = await app.request('serving.search', { dir, query, recipe: 'bm25', by: BY })
    expect(found.tools.length).toBeGreaterThan(0)
  }
  expect(said).toEqual(['Agents are answered, and their requests not kept: No room.'])
})

test('a workspace that is deleted while it is served stays deleted', async () => {
  const { reply, dir, search } = await served()
  await search('email')
  await rm(dir, { recursive: true })
  const answer = await reply('serving.search', { dir, query: 'email', by: BY })
  expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } })
})
