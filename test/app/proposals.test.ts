import { describe, expect, it } from 'vitest'
import { outdatedLookText, PROPOSED } from '../../src-main/domain/proposal/edge-words'
import { ToolId } from '../../src-main/domain/tool/tool'
import { libraryIn, withStores } from '../fakes/app-on'
import { conceptEmbedder } from '../fakes/embedder'
import { AIRLINE, airlineWorkspace, AIRPORT, BOOKING, CANCELLING } from './airline'
import { emptyFolder, openApp, openAppOn, type AppUnderTest } from './open-app'

const BOOK = ToolId.parse('united_book_flight')
const LOGIN = ToolId.parse('united_user_login')

/** The workspace, looked through. */
async function looked() {
  const app = await openApp()
  const dir = await airlineWorkspace(app)
  const look = await app.request('proposals.find', { dir })
  return { ...app, dir, look }
}

const edgesOf = async ({ request }: Pick<AppUnderTest, 'request'>, dir: string, id = BOOK) => {
  const { entry } = await request('catalog.tool', { dir, id })
  return entry.layer.dependencies ?? entry.tool.dependencies
}

const pairs = (...all: never[]) => ({ pairs: all })
const accept = (chosen: never) => ({ chosen: pairs(chosen), verdict: 'accepted' as const })

