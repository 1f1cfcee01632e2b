import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { ToolId } from '../../src-main/domain/tool/tool'
import { emptyFolder, openApp, openAppOn, type AppUnderTest } from './open-app'
import { SMALL_CATALOG } from './small-catalog'

const MAIL = ToolId.parse('send_email')
const WEATHER = ToolId.parse('get_weather')
const CURRENCY = ToolId.parse('convert_currency')

const [SEND, ...OTHERS] = SMALL_CATALOG
const withoutWeather = OTHERS.filter(({ function: { name } }) => name !== 'get_weather')
const tool = (name: string, description: string) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: {} } },
})
/** Another text for one tool, another one gone, and one that is new. */
const NEXT = [
  { ...SEND, function: { ...SEND?.function, description: 'Mails people.' } },
  ...withoutWeather,
  tool('book_room', 'Books a room.'),
]

/** All that an import writes, as it is now. */
async function contents({ request }: AppUnderTest, dir: string) {
  const { rows } = await request('catalog.list', { dir })
  const entries = await Promise.all(rows.map(({ id }) => request('catalog.tool', { dir, id })))
  const sets = await request('golden.list', { dir })
  const golden = await Promise.all(
    sets.map(async ({ name }) => [
      name,
      (await request('golden.queries', { dir, set: name })).queries.map((query) => query.id),
    ]),
  )
  return {
    tools: entries.map(({ entry, goldenQueries }) => ({ entry, labels: goldenQueries.length })),
    golden,
  }
}

/**
 * The small workspace with a layer and an edge of the tool that the next import removes, and with
 * what came after it.
 */
async function edited(app: AppUnderTest) {
  const dir = await app.smallWorkspace()
  await app.request('catalog.saveLayer', { dir, id: WEATHER, layer: { questions: ['Rain?'] } })
  await app.request('graph.addEdge', { dir, id: WEATHER, edge: { on: MAIL, kind: 'tool-direct' } })
  await app.request('graph.addEdge', { dir, id: MAIL, edge: { on: WEATHER, kind: 'tool-direct' } })
  return dir
}

/** A catalog with an author's layer, a golden set and a logged query beside it. */
async function filesOfAllKinds(folder: string): Promise<string> {
  const path = join(folder, 'all')
  const send = { name: 'send', description: 'Sends.', parameters: { type: 'object' } }
  const files = {
    'servers/mail.json': { server: 'mail', tools: [send] },
    'layers.json': { 'mail/send': { questions: ['How do I write to Bo?'] } },
    'golden.json': [{ id: 'g1', query: 'write to Bo', tools: ['mail/send'] }],
    'bundles.json': [{ id: 'b1', query: 'drop Dana a line', tools: ['mail/send'] }],
  }
  await mkdir(join(path, 'servers'), { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(path, name), JSON.stringify(content))
  }
  return path
}

