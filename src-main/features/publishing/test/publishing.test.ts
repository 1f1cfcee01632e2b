import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishedDatabases } from '../../../adapters/lancedb/published/publishing'
import { openLog } from '../../../adapters/lancedb/published/log'
import { connectTo } from '../../../adapters/lancedb/published/place'
import { workspaceLibrary } from '../../../adapters/lancedb/workspace-library'
import { MEASURED } from '../../../app/review/stored-measures'
import type { PublishEvent } from '../../../adapters/lancedb/published/events'
import type { Broadcast } from '../../../contract/reply'
import { conceptEmbedder } from '../../../../test/fakes/embedder'
import { openApp, openAppOn, openAppWith, type AppUnderTest } from '../../../../test/app/open-app'
import { eventually } from '../../../../test/fixtures/eventually'

const QUERIES = ['weather forecast for Zurich', 'write an email', 'convert francs']

const toolsFor = async ({ request }: AppUnderTest, dir: string, recipe = 'hybrid') =>
  Promise.all(
    QUERIES.map(async (text) => {
      const { tools } = await request('query.run', { dir, text, recipe, k: 5 })
      return tools.map(({ tool, score }) => ({ tool, score }))
    }),
  )

/** A workspace, and an address that nothing was published to yet. */
async function workspace() {
  const app = await openApp()
  const dir = await app.smallWorkspace()
  const address = join(app.folder, 'published')
  const publish = (more: object = {}) =>
    app.request('publishing.publish', { dir, address, ...more })
  return { ...app, dir, address, publish }
}

/** Another program, which never had the workspace. */
const reader = async (lookEveryMs = 0) => {
  const { folder } = await openApp()
  const library = workspaceLibrary(join(folder, 'workspaces'), { lookEveryMs })
  const app = await openAppOn(folder, { library })
  const notices: string[] = []
  app.app.onBroadcast((event: Broadcast) => {
    if (event.kind === 'notice') notices.push(event.text)
  })
  return { ...app, notices }
}

const addTool = async ({ request, file }: AppUnderTest, dir: string, name: string) => {
  const tool = {
    type: 'function',
    function: { name, description: `Does ${name}.`, parameters: {} },
  }
  await request('import.commit', { dir, path: await file(`${name}.json`, [tool]) })
}

const toolCount = async ({ request }: AppUnderTest, dir: string) =>
  (await request('catalog.list', { dir })).total

async function appendEvent(address: string, change: (event: PublishEvent) => object) {
  const database = await connectTo(address)
  const log = await openLog({ database, address })
  const { snapshots } = await log.read()
  await log.append(change(snapshots[0]?.head as PublishEvent) as PublishEvent)
  await database.close()
}

const removeTable = async (address: string, table: string, number: number) => {
  const database = await connectTo(address)
  const { snapshots } = await (await openLog({ database, address })).read()
  await database.close()
  const as = `${table}-${snapshots[number - 1]?.head.id ?? ''}.lance`
  await rm(join(address, as), { recursive: true })
}

test('what is published answers as the workspace does, with the same tools and scores', async () => {
  const writer = await workspace()
  const { request, dir, address, publish } = writer
  await request('workspace.workWith', { dir, recipe: 'hybrid', k: 3 })
  await request('evaluation.run', {
    dir,
    goldenSet: 'asked',
    recipes: [{ recipe: 'hybrid' }],
    k: [3],
  })
  const answer = await publish()
  expect(answer).toMatchObject({ address, removed: [], snapshot: { number: 1, isCurrent: true } })
  expect(answer.vectors).toBeGreaterThan(0)
  expect(answer.snapshot.figures).toMatchObject({ goldenSet: 'asked' })
  const { folder } = await openApp()
  const other = await openApp()
  expect(folder).not.toBe(other.folder)
  expect(await toolsFor(other, address)).toEqual(await toolsFor(writer, dir))
  expect(await toolsFor(other, address, 'bm25')).toEqual(await toolsFor(writer, dir, 'bm25'))
  expect(await other.request('workspace.read', { dir: address })).toMatchObject({
    dir: address,
    name: 'Small',
    published: { number: 1 },
    goldenSets: 1,
    runs: 0,
    worksWith: { recipe: 'hybrid', k: 3 },
    models: { embedder: 'builtin' },
  })
  const golden = { set: 'asked', limit: 100 }
  const there = await other.request('golden.queries', { dir: address, ...golden })
  expect(there.queries).not.toHaveLength(0)
  expect(there).toEqual(await request('golden.queries', { dir, ...golden }))
})

