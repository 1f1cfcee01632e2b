import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Problem } from '../../src-main/domain/problem'
import { trialText } from '../../src-main/domain/recipe/trial-text'
import { ToolId } from '../../src-main/domain/tool/tool'
import { libraryIn, withStores } from '../fakes/app-on'
import { movesTo, movingApp } from './moving-app'
import { storedHead } from '../fixtures/workspace/stored-head'
import { emptyFolder } from './open-app'
import { SMALL_CATALOG } from './small-catalog'

describe('a new workspace', () => {
  it('answers by Instant at once, and by Sentences once all is embedded', async () => {
    const { request, smallWorkspace, ask } = await movingApp()
    const dir = await smallWorkspace()
    expect(await request('workspace.read', { dir })).toMatchObject({ move: movesTo })
    expect(await ask(dir)).toMatchObject({ embedder: 'builtin' })
    const { move } = await request('knowledge.move', { dir })
    expect(move).toMatchObject({ to: 'sentences', documents: 5, embedded: 0 })
    expect(move?.seconds).toBeGreaterThan(0)
    const moved = await request('knowledge.index', { dir })
    expect(moved).toMatchObject({ embedder: 'sentences', embedded: 5, answers: true })
    expect(await ask(dir)).toMatchObject({
      embedder: 'sentences',
      tools: [{ name: expect.stringContaining('email') }],
    })
    expect(await request('knowledge.move', { dir })).toEqual({})
    const info = await request('workspace.read', { dir })
    expect(info.models).toEqual({ embedder: 'sentences' })
    expect(info.move).toBeUndefined()
  })

  it('moves also where it is made by its first import', async () => {
    const { request, file, folder } = await movingApp()
    const path = await file('tools.json', SMALL_CATALOG)
    const dir = join(folder, 'made')
    const { workspace } = await request('import.commit', { dir, create: 'Made', path })
    expect(workspace).toMatchObject({ move: movesTo, revision: 1 })
  })

  it.each(['the demo', 'a duplicate', 'an archive', 'one with the setting off', 'one of Ollama'])(
    'does not where it is %s',
    async (which) => {
      const { request, smallWorkspace, folder } = await movingApp()
      const dir = await smallWorkspace()
      const made = {
        'the demo': () => request('workspace.createDemo', {}),
        'a duplicate': () => request('workspace.duplicate', { dir, name: 'Copy' }),
        async 'an archive'() {
          const archive = await libraryIn(folder).exportArchive(dir)
          return (await libraryIn(folder).importArchive(archive)).info()
        },
        async 'one with the setting off'() {
          await request('settings.write', { movesToSentences: false })
          return request('workspace.create', { name: 'New' })
        },
        async 'one of Ollama'() {
          await request('settings.write', { embedder: 'ollama:bge-m3' })
          return request('workspace.create', { name: 'New' })
        },
      }[which]
      expect((await made?.())?.move).toBeUndefined()
    },
  )

  it('waits until there is something to move', async () => {
    const { request } = await movingApp()
    const { dir } = await request('workspace.create', { name: 'Empty' })
    expect(await request('knowledge.index', { dir })).toMatchObject({ answers: false })
    expect(await request('workspace.read', { dir })).toMatchObject({ move: movesTo })
  })

  it('stays with the embedder that somebody chooses', async () => {
    const { request, smallWorkspace } = await movingApp()
    for (const model of ['builtin', null]) {
      const dir = await smallWorkspace()
      await request('models.choose', { dir, role: 'embedder', model })
      expect((await request('workspace.read', { dir })).move).toBeUndefined()
      expect(await request('knowledge.index', { dir })).toMatchObject({ embedder: 'builtin' })
    }
    const dir = await smallWorkspace()
    await request('settings.write', { embedder: 'ollama:bge-m3' })
    expect(await request('knowledge.move', { dir })).toEqual({})
  })
})

it('a workspace without the mark stays what it was, to the letter', async () => {
  const { request, smallWorkspace } = await movingApp()
  await request('settings.write', { movesToSentences: false })
  const dir = await smallWorkspace()
  const before = await storedHead(dir)
  await request('knowledge.index', { dir })
  expect(await request('knowledge.move', { dir })).toEqual({})
  expect(await storedHead(dir)).toEqual(before)
})

/** More tools than are embedded at once, each with a name and a sentence of its own. */
const tools = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'function',
    function: {
      name: `letter_${from + at}`,
      description: `Writes letter ${from + at}.`,
      parameters: {},
    },
  }))