describe('an import', () => {
  it('of changed, new and removed tools is taken back with layers, edges and labels, and made again after a restart', async () => {
    const folder = await emptyFolder()
    const first = await openAppOn(folder)
    const dir = await edited(first)
    const before = await contents(first, dir)
    const path = await first.file('next.json', NEXT)
    const { undo = '' } = await first.request('import.commit', { dir, path, removeMissing: true })
    const after = await contents(first, dir)
    expect(after).not.toEqual(before)
    await first.app.close()

    const app = await openAppOn(folder)
    expect((await app.request('changes.list', { dir })).rows[0]).toMatchObject({
      name: undo,
      what: 'Imported 2 tools from next.json, and removed 1 tool',
    })
    expect(await app.request('changes.undo', { dir, change: undo })).toMatchObject({ left: 0 })
    expect(await contents(app, dir)).toEqual(before)
    expect(before.tools.find(({ entry }) => entry.tool.id === WEATHER)).toMatchObject({
      entry: { layer: { questions: ['Rain?'], dependencies: [{ on: MAIL }] } },
      labels: 1,
    })
    await app.app.close()

    const again = await openAppOn(folder)
    await again.request('changes.redo', { dir, change: undo })
    expect(await contents(again, dir)).toEqual(after)
    await again.request('changes.undo', { dir, change: undo })
    expect(await contents(again, dir)).toEqual(before)
  })

  it('that filled a new workspace is taken back by taking out what it brought', async () => {
    const app = await openApp()
    const path = await app.file('mine.json', SMALL_CATALOG)
    const made = await app.request('import.commit', { path, create: 'Mine' })
    const { dir } = made.workspace
    const full = await contents(app, dir)
    expect(full.tools).toHaveLength(5)
    await app.request('changes.undo', { dir })
    expect(await contents(app, dir)).toEqual({ tools: [], golden: [] })
    await app.request('changes.redo', { dir, change: made.undo ?? '' })
    expect(await contents(app, dir)).toEqual(full)
  })

  it('that changes nothing is no change', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const path = await app.file('again.json', SMALL_CATALOG)
    expect(await app.request('import.commit', { dir, path })).not.toHaveProperty('undo')
    expect((await app.request('changes.list', { dir })).total).toBe(2)
  })

  it('takes back the layers, golden sets and logged queries of its files, and keeps no text of a query', async () => {
    const folder = await emptyFolder()
    const from = await openAppOn(folder)
    const path = await filesOfAllKinds(folder)
    const { dir } = await from.request('workspace.create', { name: 'Empty' })
    const { undo = '' } = await from.request('import.commit', { dir, path })
    const logged = async (app: AppUnderTest) =>
      (await app.request('history.list', { dir })).stock.queries
    const full = await contents(from, dir)
    expect(await logged(from)).toBe(1)

    await from.request('changes.undo', { dir, change: undo })
    expect(await contents(from, dir)).toEqual({ tools: [], golden: [] })
    expect(await logged(from)).toBe(0)
    await from.request('changes.redo', { dir, change: undo })
    expect(await contents(from, dir)).toEqual(full)
    expect(await logged(from)).toBe(1)

    await from.request('changes.undo', { dir, change: undo })
    await from.app.close()
    const store = await workspaceLibrary(folder).open(dir)
    const kept = JSON.stringify(await store.members('changes', undo))
    await store.close()
    expect(kept).toContain('write to Bo')
    expect(kept).not.toContain('drop Dana')
    const app = await openAppOn(folder)
    expect(await app.request('changes.redo', { dir, change: undo })).toMatchObject({ left: 1 })
    expect(await contents(app, dir)).toEqual(full)
    expect(await logged(app)).toBe(0)
  })

  it('is refused where a tool of it was changed since, and taken back once that is', async () => {
    const app = await openApp()
    const dir = await edited(app)
    const before = await contents(app, dir)
    const path = await app.file('next.json', NEXT)
    const { undo = '' } = await app.request('import.commit', { dir, path, removeMissing: true })
    const room = ToolId.parse('book_room')
    const steps = [
      () => app.request('catalog.edit', { dir, id: MAIL, fields: { description: 'Mine.' } }),
      () => app.request('catalog.saveLayer', { dir, id: room, layer: { note: 'Mine.' } }),
      () => app.request('catalog.remove', { dir, ids: [room] }),
      () => app.request('catalog.create', { dir, fields: { name: 'get_weather', server: null } }),
    ]
    for (const [at, step] of steps.entries()) {
      const { change = '' } = await step()
      const fix = at < 3 ? /pegboard undo --list/ : /another name/
      expect(await app.reply('changes.undo', { dir, change: undo })).toMatchObject({
        error: { code: 'conflict', fix: expect.stringMatching(fix) as string },
      })
      await app.request('changes.undo', { dir, change })
    }
    await app.request('changes.undo', { dir, change: undo })
    expect(await contents(app, dir)).toEqual(before)
  })

  it('leaves what others wrote of its tools since in other fields', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const path = await app.file('next.json', NEXT)
    const { undo = '' } = await app.request('import.commit', { dir, path })
    await app.request('catalog.saveLayer', { dir, id: MAIL, layer: { note: 'Mine.' } })
    await app.request('catalog.saveLayer', { dir, id: CURRENCY, layer: { note: 'Mine too.' } })
    await app.request('catalog.edit', { dir, id: MAIL, fields: { server: 'post' } })
    await app.request('changes.undo', { dir, change: undo })
    expect((await app.request('catalog.tool', { dir, id: MAIL })).entry).toMatchObject({
      tool: { description: 'Send an email to one or more people.', server: 'post' },
      layer: { note: 'Mine.' },
    })
  })

  it('of golden queries is taken back, and puts back the set that it took the place of', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const before = await contents(app, dir)
    const path = await app.file('asked.json', [{ id: 'n1', query: 'mail Bo', tools: [MAIL] }])
    const { change = '' } = await app.request('golden.import', { dir, path, replace: true })
    expect((await contents(app, dir)).golden).toEqual([['asked', ['n1']]])
    await app.request('changes.undo', { dir, change })
    expect(await contents(app, dir)).toEqual(before)
  })
})