describe('proposed edges', () => {
  it('that are accepted are appended to the author’s edges, which keep their order, and are undone together', async () => {
    const app = await looked()
    const { request, dir } = app
    const own = [
      { on: ToolId.parse('cook_pasta'), kind: 'tool-direct' as const, reason: 'Hunger.' },
    ]
    await request('catalog.saveLayer', {
      dir,
      id: BOOK,
      layer: { dependencies: own, note: 'mine' },
    })
    const done = await request('proposals.decide', {
      dir,
      chosen: pairs(BOOKING, AIRPORT),
      verdict: 'accepted',
    })
    expect(done).toMatchObject({ decided: 2, passedOver: {} })
    const edges = await edgesOf(app, dir)
    expect(edges.map(({ on }) => on)).toEqual(['cook_pasta', LOGIN, 'get_airport_code'])
    expect(edges[0]).toEqual(own[0])
    expect(edges[1]).toMatchObject({ kind: 'parameter-direct', parameter: 'session_id' })
    expect(edges[1]?.reason).toMatch(/^Its parameter session_id takes what logging in gives/)
    expect(await request('changes.undo', { dir, of: 'edges' })).toEqual({
      what: 'Accepted 2 proposed edges',
      undone: 2,
      putBack: 2,
      left: 0,
      gone: 0,
      changes: [done.change],
    })
    const { entry } = await request('catalog.tool', { dir, id: BOOK })
    expect(entry.layer).toEqual({ dependencies: own, note: 'mine' })
  })

  it('leave a tool as imported when all of them are undone', async () => {
    const app = await looked()
    const { request, dir } = app
    await request('proposals.decide', { dir, ...accept(BOOKING) })
    await request('proposals.decide', { dir, ...accept(AIRPORT) })
    await request('changes.undo', { dir, of: 'edges' })
    expect((await edgesOf(app, dir)).map(({ on }) => on)).toEqual([LOGIN])
    await request('changes.undo', { dir, of: 'edges' })
    expect((await request('catalog.tool', { dir, id: BOOK })).entry.layer).toEqual({})
    const again = await app.reply('changes.undo', { dir, of: 'edges' })
    expect(again).toMatchObject({ ok: false, error: { code: 'not-found' } })
    expect((await request('proposals.list', { dir, tool: LOGIN })).counts.accepted).toBe(0)
  })

  it('that an author changed after accepting them stay when they are undone', async () => {
    const app = await looked()
    const { request, dir } = app
    await request('proposals.decide', { dir, ...accept(BOOKING) })
    const [edge] = await edgesOf(app, dir)
    const dependencies = [
      { ...edge, on: LOGIN, kind: 'tool-direct' as const, reason: 'In my words.' },
    ]
    await request('catalog.saveLayer', { dir, id: BOOK, layer: { dependencies } })
    expect(await request('changes.undo', { dir, of: 'edges' })).toMatchObject({
      undone: 1,
      putBack: 0,
    })
    expect(await edgesOf(app, dir)).toEqual(dependencies)
  })

  it('that are rejected stay so when looked for again, imported again, and without their tool', async () => {
    const { request, file, dir } = await looked()
    const reason = 'Sessions last for ever here.'
    await request('proposals.decide', {
      dir,
      chosen: pairs(BOOKING),
      verdict: 'rejected',
      reason,
    })
    const openPairs = async () =>
      (await request('proposals.list', { dir, tool: BOOK })).rows.map(({ on }) => on)
    const rejected = async () => (await request('proposals.list', { dir, state: 'rejected' })).rows
    expect(await openPairs()).not.toContain(LOGIN)
    await request('catalog.remove', { dir, ids: [BOOK] })
    expect(await rejected()).toMatchObject([{ isGone: true, decision: { reason } }])
    await request('import.commit', { dir, path: await file('again.json', AIRLINE) })
    await request('proposals.find', { dir })
    expect(await openPairs()).not.toContain(LOGIN)
    expect(await rejected()).toMatchObject([{ isGone: false, decision: { reason } }])
    const copy = await request('workspace.duplicate', { dir, name: 'Copy' })
    expect(await request('proposals.list', { dir: copy.dir, state: 'rejected' })).toMatchObject({
      total: 1,
    })
  })

  it('that are skipped are put aside, and may be decided later', async () => {
    const app = await looked()
    const { request, dir } = app
    await request('proposals.decide', { dir, chosen: pairs(BOOKING), verdict: 'skipped' })
    expect((await request('proposals.list', { dir, state: 'skipped' })).rows).toHaveLength(1)
    await request('proposals.decide', { dir, ...accept(BOOKING) })
    expect((await request('proposals.list', { dir })).counts).toMatchObject({
      skipped: 0,
      accepted: 1,
    })
    expect(await edgesOf(app, dir)).toHaveLength(1)
  })

  it('are accepted by rule, all that are at least so sure, and undone as one', async () => {
    const app = await looked()
    const { request, dir, look } = app
    const { total } = await request('proposals.list', { dir, atLeast: 0.6 })
    const done = await request('proposals.decide', {
      dir,
      chosen: { atLeast: 0.6, look: look.id },
      verdict: 'accepted',
    })
    expect(done.decided).toBe(total)
    expect(total).toBeGreaterThanOrEqual(2)
    expect((await request('proposals.list', { dir, atLeast: 0.6 })).total).toBe(0)
    expect(await request('changes.undo', { dir, change: done.change })).toMatchObject({
      undone: total,
      putBack: total,
    })
    expect(await edgesOf(app, dir)).toEqual([])
  })

  it('stay accepted while their tool is gone, and are taken back once it is there again', async () => {
    const { request, dir } = await looked()
    const done = await request('proposals.decide', { dir, ...accept(BOOKING) })
    const { change = '' } = await request('catalog.remove', { dir, ids: [BOOK] })
    const undo = () => request('changes.undo', { dir, change: done.change })
    expect(await undo()).toMatchObject({ undone: 0, putBack: 0, gone: 1, changes: [] })
    await request('changes.undo', { dir, change })
    expect(await undo()).toMatchObject({ undone: 1, putBack: 1, gone: 0, changes: [done.change] })
  })

  it('are not accepted by a rule that was made for another look', async () => {
    const { request, reply, dir, look } = await looked()
    await request('proposals.find', { dir })
    const late = { chosen: { atLeast: 0.1, look: look.id }, verdict: 'accepted' as const }
    expect(await reply('proposals.decide', { dir, ...late })).toMatchObject({
      ok: false,
      error: { code: 'conflict' },
    })
    expect((await request('proposals.list', { dir })).counts.accepted).toBe(0)
  })

  it('are passed over where the edge is there by now, or a tool is gone', async () => {
    const app = await looked()
    const { request, dir } = app
    const dependencies = [{ on: LOGIN, kind: 'tool-direct' as const }]
    await request('catalog.saveLayer', { dir, id: BOOK, layer: { dependencies } })
    await request('catalog.remove', { dir, ids: [ToolId.parse('united_cancel_flight')] })
    expect(
      await request('proposals.decide', {
        dir,
        chosen: pairs(BOOKING, CANCELLING),
        verdict: 'accepted',
      }),
    ).toEqual({ decided: 0, passedOver: { gone: 1, there: 1 } })
    expect(await edgesOf(app, dir)).toEqual(dependencies)
  })

  it.each([
    [{ ...pairs({ from: 'cook_pasta', on: 'cook_pasta' } as never) }, 'not-found'],
    [{ pairs: [] }, 'bad-input'],
    [{ atLeast: 2 }, 'bad-input'],
    [pairs(...Array.from({ length: 5001 }, () => BOOKING)), 'bad-input'],
  ])('refuse what is not proposed: %#', async (chosen, code) => {
    const { reply, dir } = await looked()
    const refused = await reply('proposals.decide', { dir, chosen, verdict: 'accepted' })
    expect(refused).toMatchObject({ ok: false, error: { code } })
  })

  it('refuse reasons that are essays', async () => {
    const { reply, dir } = await looked()
    const reason = 'x'.repeat(PROPOSED.longestReason + 1)
    const input = { dir, chosen: pairs(BOOKING), verdict: 'rejected' as const, reason }
    expect(await reply('proposals.decide', input)).toMatchObject({ ok: false })
  })

  it('say so where they were not looked for', async () => {
    const app = await openApp()
    const dir = await airlineWorkspace(app)
    const chosen = { atLeast: 0.5 }
    expect(await app.reply('proposals.decide', { dir, chosen, verdict: 'accepted' })).toMatchObject(
      {
        ok: false,
        error: { code: 'not-found', message: 'No edges are proposed yet.' },
      },
    )
  })
})

