import { describe, expect, it } from 'vitest'
import { ToolId } from '../../../domain/tool/tool'
import { AIRLINE, airlineWorkspace } from '../../../../test/app/airline'
import { emptyFolder, openApp, openAppOn, type AppUnderTest } from '../../../../test/app/open-app'
import { libraryIn } from '../../../../test/fakes/app-on'
import { scriptedModel, type Script } from '../../../../test/fakes/scripted-model'

const BOOK = ToolId.parse('united_book_flight')
const LOGIN = ToolId.parse('united_user_login')

/** A workspace that a program looked through, closed since. */
async function lookedBefore() {
  const folder = await emptyFolder()
  const first = await openAppOn(folder)
  const dir = await airlineWorkspace(first)
  const look = await first.request('proposals.find', { dir })
  await first.app.close()
  return { folder, dir, look }
}

const listOf = ({ request }: AppUnderTest, dir: string) => request('proposals.list', { dir })

describe('edges', () => {
  it('are none before they are looked for, and then each with its evidence in words', async () => {
    const app = await openApp()
    const dir = await airlineWorkspace(app)
    const before = await app.request('proposals.list', { dir })
    expect(before).toMatchObject({ total: 0, rows: [] })
    expect(before.look).toBeUndefined()
    expect(await app.request('proposals.find', { dir })).toMatchObject({ annotated: 0, tools: 5 })
    const { rows, counts } = await app.request('proposals.list', { dir, tool: BOOK })
    expect(rows.find(({ on }) => on === LOGIN)).toMatchObject({
      fromName: BOOK,
      onName: LOGIN,
      isGone: false,
      evidence: expect.arrayContaining([
        'its parameter session_id takes what logging in gives, and united_user_login logs in to what it belongs to',
      ]) as string[],
      carriedBy: expect.stringMatching(/^a login \d\d %$/) as string,
    })
    expect(counts).toMatchObject({ accepted: 0, rejected: 0, skipped: 0 })
  })

  it('stop being looked for when the request is cancelled', async () => {
    const app = await openApp()
    const dir = await airlineWorkspace(app)
    const stopped = await app.reply('proposals.find', { dir }, AbortSignal.abort())
    expect(stopped).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect((await app.request('proposals.list', { dir })).look).toBeUndefined()
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
})

describe('a language model', () => {
  /** The workspace with a chat model that answers so. */
  async function withModel(script: Script) {
    const model = scriptedModel(script)
    const app = await openAppOn(await emptyFolder(), {
      languageModels: { open: async () => model },
    })
    const dir = await airlineWorkspace(app)
    await app.request('settings.write', { chatModel: 'ollama:scripted' })
    return { ...app, dir, model }
  }

  it('is asked about the tools chosen, and what it invents is dropped and counted', async () => {
    const { request, dir, model } = await withModel({
      'Say which': () => ({
        needs: [
          { name: LOGIN, reason: 'One has to be logged in.', supplies: 'session_id' },
          { name: 'united_pay', reason: 'It costs.', supplies: 'none' },
        ],
      }),
    })
    await request('proposals.find', { dir })
    const { rows: before } = await request('proposals.list', { dir, tool: BOOK })
    const asked = await request('proposals.ask', { dir, tools: [BOOK] })
    expect(asked).toMatchObject({ asked: 1, named: 1, invented: 1, failed: [] })
    expect(model.questions).toHaveLength(1)
    const { rows } = await request('proposals.list', { dir, tool: BOOK })
    const sureOf = (all: typeof rows) => all.find(({ on }) => on === LOGIN)?.probability ?? 0
    expect(sureOf(rows)).toBeGreaterThan(sureOf(before))
    expect(rows.find(({ on }) => on === LOGIN)?.evidence[0]).toBe(
      'the language model says: One has to be logged in.',
    )
    expect(rows.map(({ on }) => on)).not.toContain('united_pay')
  })

  it('is asked hubs first, and about no more tools than wanted', async () => {
    const { request, dir, model } = await withModel({ 'Say which': () => ({ needs: [] }) })
    expect(await request('proposals.ask', { dir, most: 1 })).toMatchObject({ asked: 1, named: 0 })
    expect(model.questions[0]?.text).toContain(`The first tool:\n<data>\n{"name":"${LOGIN}"`)
  })

  it('that answers badly fails no more than its own proposals', async () => {
    const { request, dir } = await withModel({ 'Say which': () => 'Certainly!' })
    const asked = await request('proposals.ask', { dir, tools: [BOOK] })
    expect(asked).toMatchObject({ asked: 0, named: 0 })
    expect(asked.failed[0]).toMatch(/does not fit/)
    expect((await request('proposals.list', { dir })).total).toBeGreaterThan(0)
  })

  it('is not needed: without one, that is said', async () => {
    const { reply, ...app } = await openApp()
    const dir = await airlineWorkspace({ reply, ...app })
    expect(await reply('proposals.ask', { dir })).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: 'No chat model is chosen, so none can be asked.' },
    })
  })
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
        const need = { name: LOGIN, reason: 'Log in first.', supplies: 'session_id' }
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
