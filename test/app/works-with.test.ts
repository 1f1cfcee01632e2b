import { describe, expect, it } from 'vitest'
import type { Broadcast } from '../../src-main/contract/reply'
import { restsOnLines } from '../../src-main/domain/recipe/rests-words'
import { Problem } from '../../src-main/domain/problem'
import { recipes } from '../../src-main/pipeline/recipes/registry'
import { libraryIn, withStores } from '../fakes/app-on'
import { emptyFolder, openApp, openAppOn, type AppUnderTest } from './open-app'
import { proposal, putProposals } from './reviewing'
import { twoPrograms } from './two-programs'

const STANDARD = { recipe: recipes.standard, options: {}, k: 5 }
const ownIn = async ({ request }: AppUnderTest, dir: string) =>
  (await request('workspace.read', { dir })).worksWith

describe('what a workspace works with', () => {
  it('is the standard recipe until it chooses, and then its own with all options', async () => {
    const app = await openApp()
    const { request } = app
    const dir = await app.smallWorkspace()
    const other = await app.smallWorkspace()
    expect(await ownIn(app, dir)).toEqual(STANDARD)
    const chosen = await request('workspace.workWith', {
      dir,
      recipe: 'bm25',
      options: { b: 0.4 },
      k: 2,
    })
    expect(chosen).not.toHaveProperty('before')
    expect(chosen.now).toMatchObject({ recipe: 'bm25', options: { b: 0.4, k1: 1.5 }, k: 2 })
    expect(await ownIn(app, dir)).toEqual(chosen.now)
    expect(await request('workspace.read', { dir })).toMatchObject({ hasChosen: true })
    expect(await ownIn(app, other)).toEqual(STANDARD)
    expect(await request('workspace.read', { dir: other })).not.toHaveProperty('hasChosen')
  })

  it('keeps how answers are written, whole where a part of it is named, and takes it back', async () => {
    const app = await openApp()
    const { request } = app
    const dir = await app.smallWorkspace()
    const { now } = await request('workspace.workWith', { dir, form: { detail: 'names' } })
    const form = { detail: 'names', whole: 0, compact: true, budget: 8_000 }
    expect(now).toEqual({ ...STANDARD, options: now.options, form })
    expect(await request('workspace.read', { dir })).toMatchObject({ hasChosen: true })
    const second = await request('workspace.workWith', { dir, form: { budget: 500 } })
    expect(second).toMatchObject({ before: { form }, now: { form: { ...form, budget: 500 } } })
    const search = (more: object = {}) =>
      request('serving.search', { dir, query: 'send an email', ...more })
    expect((await search()).tools[0]).toEqual({ name: 'send_email' })
    expect((await search({ detail: 'full' })).tools[0]).toHaveProperty('inputSchema')
    expect((await request('workspace.workWith', { dir, k: 2 })).now.form).toEqual({
      ...form,
      budget: 500,
    })
  })

  it('begins with the standard recipe where it names none', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const { now } = await app.request('workspace.workWith', { dir, k: 3 })
    expect(now).toMatchObject({ recipe: recipes.standard, k: 3 })
  })

  it('keeps what is left out, but another recipe comes with its own options', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    const first = await request('workspace.workWith', {
      dir,
      recipe: 'bm25',
      options: { b: 0.4 },
      k: 2,
    })
    const second = await request('workspace.workWith', { dir, k: 3 })
    expect(second).toEqual({ before: first.now, now: { ...first.now, k: 3 } })
    const same = await request('workspace.workWith', { dir, recipe: 'bm25' })
    expect(same.now).toEqual(second.now)
    const third = await request('workspace.workWith', { dir, recipe: 'dense' })
    expect(third.now).toMatchObject({ recipe: 'dense', k: 3 })
    expect(third.now.options).not.toHaveProperty('b')
  })

  it('is undone by what it was before, and goes back to the standard recipe', async () => {
    const app = await openApp()
    const { request } = app
    const dir = await app.smallWorkspace()
    const first = await request('workspace.workWith', { dir, recipe: 'bm25', options: { b: 0.4 } })
    const second = await request('workspace.workWith', { dir, recipe: 'dense' })
    await request('workspace.workWith', { dir, ...second.before })
    expect(await ownIn(app, dir)).toEqual(first.now)
    expect(await request('workspace.workWith', { dir, clear: true })).toEqual({
      before: first.now,
      now: STANDARD,
    })
    expect(await ownIn(app, dir)).toEqual(STANDARD)
  })

  it('writes nothing where nothing changes', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const revision = async () => (await app.request('workspace.read', { dir })).revision
    const at = await revision()
    await app.request('workspace.workWith', { dir, clear: true })
    expect(await revision()).toBe(at)
    await app.request('workspace.workWith', { dir, k: 3 })
    await app.request('workspace.workWith', { dir, k: 3 })
    expect(await revision()).toBe(at + 1)
  })

  it('does not change when the recipe of one’s own that it was taken from is deleted', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const saved = await app.request('recipes.save', {
      dir,
      name: 'mine',
      recipe: 'bm25',
      options: { b: 0.4 },
    })
    const { recipe, options } = saved
    const { now } = await app.request('workspace.workWith', { dir, recipe, options })
    await app.request('recipes.delete', { dir, names: ['mine'] })
    expect(await ownIn(app, dir)).toEqual(now)
    expect(now.options).toEqual(options)
  })

  it('names the development set it is judged on, and forgets one', async () => {
    const app = await openApp()
    const { request, reply } = app
    const dir = await app.smallWorkspace()
    const { now } = await request('workspace.workWith', { dir, judgedOn: 'asked' })
    expect(now.judgedOn).toBe('asked')
    await request('golden.rename', { dir, set: 'asked', name: 'dev' })
    expect((await ownIn(app, dir)).judgedOn).toBe('dev')
    const back = await request('workspace.workWith', { dir, judgedOn: null })
    expect(back.now).not.toHaveProperty('judgedOn')
    expect(await reply('workspace.workWith', { dir, judgedOn: 'gone' })).toMatchObject({
      error: { code: 'not-found' },
    })
    await request('golden.use', { dir, set: 'dev', purpose: 'test' })
    expect(await reply('workspace.workWith', { dir, judgedOn: 'dev' })).toMatchObject({
      error: { code: 'conflict' },
    })
  })

  it('counts wherever a request names no k', async () => {
    const { request, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    await request('workspace.workWith', { dir, k: 2 })
    const question = { dir, text: 'email', recipe: 'bm25' }
    expect((await request('query.run', question)).tools).toHaveLength(2)
    expect((await request('query.run', { ...question, k: 1 })).tools).toHaveLength(1)
  })
})