describe('a look for edges', () => {
  it('is outdated by edits and another embedder, not by what was decided of it', async () => {
    const { request, dir } = await looked()
    const outdated = async () => (await request('proposals.list', { dir })).outdated
    expect(await outdated()).toBeUndefined()
    await request('proposals.decide', { dir, ...accept(BOOKING) })
    expect(await outdated()).toBeUndefined()
    await request('catalog.saveLayer', { dir, id: 'cook_pasta', layer: { topics: ['food'] } })
    expect(await outdated()).toEqual([{ of: 'catalog', edits: 1 }])
    await request('changes.undo', { dir, of: 'edits' })
    await request('models.choose', { dir, role: 'embedder', model: 'sentences' })
    expect(await outdated()).toEqual([{ of: 'embedder', was: 'builtin', is: 'sentences' }])
    await request('proposals.find', { dir })
    expect(await outdated()).toBeUndefined()
  })

  it('is outdated where an earlier program said how sure the edges are', async () => {
    const folder = await emptyFolder()
    const first = await openAppOn(folder)
    const dir = await airlineWorkspace(first)
    const { id } = await first.request('proposals.find', { dir })
    await first.app.close()
    const store = await libraryIn(folder).open(dir)
    const [look] = (await store.read('edgeLooks')).edgeLooks
    if (!look) throw new Error('No look was kept.')
    const { rule: _, ...earlier } = look
    const proposals = await store.members('edgeLooks', id)
    await store.commit({ edgeLooks: { put: [{ ...earlier, proposals }] } })
    await store.close()
    const { outdated } = await (await openAppOn(folder)).request('proposals.list', { dir })
    expect(outdatedLookText(outdated)).toEqual([
      'Not of what is in use now: how sure they are was worked out by the rule of an earlier Pegboard. Look again.',
    ])
  })

  it('says so in a sentence', () => {
    expect(outdatedLookText([])).toEqual([])
    expect(outdatedLookText([{ of: 'catalog', edits: 2 }])).toEqual([
      'Not of what is in use now: looked for before 2 edits. Look again.',
    ])
  })
})