test('figures of a catalog that was changed since are published as such', async () => {
  const writer = await workspace()
  const { request, dir, publish } = writer
  await request('workspace.workWith', { dir, recipe: 'bm25', k: 3 })
  expect((await publish()).snapshot.figures).toBeUndefined()
  await request('evaluation.run', {
    dir,
    goldenSet: 'asked',
    k: [3],
    recipes: [{ recipe: 'bm25' }],
  })
  expect((await publish()).snapshot.figures?.isStale).toBeUndefined()
  await addTool(writer, dir, 'later')
  expect((await publish()).snapshot.figures).toMatchObject({ goldenSet: 'asked', isStale: true })
})

test('what was made of the catalog goes along, but for what was measured of proposals', async () => {
  const { folder, dir, address, publish } = await workspace()
  const library = workspaceLibrary(join(folder, 'workspaces'))
  const store = await library.open(dir)
  const state = await store.state()
  await store.keepDerived('made of it', state, Uint8Array.of(1, 2))
  await store.keepDerived(MEASURED, state, Uint8Array.of(3))
  await publish()
  const published = await library.open(address)
  expect((await published.derived('made of it'))?.content).toEqual(Uint8Array.of(1, 2))
  expect(await published.derived(MEASURED)).toBeUndefined()
  await Promise.all([store.close(), published.close()])
})

test('nothing of what is published can be changed, and a duplicate of it can', async () => {
  const { address, publish, dir, request } = await workspace()
  await publish()
  const other = await reader()
  expect(await other.reply('workspace.rename', { dir: address, name: 'Other' })).toMatchObject({
    error: { code: 'storage', message: 'This is a published snapshot, which cannot be changed.' },
  })
  expect(await other.reply('workspace.delete', { dir: address, confirm: 'Small' })).toMatchObject({
    error: { code: 'bad-input' },
  })
  expect(
    await other.reply('publishing.publish', { dir: address, address: `${address}-2` }),
  ).toMatchObject({ error: { code: 'bad-input' } })
  const copy = await other.request('workspace.duplicate', { dir: address, name: 'Mine' })
  expect(copy.tools).toBe((await request('workspace.read', { dir })).tools)
  await other.request('workspace.rename', { dir: copy.dir, name: 'Other' })
})

test('requests of agents are answered from it, and kept nowhere', async () => {
  const { address, publish } = await workspace()
  await publish()
  const other = await reader()
  const by = { session: 'agent' }
  const asked = { dir: address, query: 'weather forecast', recipe: 'bm25', by }
  expect((await other.request('serving.search', asked)).tools[0]).toMatchObject({
    name: 'get_weather',
  })
  expect(other.notices).toEqual([])
  expect(await other.request('served.sums', { dir: address })).toMatchObject({
    counts: { all: 0 },
  })
})

test('a program that has it open takes up a newer snapshot, and a roll-back', async () => {
  const writer = await workspace()
  const { dir, address, publish, request } = writer
  await publish()
  const other = await reader()
  const before = await toolCount(other, address)
  await addTool(writer, dir, 'order_lunch')
  expect((await publish()).snapshot.number).toBe(2)
  expect(await toolCount(other, address)).toBe(before + 1)
  const asked = { dir: address, text: 'order lunch', recipe: 'bm25' }
  expect((await other.request('query.run', asked)).tools).toHaveLength(1)
  const { snapshots } = await request('publishing.rollback', { address, number: 1 })
  expect(
    snapshots.map(({ number, isCurrent, isNewest }) => ({ number, isCurrent, isNewest })),
  ).toEqual([
    { number: 2, isCurrent: false, isNewest: true },
    { number: 1, isCurrent: true, isNewest: false },
  ])
  expect(await toolCount(other, address)).toBe(before)
  expect((await other.request('query.run', asked)).tools).toHaveLength(0)
  await request('publishing.rollback', { address, number: 2 })
  expect(await toolCount(other, address)).toBe(before + 1)
  expect(await writer.reply('publishing.rollback', { address, number: 3 })).toMatchObject({
    error: { code: 'bad-input', fix: 'Choose one of those that are there: 1, 2.' },
  })
})

