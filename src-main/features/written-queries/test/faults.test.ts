import { describe, expect, it, onTestFinished } from 'vitest'
import { Problem } from '../../../domain/problem'
import { toolId, type ToolId } from '../../../domain/tool/tool'
import { libraryIn, withStores } from '../../../../test/fakes/app-on'
import { manualClock } from '../../../../test/fakes/clock'
import { honestJudgement, queriesFor, toolsAsked } from '../../../../test/fakes/writing'
import { airlineWorkspace } from '../../../../test/app/airline'
import { emptyFolder, openAppOn } from '../../../../test/app/open-app'
import { requests, withWriter, writing } from '../../../../test/app/writing-queries'

const SINGLES = { sizes: [{ size: 1, count: 5 }] }
const PASTA = 'cook_pasta'

describe('a run of writing that ends early', () => {
  it('keeps what was answered when it is stopped, and goes on from there', async () => {
    const stop = new AbortController()
    let asked = 0
    const app = await withWriter({
      write(question) {
        if (++asked === 3) stop.abort()
        return queriesFor(question)
      },
    })
    const dir = await airlineWorkspace(app)
    const { draw, list, write } = requests(app, dir)
    await draw(SINGLES)
    const stopped = await app.reply('writing.write', { dir }, stop.signal)
    expect(stopped).toMatchObject({
      error: { code: 'cancelled', message: expect.stringMatching(/^Stopped\. 2 of 5 bundles/) },
    })
    expect((await list()).counts).toMatchObject({ waiting: 2, drawn: 3 })
    const texts = () => app.model.questions.map(({ text }) => text)
    const before = texts()
    expect(await write()).toMatchObject({ asked: 3, kept: 3, left: 0 })
    const again = texts().slice(before.length)
    expect(again.filter((question) => before.slice(0, -1).includes(question))).toEqual([])
  })

  it('asks nothing that was answered a second time after a kill, and loses nothing', async () => {
    const folder = await emptyFolder()
    let isDying = false
    const library = withStores(libraryIn(folder), (store) => ({
      commit: (change, expected) =>
        isDying ? new Promise(() => undefined) : store.commit(change, expected),
    }))
    // A refused answer is kept at once: of it nothing is asked again either.
    const write = (question: string) =>
      toolsAsked(question).includes(PASTA) ? 'no' : queriesFor(question)
    // Of the clock standing still nothing is kept because time has passed.
    const first = await withWriter({ write }, folder, { library, clock: manualClock() })
    const dir = await airlineWorkspace(first)
    await requests(first, dir).draw({ ...SINGLES, ids: [PASTA] })
    await requests(first, dir).write()
    await requests(first, dir).draw(SINGLES)
    const questions = first.asked().length
    isDying = true
    void first.reply('writing.write', { dir })
    await expect.poll(() => first.asked().length - questions, { timeout: 10_000 }).toBe(12)
    const second = await withWriter({}, folder)
    const { write: goOn, list } = requests(second, dir)
    expect(await goOn()).toMatchObject({ asked: 4, kept: 4, refused: 0, left: 0 })
    expect(second.asked()).toEqual([])
    expect((await list()).counts).toMatchObject({ waiting: 4, refused: 1, drawn: 0 })
  })

  it('goes on with the judge where only the judge was missing', async () => {
    let isAway = true
    const { draw, write, list, asked } = await writing({
      judge(question) {
        if (isAway) throw new Problem('unavailable', 'Ollama is not running.', 'Start it.')
        return honestJudgement(question)
      },
    })
    await draw(SINGLES)
    expect(await write()).toMatchObject({
      written: 3,
      judged: 0,
      failed: ['Ollama is not running. Start it.'],
      left: 5,
    })
    expect((await list()).counts).toMatchObject({ unjudged: 3, drawn: 2 })
    isAway = false
    const before = asked().length
    expect(await write()).toMatchObject({ asked: 2, judged: 5, kept: 5, left: 0 })
    const written = asked()
      .slice(before)
      .filter((question) => question.startsWith('write'))
    expect(written).toHaveLength(2)
  })

  it('asks a model that is chosen later about what another could not write or judge, once', async () => {
    let cannotWrite = true
    let cannotJudge = true
    const { draw, write, list, asked, request } = await writing({
      write: (question) =>
        cannotWrite && toolsAsked(question).includes(PASTA) ? 'No.' : queriesFor(question),
      judge: (question) =>
        cannotJudge && !toolsAsked(question).includes(PASTA) ? 'Fine.' : honestJudgement(question),
    })
    await draw(SINGLES)
    expect(await write()).toMatchObject({ refused: 5 })
    expect(await list()).toMatchObject({ counts: { refused: 5 }, refusedToOthers: 0 })
    const before = asked().length
    ;[cannotWrite, cannotJudge] = [false, false]
    expect(await write()).toMatchObject({ asked: 0, judged: 0 })
    await request('settings.write', { chatModel: 'ollama:another' })
    expect(await list()).toMatchObject({ refusedToOthers: 5 })
    expect(await write()).toMatchObject({ asked: 1, judged: 5, kept: 5, refused: 0, left: 0 })
    const written = asked()
      .slice(before)
      .filter((question) => question.startsWith('write'))
    expect(written).toEqual([`write ${PASTA}`])
    const { rows } = await list({ states: ['waiting'] })
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row).not.toHaveProperty('refusedBy')
  })

  it('counts what a judge refused as to be asked once another judges, and not before', async () => {
    let cannotJudge = true
    const { draw, write, list } = await writing({
      judge: (question) => (cannotJudge ? 'Fine.' : honestJudgement(question)),
    })
    const judge = 'ollama:judge'
    await draw(SINGLES)
    expect(await write({ judge })).toMatchObject({ refused: 5 })
    expect(await list({ judge })).toMatchObject({ refusedToOthers: 0 })
    expect(await list()).toMatchObject({ refusedToOthers: 5 })
    cannotJudge = false
    expect(await write({ judge })).toMatchObject({ judged: 0 })
    expect(await write()).toMatchObject({ judged: 5, kept: 5 })
  })

  it('refuses what names a tool that is gone, and passes over what was removed meanwhile', async () => {
    const app = await writing()
    await app.draw(SINGLES)
    await app.request('catalog.remove', { dir: app.dir, ids: [PASTA as ToolId] })
    const done = await app.write()
    // The tool itself, and whichever has it for its neighbour.
    expect(done.refused).toBeGreaterThan(0)
    expect(done.refused + done.kept).toBe(5)
    const { rows } = await app.list({ states: ['refused'] })
    expect(rows[0]?.why).toBe('a tool of it is no longer in the catalog')
    await app.request('writing.forget', { dir: app.dir, states: ['refused', 'waiting'] })
    expect((await app.list()).total).toBe(0)
  })
})