/** A workspace of many tools that is to move, and a way to wait for its second batch. */
async function largeWorkspace() {
  const moving = await movingApp()
  const { request, file, folder } = moving
  const dir = join(folder, 'large')
  await request('import.commit', { dir, create: 'Large', path: await file('all.json', tools(100)) })
  const inSecond = Promise.withResolvers<unknown>()
  const goOn = Promise.withResolvers<unknown>()
  let batches = 0
  moving.before.batch = async (signal) => {
    if (++batches !== 2) return
    inSecond.resolve(true)
    await Promise.race([
      goOn.promise,
      new Promise((resolve) => signal.addEventListener('abort', resolve)),
    ])
    signal.throwIfAborted()
  }
  return { ...moving, dir, inSecond: inSecond.promise, goOn: () => goOn.resolve(true) }
}

describe('a move', () => {
  it('lets others ask and list while it runs, and joins who asks for it again', async () => {
    const { request, ask, dir, inSecond, goOn, embedded } = await largeWorkspace()
    const first = request('knowledge.index', { dir })
    await inSecond
    expect(await ask(dir)).toMatchObject({ embedder: 'builtin' })
    expect((await request('catalog.list', { dir, offset: 0, limit: 5 })).total).toBe(100)
    const second = request('knowledge.index', { dir })
    goOn()
    const both = await Promise.all([first, second])
    expect(both.map(({ answers }) => answers).toSorted()).toEqual([false, true])
    const texts = embedded.flat()
    expect(texts).toHaveLength(new Set(texts).size)
  })

  it('that is stopped keeps what is embedded, and goes on when it is wanted again', async () => {
    const { reply, request, dir, inSecond, embedded, ask } = await largeWorkspace()
    const moving = reply('knowledge.index', { dir })
    await inSecond
    await request('knowledge.wantMove', { dir, wanted: false })
    expect(await moving).toMatchObject({ error: { code: 'cancelled' } })
    expect(await ask(dir)).toMatchObject({ embedder: 'builtin' })
    const { move } = await request('knowledge.move', { dir })
    expect(move).toMatchObject({ documents: 100, wanted: false })
    expect(move?.embedded).toBeGreaterThan(0)
    expect(move?.embedded).toBeLessThan(100)
    await request('knowledge.wantMove', { dir, wanted: true })
    expect(await request('knowledge.index', { dir })).toMatchObject({ answers: true })
    const texts = embedded.flat()
    expect(texts).toHaveLength(new Set(texts).size)
  })

  it('goes on for those who stay where one leaves', async () => {
    const { reply, request, dir, inSecond, goOn } = await largeWorkspace()
    const leaving = new AbortController()
    const first = reply('knowledge.index', { dir }, leaving.signal)
    await inSecond
    const second = request('knowledge.index', { dir })
    // It has joined by the time that another request is answered.
    await request('catalog.list', { dir, offset: 0, limit: 1 })
    leaving.abort()
    expect(await first).toMatchObject({ error: { code: 'cancelled' } })
    goOn()
    expect(await second).toMatchObject({ answers: true })
  })

  it('embeds what came meanwhile, and only then has the other answer', async () => {
    const { request, dir, file, inSecond, goOn, ask } = await largeWorkspace()
    const moving = request('knowledge.index', { dir })
    await inSecond
    await request('import.commit', { dir, path: await file('more.json', tools(3, 100)) })
    goOn()
    expect(await moving).toMatchObject({ documents: 103, embedded: 103, answers: true })
    expect(await ask(dir)).toMatchObject({ embedder: 'sentences' })
    const status = await request('knowledge.status', { dir })
    expect(status).toMatchObject({ embedder: 'sentences', embedded: 103 })
  })

  it('gives way to an embedder that is chosen while it runs', async () => {
    const { request, dir, inSecond, goOn } = await largeWorkspace()
    const moving = request('knowledge.index', { dir })
    await inSecond
    await request('models.choose', { dir, role: 'embedder', model: 'builtin' })
    goOn()
    expect(await moving).toMatchObject({ embedded: 100, answers: false })
    expect((await request('workspace.read', { dir })).models).toEqual({ embedder: 'builtin' })
  })

  it('is made by two programs at once', async () => {
    const { request, dir, folder, goOn } = await largeWorkspace()
    goOn()
    const other = await movingApp({ folder })
    const both = await Promise.all([
      request('knowledge.index', { dir }),
      other.request('knowledge.index', { dir }),
    ])
    expect(both.filter(({ answers }) => answers)).toHaveLength(1)
    expect(await other.ask(dir)).toMatchObject({ embedder: 'sentences' })
  })

  it('that another program pauses is not made, and what is embedded is kept', async () => {
    const { request, dir, folder, inSecond, goOn, ask } = await largeWorkspace()
    const moving = request('knowledge.index', { dir })
    await inSecond
    const other = await movingApp({ folder })
    await other.request('knowledge.wantMove', { dir, wanted: false })
    goOn()
    expect(await moving).toMatchObject({ embedded: 100, answers: false })
    expect(await ask(dir)).toMatchObject({ embedder: 'builtin' })
    expect((await request('knowledge.move', { dir })).move).toMatchObject({
      wanted: false,
      embedded: 100,
    })
    expect(await other.request('knowledge.index', { dir })).toMatchObject({ answers: true })
    expect(await ask(dir)).toMatchObject({ embedder: 'sentences' })
  })

  it('ends where its workspace is deleted, and leaves nothing', async () => {
    const { reply, request, dir, inSecond } = await largeWorkspace()
    const moving = reply('knowledge.index', { dir })
    await inSecond
    await request('workspace.delete', { dir, confirm: 'Large' })
    expect(await moving).toMatchObject({ error: { code: 'cancelled' } })
    expect(existsSync(dir)).toBe(false)
  })

  it('says that Sentences is not there, and Instant answers on', async () => {
    const { reply, request, smallWorkspace, ask } = await movingApp({ isThere: false })
    const dir = await smallWorkspace()
    const gone = { error: { code: 'unavailable', fix: 'Install Pegboard again.' } }
    expect(await reply('knowledge.move', { dir })).toMatchObject(gone)
    expect(await reply('knowledge.index', { dir })).toMatchObject(gone)
    const role = 'embedder'
    expect(await reply('models.choose', { dir, role, model: 'sentences' })).toMatchObject(gone)
    expect(await reply('settings.write', { embedder: 'sentences' })).toMatchObject(gone)
    expect(await ask(dir)).toMatchObject({ embedder: 'builtin' })
    expect(await request('workspace.read', { dir })).toMatchObject({ move: movesTo })
  })

  it.each(['commit', 'saveDocuments'] as const)(
    'that cannot write (%s) says so, and leaves what answers as it is',
    async (what) => {
      const folder = await emptyFolder()
      const full = new Problem('storage', 'The disk is full.', 'Free some space, then try again.')
      let isFull = false
      const library = withStores(libraryIn(folder), (store) => ({
        [what]: (...given: never[]) =>
          isFull ? Promise.reject(full) : (store[what] as (...all: never[]) => unknown)(...given),
      }))
      const { reply, smallWorkspace, ask, embedded } = await movingApp({
        folder,
        changed: { library },
      })
      const dir = await smallWorkspace()
      isFull = true
      expect(await reply('knowledge.index', { dir })).toMatchObject({
        error: { code: 'storage', fix: full.fix },
      })
      // What cannot be written to is not embedded for minutes first.
      expect(embedded.flat().length > 0).toBe(what === 'saveDocuments')
      expect(await ask(dir)).toMatchObject({ embedder: 'builtin' })
    },
  )
})