test('several that publish at once get a number each, and all of them are whole', async () => {
  const { address, publish } = await workspace()
  const others = await Promise.all([1, 2].map(() => workspace()))
  const answers = await Promise.all([
    publish(),
    ...others.map(({ request, dir }) => request('publishing.publish', { dir, address })),
  ])
  expect(answers.map(({ snapshot }) => snapshot.number).sort()).toEqual([1, 2, 3])
  const other = await reader()
  for (const number of [1, 2, 3]) {
    await other.request('publishing.rollback', { address, number })
    expect((await other.request('workspace.read', { dir: address })).published?.number).toBe(number)
    expect((await toolsFor(other, address)).flat().length).toBeGreaterThan(0)
  }
})

test('only as many are kept as wanted, the current one always', async () => {
  const { address, publish, request } = await workspace()
  await publish()
  await publish()
  await request('publishing.rollback', { address, number: 1 })
  const other = await reader(60_000)
  await toolCount(other, address)
  // The newest is the current one at once, so that what was rolled back to may go.
  expect((await publish({ keep: 2 })).removed).toEqual([1])
  const { snapshots } = await request('publishing.list', { address })
  expect(snapshots.map(({ number }) => number)).toEqual([3, 2])
  expect((await toolsFor(other, address)).flat().length).toBeGreaterThan(0)
  expect(await other.reply('publishing.rollback', { address, number: 1 })).toMatchObject({
    error: { message: `Snapshot 1 of ${address} was removed: fewer are kept.` },
  })
})

test('half a snapshot is named with its number, and what was read before goes on answering', async () => {
  const writer = await workspace()
  const { address, publish, dir } = writer
  await publish()
  const other = await reader()
  const before = await toolCount(other, address)
  // Taken up only once it is whole, so that it is not seen in between.
  const { app } = other
  await app.close()
  await addTool(writer, dir, 'order_lunch')
  await publish()
  await removeTable(address, 'tools', 2)
  const late = await reader()
  expect(await late.reply('workspace.read', { dir: address })).toMatchObject({
    error: {
      code: 'unreadable',
      message: expect.stringMatching(/^Snapshot 2 of .* is not whole/),
      fix: expect.stringMatching(/pegboard rollback/),
    },
  })
  await writer.request('publishing.rollback', { address, number: 1 })
  expect(await toolCount(late, address)).toBe(before)
  expect(await writer.reply('publishing.rollback', { address, number: 2 })).toMatchObject({
    error: { code: 'unreadable' },
  })
  await appendEvent(address, (event) => ({
    ...event,
    id: 'f'.repeat(32),
    tables: { tools: { as: 'tools-f', rows: 1 } },
  }))
  expect(await toolCount(late, address)).toBe(before)
  await eventually(() => expect(late.notices).toHaveLength(1))
  expect(late.notices[0]).toMatch(
    /Snapshot 3 of .* is not whole.* Snapshot 1, which was read before/,
  )
})

test('what a newer version published is not guessed at', async () => {
  const { address, publish } = await workspace()
  await publish()
  const early = await reader()
  const count = await toolCount(early, address)
  await appendEvent(address, (event) => ({ ...event, id: 'e'.repeat(32), schemaVersion: 99 }))
  const other = await reader()
  expect(await other.reply('workspace.read', { dir: address })).toMatchObject({
    error: { code: 'newer-version', message: expect.stringMatching(/^Snapshot 2 of /) },
  })
  expect((await other.request('publishing.list', { address })).snapshots).toHaveLength(2)
  expect(await toolCount(early, address)).toBe(count)
  await appendEvent(address, () => ({ kind: 'withdraw', at: '' }))
  expect(await other.reply('publishing.list', { address })).toMatchObject({
    error: { code: 'newer-version' },
  })
})

test('a folder that goes away while it is served goes on answering, and that is said once', async () => {
  const { address, publish } = await workspace()
  await publish()
  const other = await reader()
  const before = await toolsFor(other, address)
  await rm(address, { recursive: true })
  expect(await toolsFor(other, address)).toEqual(before)
  const said = other.notices.filter((text) => text.includes('read before'))
  expect(said).toEqual([expect.stringMatching(/^Nothing is published at .* goes on answering\.$/)])
})

test('a folder that another one is put in place of is taken up, however alike the two are', async () => {
  const writer = await workspace()
  const { address, publish, dir } = writer
  await publish()
  const other = await reader()
  const before = await toolCount(other, address)
  await rm(address, { recursive: true })
  await addTool(writer, dir, 'order_lunch')
  await publish()
  await eventually(async () => expect(await toolCount(other, address)).toBe(before + 1))
})