describe('what a workspace keeps', () => {
  it('is counted with all that is still to be written for what is drawn', async () => {
    const { draw, dir, place } = await writing()
    const store = await libraryIn(place).open(dir)
    onTestFinished(() => store.close())
    const put = Array.from({ length: 1_700 }, (_, at) => ({
      id: `drawn${at}`,
      state: 'drawn' as const,
      at: '',
      place: at,
      style: { detail: 'mixed' as const, length: 'medium' as const, perBundle: 3 },
      bundle: { tools: [toolId(`tool${at}`)], way: 'random' as const, seed: 1 },
    }))
    await store.commit({ writtenQueries: { put } })
    await expect(draw(SINGLES)).rejects.toThrow('there would be 5105')
  })
})

describe('an edit while a run goes on', () => {
  it('is refused until the judge answered, whose answer would take its place', async () => {
    let isAway = true
    const { draw, write, list, reply, dir } = await writing({
      judge(question) {
        if (isAway) throw new Problem('unavailable', 'Ollama is not running.', 'Start it.')
        return honestJudgement(question)
      },
    })
    await draw({ sizes: [{ size: 1, count: 1 }] })
    await write()
    const id = (await list()).rows[0]?.id ?? ''
    const early = await reply('writing.edit', { dir, id, text: 'Mine' })
    expect(early).toMatchObject({
      error: { message: 'The judge has not looked at this query yet.' },
    })
    isAway = false
    await write()
    await reply('writing.edit', { dir, id, text: 'Mine' })
    expect((await list()).rows).toMatchObject([{ edited: { text: 'Mine' } }])
  })
})

describe('two programs that write at once', () => {
  it('do not ask about what the other one finished, and keep what both wrote', async () => {
    const first = await writing()
    await first.draw(SINGLES)
    let meanwhile = async (): Promise<unknown> => undefined
    const { model } = first
    const slow = await openAppOn(first.place, {
      // However long the other one takes, this one's model is not given up.
      clock: manualClock(),
      languageModels: {
        open: async () => ({
          ...model,
          async answer(question) {
            const now = meanwhile
            meanwhile = async () => undefined
            await now()
            return model.answer(question)
          },
        }),
      },
    })
    meanwhile = () => first.write()
    const done = await slow.request('writing.write', { dir: first.dir })
    expect(done).toMatchObject({ asked: 1, left: 0 })
    expect((await first.list()).counts).toMatchObject({ waiting: 5, drawn: 0 })
  })

  it('draw no bundle that the other one drew meanwhile, and accept each query once', async () => {
    const first = await writing()
    const second = await withWriter({}, first.place)
    const others = requests(second, first.dir)
    const drawn = await Promise.all([first.draw(SINGLES), others.draw(SINGLES)])
    expect(drawn.reduce((sum, each) => sum + each.drawn, 0)).toBe(5)
    await first.write()
    const ids = (await first.list()).rows.map(({ id }) => id)
    const decided = await Promise.all([
      first.decide('accepted', ids),
      others.decide('accepted', ids),
    ])
    expect(decided.reduce((sum, each) => sum + each.decided, 0)).toBe(5)
    expect(await first.golden()).toHaveLength(5)
  })
})