describe('what is measured while a workspace moves', () => {
  async function measuring() {
    const large = await largeWorkspace()
    const { request, dir } = large
    const queries = [
      {
        id: 'l1',
        text: 'write letter 3',
        tools: [ToolId.parse('letter_3')],
        origin: 'human' as const,
      },
    ]
    await request('golden.add', { dir, set: 'letters', queries })
    const asked = { dir, goldenSet: 'letters', k: [1], recipes: [{ recipe: 'dense', options: {} }] }
    const moving = large.reply('knowledge.index', { dir })
    await large.inSecond
    return { ...large, asked, moving }
  }
  const embedders = async (run: Promise<{ runs: { embedder?: string | undefined }[] }>) =>
    (await run).runs.map(({ embedder }) => embedder)

  it('is measured with what answers from then on', async () => {
    const { request, goOn, asked, moving } = await measuring()
    const measured = embedders(request('evaluation.run', asked))
    goOn()
    expect(await measured).toEqual(['sentences'])
    expect(await moving).toMatchObject({ ok: true })
  })

  it('does not wait for a move that is paused meanwhile', async () => {
    const { app, request, dir, asked, moving } = await measuring()
    const notices: unknown[] = []
    app.onBroadcast((event) => event.kind === 'notice' && notices.push(event.text))
    const measured = embedders(request('evaluation.run', asked))
    await request('catalog.list', { dir, offset: 0, limit: 1 })
    await request('knowledge.wantMove', { dir, wanted: false })
    expect(await measured).toEqual(['builtin'])
    expect(await moving).toMatchObject({ error: { code: 'cancelled' } })
    expect(await embedders(request('evaluation.run', asked))).toEqual(['builtin'])
    // What Sentences embedded so far is no sign of another embedder from before.
    expect(notices).toEqual([])
    await request('knowledge.wantMove', { dir, wanted: true })
    expect(await request('knowledge.index', { dir })).toMatchObject({ answers: true })
    const outdated = Object.values(await request('evaluation.outdated', { dir }))
    expect(outdated).toContainEqual([{ of: 'embedder', was: 'builtin', is: 'sentences' }])
  })

  it('does not wait where its embedder is named, or nothing is embedded', async () => {
    const { request, goOn, asked, moving } = await measuring()
    const words = [{ recipe: 'bm25', options: {} }]
    expect(await embedders(request('evaluation.run', { ...asked, recipes: words }))).toHaveLength(1)
    const named = { ...asked, embedder: 'builtin' }
    expect(await embedders(request('evaluation.run', named))).toEqual(['builtin'])
    goOn()
    await moving
  })

  it('can be stopped while it waits, and the move goes on', async () => {
    const { reply, goOn, asked, moving } = await measuring()
    const leaving = new AbortController()
    const measured = reply('evaluation.run', asked, leaving.signal)
    leaving.abort()
    expect(await measured).toMatchObject({ error: { code: 'cancelled' } })
    goOn()
    expect(await moving).toMatchObject({ ok: true, data: { answers: true } })
  })
})

