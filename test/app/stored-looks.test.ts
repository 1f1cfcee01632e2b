import { renameSync, truncateSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { libraryIn, withStores } from '../fakes/app-on'
import { scriptedModel } from '../fakes/scripted-model'
import { AIRLINE, airlineWorkspace, BOOKING } from './airline'
import { apart } from '../fixtures/workspace/record-files'
import { emptyFolder, openAppOn, type AppUnderTest } from './open-app'
import { programsOnOneFolder } from './two-programs'

const BOOK = ToolId.parse('united_book_flight')
const LOGIN = ToolId.parse('united_user_login')

/** A workspace that a program looked through, closed since. */
async function lookedBefore() {
  const folder = await emptyFolder()
  const first = await openAppOn(folder)
  const dir = await airlineWorkspace(first)
  const look = await first.request('proposals.find', { dir })
  const before = await first.request('proposals.list', { dir })
  await first.app.close()
  return { folder, dir, look, before }
}

const listOf = ({ request }: AppUnderTest, dir: string) => request('proposals.list', { dir })

describe('a look for edges', () => {
  it('is there with all that it proposed when the workspace is opened again, and is decided', async () => {
    const { folder, dir, look, before } = await lookedBefore()
    expect(before.total).toBeGreaterThan(1)
    const later = await openAppOn(folder)
    expect(await listOf(later, dir)).toEqual(before)
    const pair = { chosen: { pairs: [BOOKING] }, verdict: 'accepted' as const }
    expect(await later.request('proposals.decide', { dir, ...pair })).toMatchObject({ decided: 1 })
    const rule = { chosen: { atLeast: 0, look: look.id }, verdict: 'rejected' as const }
    expect(await later.request('proposals.decide', { dir, ...rule })).toMatchObject({
      decided: before.total - 1,
    })
  })

  it('is measured on the catalog as it is: what was found before the tools changed does not count', async () => {
    const { folder, dir } = await lookedBefore()
    const app = await openAppOn(folder)
    const measured = async ({ request }: AppUnderTest) =>
      (await request('proposals.effect', { dir, chosen: { pairs: [BOOKING] } })).effect
    const before = await measured(app)
    for (const { id } of (await app.request('catalog.list', { dir, limit: 100 })).rows) {
      const description = id === BOOK ? 'Says nothing of it.' : 'Book a flight, a flight to book.'
      await app.request('catalog.saveLayer', {
        dir,
        id,
        layer: { description, questions: [description] },
      })
    }
    const after = await measured(app)
    expect(after).not.toEqual(before)
    expect(await measured(await openAppOn(folder))).toEqual(after)
  })

  it('takes the place of the one before, whatever program took that', async () => {
    const { folder, dir, look } = await lookedBefore()
    const later = await openAppOn(folder)
    const { request, reply } = later
    await request('catalog.remove', { dir, ids: [LOGIN] })
    const next = await request('proposals.find', { dir })
    const listed = await listOf(later, dir)
    expect(listed.look).toEqual(next)
    expect(listed.total).toBe(next.found)
    expect(listed.rows.map(({ on }) => on)).not.toContain(LOGIN)
    const late = { chosen: { atLeast: 0, look: look.id }, verdict: 'accepted' as const }
    expect(await reply('proposals.decide', { dir, ...late })).toMatchObject({
      error: { code: 'conflict' },
    })
    const library = libraryIn(folder)
    const store = await library.open(dir)
    expect((await store.read('edgeLooks')).edgeLooks).toEqual([next])
    await store.close()
  })

  it('that another program takes while a rule is written makes it a conflict', async () => {
    const { first, second, meanwhile } = await programsOnOneFolder()
    const dir = await airlineWorkspace(first)
    const { id: look } = await first.request('proposals.find', { dir })
    meanwhile(() => second.request('proposals.find', { dir }))
    const rule = { chosen: { atLeast: 0.1, look }, verdict: 'accepted' as const }
    expect(await first.reply('proposals.decide', { dir, ...rule })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('proposed again') },
    })
    expect((await listOf(second, dir)).counts.accepted).toBe(0)
  })

  it('goes along with a duplicate and an archive', async () => {
    const { folder, dir, before } = await lookedBefore()
    const app = await openAppOn(folder)
    const copy = await app.request('workspace.duplicate', { dir, name: 'Copy' })
    expect(await listOf(app, copy.dir)).toEqual(before)
    const library = libraryIn(folder)
    const restored = await library.importArchive(await library.exportArchive(dir))
    await restored.close()
    expect(await listOf(app, restored.dir)).toEqual(before)
  })

  it('has no program read the catalog again', async () => {
    const folder = await emptyFolder()
    let reads = 0
    const library = withStores(libraryIn(folder), (store) => ({
      catalog: (onTools) => {
        reads++
        return store.catalog(onTools)
      },
    }))
    const first = await openAppOn(folder, { library })
    const second = await openAppOn(folder)
    const dir = await airlineWorkspace(first)
    await second.request('proposals.find', { dir })
    expect(reads).toBeGreaterThan(0)
    reads = 0
    const { look } = await listOf(first, dir)
    await first.request('proposals.find', { dir })
    await second.request('proposals.find', { dir })
    expect((await listOf(first, dir)).look?.id).not.toBe(look?.id)
    expect(reads).toBe(0)
  })

  it('that another program takes while one is read is read in its place', async () => {
    const { folder, dir } = await lookedBefore()
    const second = await openAppOn(folder)
    let next: Promise<{ id: string }> | undefined
    const library = withStores(libraryIn(folder), (store) => ({
      async members(kind, key) {
        await (next ??= second.request('proposals.find', { dir }))
        return store.members(kind, key)
      },
    }))
    const { look, total } = await listOf(await openAppOn(folder, { library }), dir)
    expect(look).toEqual(await next)
    expect(total).toBe(look?.found)
  })

  it.each(['edge_looks', 'proposed_edges'])(
    'that cannot be read, as %s is cut off, is none, and another one is kept',
    async (part) => {
      const { folder, dir: made } = await lookedBefore()
      const file = await apart(made, `part = '${part}'`)
      // Of files that it read before, LanceDB remembers what they hold.
      const dir = `${made}-moved`
      renameSync(made, dir)
      truncateSync(join(dir, relative(made, file)), 100)
      const app = await openAppOn(folder)
      const listed = await listOf(app, dir)
      expect(listed).toMatchObject({ total: 0, rows: [] })
      expect(listed.look).toBeUndefined()
      const rule = { chosen: { atLeast: 0 }, verdict: 'accepted' as const }
      expect(await app.reply('proposals.decide', { dir, ...rule })).toMatchObject({
        error: { code: 'not-found', message: 'No edges are proposed yet.' },
      })
      const { found } = await app.request('proposals.find', { dir })
      expect(await listOf(app, dir)).toMatchObject({ total: found, look: { found } })
    },
  )
})