describe('the effect of proposed edges', () => {
  it('is measured on the golden queries that name their tools, and nothing is written', async () => {
    const { request, dir } = await looked()
    const before = await request('workspace.open', { dir })
    const { effect } = await request('proposals.effect', { dir, chosen: pairs(BOOKING) })
    expect(effect).toMatchObject({ goldenSet: 'asked', queries: 1, of: 1, edges: 1, worse: 0 })
    expect(effect?.overall).toMatchObject({ queries: 3, of: 3 })
    expect(await request('workspace.open', { dir })).toEqual(before)
    const rule = await request('proposals.effect', { dir, chosen: { atLeast: 0.6 } })
    expect(rule.effect?.queries).toBe(2)
  })

  it('is what accepting them brings: after becomes before', async () => {
    const { request, dir } = await looked()
    const effectOf = async (chosen: never) =>
      (await request('proposals.effect', { dir, chosen: pairs(chosen) })).effect
    const promised = await effectOf(CANCELLING)
    await request('proposals.decide', { dir, ...accept(CANCELLING) })
    const then = await effectOf(BOOKING)
    expect(then?.overall.before).toEqual(promised?.overall.after)
  })

  it('is measured anew by another version of the embedder by the same name', async () => {
    const ONE = conceptEmbedder([['seat', 'pasta', 'code', 'logs']], 'version 1')
    const OTHER = conceptEmbedder([['book', 'books'], ['pasta']], 'version 2')
    let embedder = ONE
    const app = await openAppOn(await emptyFolder(), { embedders: { open: async () => embedder } })
    const dir = await airlineWorkspace(app)
    await app.request('proposals.find', { dir })
    const effect = async () => {
      const asked = { dir, chosen: pairs(BOOKING), recipe: 'dense' }
      return (await app.request('proposals.effect', asked)).effect?.before.recall
    }
    const before = await effect()
    embedder = OTHER
    expect(await effect()).not.toBe(before)
  })

  it('is none where no golden query names their tools', async () => {
    const app = await openApp()
    const { dir } = await app.request('workspace.create', { name: 'Bare' })
    await app.request('import.commit', { dir, path: await app.file('bare.json', AIRLINE) })
    await app.request('proposals.find', { dir })
    expect(await app.request('proposals.effect', { dir, chosen: pairs(BOOKING) })).toEqual({})
  })
})

describe('while one program accepts edges', () => {
  it('the edges that another one writes meanwhile are kept', async () => {
    const folder = await emptyFolder()
    let meanwhile: (() => Promise<unknown>) | undefined
    const library = withStores(libraryIn(folder), (store) => ({
      async commit(change, expected) {
        const now = meanwhile
        meanwhile = undefined
        await now?.()
        return store.commit(change, expected)
      },
    }))
    const first = await openAppOn(folder, { library })
    const second = await openAppOn(folder)
    const dir = await airlineWorkspace(first)
    await first.request('proposals.find', { dir })
    await second.request('proposals.find', { dir })
    const dependencies = [{ on: ToolId.parse('cook_pasta'), kind: 'tool-direct' as const }]
    meanwhile = () =>
      second.request('catalog.saveLayer', { dir, id: BOOK, layer: { dependencies } })
    await first.request('proposals.decide', { dir, ...accept(BOOKING) })
    expect((await edgesOf(second, dir)).map(({ on }) => on)).toEqual(['cook_pasta', LOGIN])
    meanwhile = () => second.request('proposals.decide', { dir, ...accept(CANCELLING) })
    expect(await first.reply('proposals.decide', { dir, ...accept(CANCELLING) })).toMatchObject({
      error: { code: 'conflict', message: expect.stringMatching(/there already/) as string },
    })
    expect(await edgesOf(first, dir, ToolId.parse('united_cancel_flight'))).toHaveLength(1)
  })
})