it('any embedder answers from the moment that it has embedded all, where that is asked for', async () => {
  const { request, smallWorkspace } = await movingApp()
  await request('settings.write', { movesToSentences: false })
  const dir = await smallWorkspace()
  const asked = { dir, embedder: 'sentences' }
  expect(await request('knowledge.index', asked)).toMatchObject({ embedded: 5, answers: false })
  expect(await request('knowledge.index', { ...asked, use: true })).toMatchObject({
    embedded: 0,
    answers: true,
  })
  expect(await request('knowledge.index', { ...asked, use: true })).toMatchObject({
    answers: false,
  })
})

describe('trying Sentences in place of Instant', () => {
  async function withQueries(count: number) {
    const moving = await movingApp()
    const { request, smallWorkspace } = moving
    await request('settings.write', { movesToSentences: false })
    const dir = await smallWorkspace()
    const queries = Array.from({ length: count }, (_, at) => ({
      id: `l${at}`,
      text: `write letter ${at}`,
      origin: 'human' as const,
      tools: [ToolId.parse('send_email'), ToolId.parse('search_email')],
    }))
    await request('golden.add', { dir, set: 'letters', queries })
    const asked = { dir, recipe: 'dense', k: 2, goldenSet: 'letters', embedder: 'sentences' }
    return { ...moving, dir, asked }
  }

  it('embeds, measures both on the same queries, and changes nothing until it is used', async () => {
    const { request, dir, asked, ask } = await withQueries(40)
    const trial = await request('evaluation.trySettings', asked)
    expect(trial).toMatchObject({ queries: 40, tried: [{ label: 'By Sentences', recall: 1 }] })
    expect(trial.embedder).toMatchObject({ name: 'sentences', before: 'builtin', broken: 0 })
    expect(trial.embedder?.fixed).toBe(40)
    expect(trial.embedder?.gain.ci95[0]).toBeGreaterThan(0)
    expect(trialText(trial, 'Dense')).toMatch(
      /^Sentences in place of Instant: .+ points more Recall@2 on your 40 queries \[.+\], 40 fixed, 0 broken\.$/,
    )
    expect(await ask(dir)).toMatchObject({ embedder: 'builtin' })
    const choose = (model: string | null) =>
      request('models.choose', { dir, role: 'embedder', model })
    await choose('sentences')
    expect(await ask(dir)).toMatchObject({ embedder: 'sentences' })
    await choose(null)
    expect(await ask(dir)).toMatchObject({ embedder: 'builtin' })
  })

  it('compares on twelve queries as well, as nothing is chosen', async () => {
    const { request, asked } = await withQueries(12)
    const { embedder, queries } = await request('evaluation.trySettings', asked)
    expect({ queries, fixed: embedder?.fixed }).toEqual({ queries: 12, fixed: 12 })
  })

  it('says so where queries are too few, or nothing is compared, and embeds nothing for it', async () => {
    const { reply, asked, embedded } = await withQueries(3)
    expect(await reply('evaluation.trySettings', asked)).toMatchObject({
      error: { code: 'bad-input', fix: 'Write at least 5.' },
    })
    expect(embedded).toEqual([])
    const many = await withQueries(30)
    expect(
      await many.reply('evaluation.trySettings', { ...many.asked, recipe: 'bm25' }),
    ).toMatchObject({ error: { message: expect.stringContaining('compares no embeddings') } })
  })
})