describe('what a language model named', () => {
  /**
   * A program with a model that names what booking needs; `after` is called with each question that
   * it was asked.
   */
  async function withModel(folder: string, after: () => unknown = () => undefined) {
    const model = scriptedModel({
      'Say which': (question) => {
        after()
        const isBooking = question.includes(`The first tool:\n<data>\n{"name":"${BOOK}"`)
        const need = { tool: LOGIN, parameter: 'session_id', reason: 'Log in first.' }
        return { needs: isBooking ? [need] : [] }
      },
    })
    const app = await openAppOn(folder, { languageModels: { open: async () => model } })
    await app.request('settings.write', { chatModel: 'ollama:scripted' })
    return { app, model }
  }
  const named = async (app: AppUnderTest, dir: string) =>
    (await listOf(app, dir)).rows
      .filter(({ evidence }) => evidence[0] === 'the language model says: Log in first.')
      .map(({ from, on }) => [from, on])

  it('before it was stopped is kept for the next program', async () => {
    const { folder, dir, look } = await lookedBefore()
    const stop = new AbortController()
    let asked = 0
    const { app } = await withModel(folder, () => ++asked === 2 && stop.abort())
    const tools = [BOOK, ToolId.parse('united_cancel_flight')]
    expect(await app.reply('proposals.ask', { dir, tools }, stop.signal)).toMatchObject({
      error: { code: 'cancelled' },
    })
    await app.app.close()
    const later = await openAppOn(folder)
    expect(await named(later, dir)).toEqual([[BOOK, LOGIN]])
    expect((await listOf(later, dir)).look?.id).not.toBe(look.id)
  })

  it('stands beside what another program found while it answered', async () => {
    const { folder, dir } = await lookedBefore()
    const second = await openAppOn(folder)
    const catalog = [...AIRLINE, { type: 'function', function: { name: 'united_fly' } }]
    const path = await second.file('more.json', catalog)
    let others: Promise<unknown> | undefined
    const look = async () => {
      await second.request('import.commit', { dir, path })
      return second.request('proposals.find', { dir })
    }
    const { app, model } = await withModel(folder)
    const slow = await openAppOn(folder, {
      languageModels: {
        open: async () => ({
          ...model,
          async answer(question) {
            await (others ??= look())
            return model.answer(question)
          },
        }),
      },
    })
    const asked = await slow.request('proposals.ask', { dir, tools: [BOOK] })
    expect(asked).toMatchObject({ asked: 1, named: 1, look: { tools: 6 } })
    expect(await named(app, dir)).toEqual([[BOOK, LOGIN]])
  })
})