test('an embedder that the reader does not have is named, and words alone answer', async () => {
  const { folder } = await openApp()
  const writer = await openAppWith(conceptEmbedder([['weather'], ['mail', 'email']]), folder)
  const dir = await writer.smallWorkspace()
  const address = join(folder, 'published')
  await writer.request('workspace.workWith', { dir, recipe: 'hybrid' })
  await writer.request('publishing.publish', { dir, address })
  const other = await openAppOn((await openApp()).folder, {
    embedders: { open: () => Promise.reject(new Error('There is no such embedder.')) },
  })
  const asked = { dir: address, text: 'weather forecast' }
  const { tools, degraded } = await other.request('query.run', { ...asked, recipe: 'hybrid' })
  expect(tools).not.toHaveLength(0)
  expect(degraded).toEqual(['Meaning was not searched: There is no such embedder.'])
  expect(await other.reply('query.run', { ...asked, recipe: 'dense' })).toMatchObject({
    ok: false,
    error: {
      code: 'unavailable',
      message: 'There is no such embedder.',
      fix: 'Or ask with the recipe bm25, which needs no embedder.',
    },
  })
  expect((await other.request('query.run', { ...asked, recipe: 'bm25' })).tools).not.toHaveLength(0)
})

test('vectors that are too many for memory are searched in their table', async () => {
  const { folder } = await openApp()
  const embedder = conceptEmbedder([['weather'], ['mail', 'email'], ['currency']])
  const writer = await openAppWith(embedder, folder)
  const dir = await writer.smallWorkspace()
  const address = join(folder, 'published')
  await writer.request('workspace.workWith', { dir, recipe: 'dense' })
  await writer.request('publishing.publish', { dir, address })
  const other = await openAppWith(
    conceptEmbedder([['weather'], ['mail', 'email'], ['currency']]),
    (await openApp()).folder,
    { mostVectorBytesInMemory: 0 },
  )
  expect(await toolsFor(other, address, 'dense')).toEqual(await toolsFor(writer, dir, 'dense'))
})

test('nothing is published where something else lies, or at what is no address', async () => {
  const { dir, folder, reply } = await workspace()
  const refused = (address: string) => reply('publishing.publish', { dir, address })
  expect(await refused(dir)).toMatchObject({ error: { code: 'conflict' } })
  await writeFile(join(folder, 'a file'), '')
  expect(await refused(folder)).toMatchObject({ error: { code: 'conflict' } })
  expect(await refused(join(folder, 'a file'))).toMatchObject({ error: { code: 'conflict' } })
  expect(await refused('https://example.org')).toMatchObject({ error: { code: 'bad-input' } })
  expect(await refused('some/folder')).toMatchObject({ error: { code: 'bad-input' } })
  expect(await refused('s3://')).toMatchObject({ error: { code: 'bad-input' } })
  const withSecret = await refused('s3://key:hushhush@bucket/tools')
  expect(withSecret).toMatchObject({ error: { code: 'bad-input' } })
  expect(JSON.stringify(withSecret)).not.toContain('hushhush')
  expect(await reply('publishing.list', { address: join(folder, 'none') })).toMatchObject({
    error: { code: 'not-found' },
  })
})

test('what a publisher left that was killed is removed after a day, and not before', async () => {
  const { address, publish, dir, request } = await workspace()
  const stopping = publishedDatabases({
    onPublishStep: (step) => {
      if (step === 'tables written') throw new Error('killed')
    },
  })
  await publish()
  const { commit } = await request('workspace.read', { dir })
  const publication = {
    dir,
    commit,
    address,
    models: {},
    without: [],
    program: '1.2.3',
    worksWith: { recipe: 'bm25', options: {}, k: 5 },
  }
  const call = { signal: new AbortController().signal, onRows: () => undefined }
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  await expect(stopping.publish({ ...publication, at: at(0) }, call)).rejects.toThrow('killed')
  const tables = async () => {
    const database = await connectTo(address)
    const names = await database.tableNames({ limit: 100 })
    await database.close()
    return names.length
  }
  const whole = publishedDatabases()
  const left = await tables()
  const { snapshot } = await whole.publish({ ...publication, at: at(0.5) }, call)
  expect(snapshot.number).toBe(2)
  const after = await tables()
  const own = after - left
  await whole.publish({ ...publication, at: at(1.5) }, call)
  // One more snapshot came, and what was left went.
  expect(await tables()).toBe(after + own - own)
})