describe('what a workspace is to work with', () => {
  it.each([
    ['a recipe that there is not', { recipe: 'no such' }, 'not-found', 'Choose one of: bm25'],
    ['an option that it has not', { recipe: 'bm25', options: { x: 1 } }, 'bad-input', 'k1, b'],
    ['a wrong value', { recipe: 'bm25', options: { k1: 'much' } }, 'bad-input', 'k1, b'],
    ['both ways', { recipe: 'bm25', clear: true }, 'bad-input', 'Ask for one of them.'],
  ])('is refused: %s', async (_, asked, code, fix) => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    expect(await app.reply('workspace.workWith', { dir, ...asked })).toMatchObject({
      error: { code, fix: expect.stringContaining(fix) as string },
    })
    expect(await ownIn(app, dir)).toEqual(STANDARD)
  })

  it.each([0, 1001, 2.5])('takes no k of %d', async (k) => {
    const { reply, smallWorkspace } = await openApp()
    const dir = await smallWorkspace()
    expect(await reply('workspace.workWith', { dir, k })).toMatchObject({
      error: { code: 'bad-input' },
    })
  })

  it('cannot be said of a folder that is no workspace', async () => {
    const { reply } = await openApp()
    expect(await reply('workspace.workWith', { dir: '/no/such', k: 3 })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('is not kept where nothing can be written, which it says', async () => {
    const folder = await emptyFolder()
    const closed = new Problem('storage', 'The folder is read-only.', 'Allow writing.')
    let isClosed = false
    const library = withStores(libraryIn(folder), ({ commit }) => ({
      commit: (...given) => (isClosed ? Promise.reject(closed) : commit(...given)),
    }))
    const app = await openAppOn(folder, { library })
    const dir = await app.smallWorkspace()
    isClosed = true
    expect(await app.reply('workspace.workWith', { dir, k: 3 })).toMatchObject({
      error: { code: 'storage', fix: closed.fix },
    })
    expect(await ownIn(app, dir)).toEqual(STANDARD)
  })

  it('said by two programs at once is what the last one said, which knows what was before', async () => {
    const { first, second, dir } = await twoPrograms(({ request }, at) =>
      request('workspace.workWith', { dir: at, recipe: 'dense', k: 9 }),
    )
    const told: Broadcast[] = []
    second.app.onBroadcast((event) => told.push(event))
    const { before, now } = await first.request('workspace.workWith', { dir, recipe: 'bm25' })
    expect(before).toMatchObject({ recipe: 'dense', k: 9 })
    expect(now).toMatchObject({ recipe: 'bm25', k: 9 })
    expect(await ownIn(second, dir)).toEqual(now)
    await second.request('catalog.facets', { dir })
    expect(told).toContainEqual(expect.objectContaining({ kind: 'changed', dir }))
  })
})

describe('what the choice of a recipe rests on', () => {
  async function measured() {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const plan = { dir, goldenSet: 'asked', k: [1, 3], recipes: [{ recipe: 'bm25' }] }
    const measure = async () => (await app.request('evaluation.run', plan)).runs[0]?.id ?? ''
    const edit = (description: string) =>
      app.request('catalog.saveLayer', { dir, id: 'convert_currency', layer: { description } })
    return { ...app, dir, measure, edit, run: await measure() }
  }
  const BM25 = { recipe: 'bm25', k: 1 }
  const EDITED = [{ of: 'catalog', edits: 1 }]

  it('is its run, with what was outdated of it when it was chosen', async () => {
    const { request, dir, run, edit, measure } = await measured()
    const first = await request('workspace.workWith', { dir, ...BM25 })
    expect(first.now.restsOn).toEqual({ run })
    await edit('how many euros is that')
    expect(await request('workspace.restsOn', { dir })).toEqual({
      then: { run },
      now: { run, outdated: EDITED },
    })
    const second = await request('workspace.workWith', { dir, k: 3 })
    expect(second.now.restsOn).toEqual({ run, outdated: EDITED })
    const again = await measure()
    expect(await request('workspace.restsOn', { dir })).toEqual({
      then: { run, outdated: EDITED },
      now: { run: again },
    })
    await request('workspace.workWith', { dir, ...second.before })
    expect((await request('workspace.read', { dir })).worksWith).toEqual(first.now)
  })

  it('is the run that is named, whatever else there is', async () => {
    const { request, dir, run, edit, measure } = await measured()
    await edit('how many euros is that')
    await measure()
    const { now } = await request('workspace.workWith', { dir, ...BM25, run })
    expect(now.restsOn).toEqual({ run, outdated: EDITED })
  })

  it('stays where only the golden set that is judged on is another', async () => {
    const { request, dir, run, edit } = await measured()
    await request('workspace.workWith', { dir, ...BM25 })
    await edit('how many euros is that')
    const { now } = await request('workspace.workWith', { dir, judgedOn: 'asked' })
    expect(now).toMatchObject({ judgedOn: 'asked', restsOn: { run } })
    expect(now.restsOn).not.toHaveProperty('outdated')
  })

  it('is no run of something else, and none that is not there', async () => {
    const { reply, dir, run } = await measured()
    const adopt = (more: object) => reply('workspace.workWith', { dir, recipe: 'bm25', ...more })
    expect(await adopt({ options: { b: 0.4 }, run })).toMatchObject({
      error: { code: 'bad-input' },
    })
    expect(await adopt({ run: 'gone' })).toMatchObject({ error: { code: 'not-found' } })
  })

  it('makes verdicts on proposals none of something else', async () => {
    const app = await measured()
    await putProposals(app, app.dir, [proposal()])
    const { request, dir } = app
    await request('workspace.workWith', { dir, ...BM25 })
    await request('review.measureAll', { dir })
    expect((await request('review.list', { dir })).gates.unmeasured).toBe(0)
  })
})

describe('by what figures a choice was made', () => {
  const edits = (count: number) => [{ of: 'catalog' as const, edits: count }]
  it.each([
    [{}, []],
    [{ then: { run: 'a' }, now: { run: 'a' } }, []],
    [
      { now: { run: 'a', outdated: edits(2) } },
      ['What is measured of it are figures measured before 2 edits'],
    ],
    [{ then: { run: 'a', outdated: edits(3) } }, ['Adopted on figures measured before 3 edits']],
    [
      { then: { run: 'a', outdated: edits(3) }, now: { run: 'a', outdated: edits(3) } },
      ['Adopted on figures measured before 3 edits'],
    ],
    [
      { then: { run: 'a', outdated: edits(3) }, now: { run: 'a', outdated: edits(5) } },
      [
        'Adopted on figures measured before 3 edits',
        'What is measured of it are figures measured before 5 edits',
      ],
    ],
    [
      { then: { run: 'a', outdated: edits(3) }, now: { run: 'b' } },
      ['Adopted on figures measured before 3 edits, and measured again since'],
    ],
    [
      {
        then: {
          run: 'a',
          outdated: [{ of: 'embedder' as const, was: 'builtin', is: 'sentences' }],
        },
      },
      ['Adopted on figures of something else (Instant, now Sentences)'],
    ],
  ])('%j is told as %j', (rests, lines) => {
    expect(restsOnLines(rests)).toEqual(lines)
  })
})
