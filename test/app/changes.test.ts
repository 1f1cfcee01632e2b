import { truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { workspaceLibrary } from '../../src-main/adapters/lancedb/workspace-library'
import { ToolId } from '../../src-main/domain/tool/tool'
import { apart } from '../fixtures/workspace/record-files'
import { emptyFolder, openApp, openAppOn, type AppUnderTest } from './open-app'
import { proposal, putProposals } from './reviewing'
import { programsOnOneFolder } from './two-programs'

const MAIL = ToolId.parse('send_email')
const CURRENCY = ToolId.parse('convert_currency')
const WEATHER = ToolId.parse('get_weather')

/** A data folder with a workspace, and a way to start the program on it anew. */
async function restartable() {
  const folder = await emptyFolder()
  const first = await openAppOn(folder)
  const dir = await first.smallWorkspace()
  return {
    folder,
    first,
    dir,
    async restarted(): Promise<AppUnderTest> {
      await first.app.close()
      return openAppOn(folder)
    },
  }
}

/** What fills the workspace, the latest first. */
const IMPORTED = ['Imported 1 golden set from asked.json', 'Imported 5 tools from tools.json']

const described = (description: string) => ({ id: MAIL, fields: { description } })
const whats = async ({ request }: AppUnderTest, dir: string) =>
  (await request('changes.list', { dir })).rows.map(({ what }) => what)

describe('a change', () => {
  it('of a tool, a layer, edges, a golden set or a finding is taken back and made again after a restart', async () => {
    const { first, dir, restarted } = await restartable()
    const { rows } = await first.request('lint.run', { dir, limit: 1 })
    const [finding] = rows
    if (!finding) throw new Error('Nothing was found')
    const edge = { on: WEATHER, kind: 'tool-direct' } as const
    const done = [
      await first.request('catalog.edit', { dir, ...described('Mails.') }),
      await first.request('catalog.saveLayer', { dir, id: CURRENCY, layer: { topics: ['money'] } }),
      await first.request('graph.addEdge', { dir, id: MAIL, edge }),
      await first.request('golden.remove', { dir, set: 'asked', ids: ['q2'] }),
      await first.request('lint.setAside', { dir, findings: [finding], reason: 'As we like it.' }),
    ].map(({ change = '' }) => change)
    const read = async ({ request }: AppUnderTest) => ({
      mail: (await request('catalog.tool', { dir, id: MAIL })).entry,
      money: (await request('catalog.tool', { dir, id: CURRENCY })).entry.layer,
      golden: (await request('golden.queries', { dir, set: 'asked' })).queries.map(({ id }) => id),
      aside: (await request('lint.run', { dir, show: 'set-aside' })).rows.map(({ what }) => what),
    })
    const after = await read(first)
    const app = await restarted()
    for (const change of done.toReversed()) await app.request('changes.undo', { dir, change })
    expect(await read(app)).toMatchObject({
      mail: { tool: { description: 'Send an email to one or more people.' }, layer: {} },
      money: {},
      golden: ['q1', 'q2', 'q3', 'q4'],
      aside: [],
    })
    for (const change of done) await app.request('changes.redo', { dir, change })
    expect(await read(app)).toEqual(after)
  })

  it('is listed with what was done, newest first, beside decisions, and the last one is meant where none is named', async () => {
    const { first: app, dir } = await restartable()
    await app.request('catalog.edit', { dir, ...described('Mails.') })
    await putProposals(app, dir, [proposal()])
    await app.request('review.decide', { dir, chosen: { ids: ['p1'] }, verdict: 'accepted' })
    await app.request('golden.create', { dir, set: 'new' })
    expect((await whats(app, dir)).toSorted()).toEqual([
      'Accepted 1 proposed text',
      'Changed send_email',
      'Changed the golden set “new”',
      ...IMPORTED,
    ])
    expect(await app.request('changes.undo', { dir, of: 'texts' })).toMatchObject({ undone: 1 })
    expect(await app.request('changes.undo', { dir })).toMatchObject({
      what: 'Changed the golden set “new”',
      undone: 1,
    })
    expect(await app.request('changes.undo', { dir })).toMatchObject({ tool: MAIL })
    await app.request('changes.undo', { dir })
    await app.request('changes.undo', { dir })
    expect(await app.reply('changes.undo', { dir })).toMatchObject({ error: { code: 'not-found' } })
    expect(await app.reply('changes.undo', { dir, of: 'notes' })).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('texts, edges') as string },
    })
    expect(await app.reply('changes.undo', { dir, of: 'texts', run: 'one' })).toMatchObject({
      error: { code: 'bad-input' },
    })
  })

  it('is taken back once, and made again only where it was taken back', async () => {
    const { first: app, dir } = await restartable()
    const { change = '' } = await app.request('catalog.edit', { dir, ...described('Mails.') })
    expect(await app.reply('changes.redo', { dir, change })).toMatchObject({
      error: { code: 'not-found', message: expect.stringMatching(/not undone/) as string },
    })
    await app.request('changes.undo', { dir, change })
    expect(await app.reply('changes.undo', { dir, change })).toMatchObject({
      error: { code: 'not-found', message: expect.stringMatching(/undone already/) as string },
    })
  })

  it('of another program is taken back, and refused where a third changed the same since', async () => {
    const { first, second } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    const { change = '' } = await second.request('catalog.edit', { dir, ...described('Mails.') })
    const more = await second.request('catalog.edit', { dir, ...described('Mails again.') })
    expect(await first.reply('changes.undo', { dir, change })).toMatchObject({
      error: { code: 'conflict' },
    })
    await first.request('changes.undo', { dir, change: more.change ?? '' })
    await first.request('changes.undo', { dir, change })
    const { entry } = await second.request('catalog.tool', { dir, id: MAIL })
    expect(entry.tool.description).toBe('Send an email to one or more people.')
  })

  it('that another program takes back meanwhile is taken back once, and the later one is told', async () => {
    const { first, second, meanwhile } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    const { change = '' } = await first.request('catalog.edit', { dir, ...described('Mails.') })
    meanwhile(() => second.request('changes.undo', { dir, change }))
    expect(await first.reply('changes.undo', { dir, change })).toMatchObject({
      error: { code: 'not-found', message: expect.stringMatching(/undone already/) as string },
    })
  })

  it('of many tools keeps only what differs, and what others wrote of them since', async () => {
    const { first: app, dir } = await restartable()
    const ids = [MAIL, WEATHER]
    const { change = '' } = await app.request('catalog.change', {
      dir,
      ids,
      change: { addTags: ['daily'] },
    })
    const { layer } = (await app.request('catalog.tool', { dir, id: MAIL })).entry
    await app.request('catalog.saveLayer', { dir, id: MAIL, layer: { ...layer, note: 'Mine.' } })
    await app.request('changes.undo', { dir, change })
    expect((await app.request('catalog.tool', { dir, id: MAIL })).entry.layer).toEqual({
      note: 'Mine.',
    })
  })

  it('of logged queries is taken back by the program that made it alone', async () => {
    const { first, dir, restarted } = await restartable()
    const { change = '' } = await first.request('history.add', {
      dir,
      query: 'drop Dana a line',
      tools: [MAIL],
    })
    expect(await whats(first, dir)).toEqual(['Logged the query “drop Dana a line”', ...IMPORTED])
    const app = await restarted()
    expect(await whats(app, dir)).toEqual(IMPORTED)
    expect(await app.reply('changes.undo', { dir, change })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('the changes that are kept', () => {
  it('are the last hundred', async () => {
    const { folder, request, reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const first = await request('golden.create', { dir, set: 'made first' })
    const store = await workspaceLibrary(folder).open(dir)
    const put = Array.from({ length: 99 }, (_, at) => ({
      name: `change ${at}`,
      number: at + 4,
      at: '2026-01-01T00:00:00Z',
      what: 'Changed it',
      size: 1,
      isUndone: false,
      replaced: [],
    }))
    await store.commit({ changes: { put } })
    await store.close()
    await request('golden.create', { dir, set: 'made last' })
    expect((await request('changes.list', { dir })).total).toBe(100)
    expect(await reply('changes.undo', { dir, change: first.change ?? '' })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('stay in their folder: no archive and no duplicate holds what was removed', async () => {
    const { first: app, dir } = await restartable()
    await app.request('catalog.remove', { dir, ids: [MAIL] })
    const copy = await app.request('workspace.duplicate', { dir, name: 'Copy' })
    expect((await app.request('changes.list', { dir: copy.dir })).total).toBe(0)
    expect((await app.request('changes.list', { dir })).total).toBe(1 + IMPORTED.length)
  })

  it('that are damaged keep nobody from editing', async () => {
    const { dir, first, restarted } = await restartable()
    await first.request('golden.create', { dir, set: 'one' })
    await first.request('golden.create', { dir, set: 'two' })
    truncateSync(await apart(dir, `part = 'replaced'`), 50)
    const app = await restarted()
    const { change = '' } = await app.request('golden.create', { dir, set: 'three' })
    await app.request('changes.undo', { dir, change })
    const sets = (await app.request('golden.list', { dir })).map(({ name }) => name)
    expect(sets).toEqual(expect.arrayContaining(['one', 'two']))
    expect(sets).not.toContain('three')
  })
})
