import { describe, expect, it } from 'vitest'
import {
  OFFICE,
  OFFICE_NAMES,
  officeQueries,
  questionsAsAsked,
  questionsOfAnother,
} from '../../../../test/app/office'
import { nounAsked } from '../../../../test/fakes/enhancing'
import { improvedText } from '../shared/improve-lines'
import { withWriter, type TextAnswer } from './enhancing'

async function office(writer: TextAnswer, { each = 40, isLogged = false } = {}) {
  const app = await withWriter(writer)
  const { dir } = await app.request('workspace.create', { name: 'Office' })
  const file = await app.file('tools.json', OFFICE)
  await app.request('import.commit', { dir, path: file })
  const queries = officeQueries(each)
  if (isLogged) {
    const logged = queries.map(({ text, tools }) => ({ query: text, tools }))
    await app.request('history.import', { dir, path: await app.file('logged.json', logged) })
  } else await app.request('golden.add', { dir, set: 'office', queries } as never)
  await app.request('workspace.workWith', { dir, recipe: 'hybrid', options: {}, k: 1 })
  const improve = (input: object = {}) => app.request('improve.run', { dir, ...input })
  const questions = async () => {
    const shown = await Promise.all(
      OFFICE_NAMES.map((id) => app.request('catalog.tool', { dir, id })),
    )
    return shown.map(
      (each) =>
        (each as { entry: { layer: { questions?: string[] } } }).entry.layer.questions ?? [],
    )
  }
  return { ...app, dir, improve, questions }
}

describe('writing for what is missed', () => {
  it('accepts what wins on queries that decided nothing, in one commit that is taken back', async () => {
    const { request, dir, improve, questions } = await office(questionsAsAsked)
    const planned = await request('improve.plan', { dir })
    expect(planned).toMatchObject({ goldenSet: 'office', missed: { tools: 6, calls: 12 } })
    const { accepted, asked } = await improve()
    expect(asked).toBe(6)
    expect(accepted?.all.mean).toBeGreaterThan(0.3)
    expect(accepted?.all.ci95[0]).toBeGreaterThan(0)
    expect((await questions()).flat().length).toBeGreaterThan(6)
    await request('changes.undo', { dir, change: accepted?.change })
    expect((await questions()).flat()).toEqual([])
  })

  it('accepts nothing of a writer whose texts lead elsewhere', async () => {
    const { improve, questions } = await office(questionsOfAnother)
    expect(await improve()).toMatchObject({ nothing: 'no-gain', asked: 6 })
    expect((await questions()).flat()).toEqual([])
  })

  it('says that five queries tell nothing, and writes nothing', async () => {
    const { improve, questions } = await office(questionsAsAsked, { each: 1 })
    const done = await improve({ tools: 'all' })
    expect(done).toMatchObject({ nothing: 'few-queries' })
    expect((await questions()).flat()).toEqual([])
  })

  it('goes on where it was stopped, and asks for nothing twice', async () => {
    const stop = new AbortController()
    const { improve, reply, dir, model } = await office((question) => {
      if (model.questions.length === 3) stop.abort()
      return questionsAsAsked(question)
    })
    expect(await reply('improve.run', { dir }, stop.signal)).toMatchObject({
      error: { code: 'cancelled' },
    })
    const before = model.questions.length
    const { accepted } = await improve()
    expect(accepted?.texts).toBe(6)
    expect(model.questions.length - before).toBeLessThanOrEqual(10)
    const questions = model.questions.filter(({ text }) => nounAsked(text) === undefined)
    expect(questions.length).toBeLessThanOrEqual(7)
  })

  it('is done by two programs at once, and each text is written once', async () => {
    const { improve, dir, place, questions } = await office(questionsAsAsked)
    const other = await withWriter(questionsAsAsked, place)
    const done = await Promise.all([improve(), other.request('improve.run', { dir })])
    expect(done.some(({ accepted }) => (accepted?.texts ?? 0) > 0)).toBe(true)
    for (const texts of await questions()) {
      expect(texts).toHaveLength(new Set(texts).size)
      expect(texts.length).toBeLessThanOrEqual(2)
    }
    const accepted = done.reduce((sum, each) => sum + (each.accepted?.texts ?? 0), 0)
    expect(accepted).toBe(6)
  })

  it('goes by logged queries where there are no golden ones, and says so', async () => {
    const { improve, request, dir } = await office(questionsAsAsked, { isLogged: true })
    const planned = await request('improve.plan', { dir })
    expect(planned).toMatchObject({ missed: { tools: 6 } })
    expect(planned).not.toHaveProperty('goldenSet')
    const done = await improve()
    expect(done.accepted?.all.mean).toBeGreaterThan(0.3)
    expect(improvedText(done).join(' ')).toContain('On logged queries that decided nothing')
  })

  it('refuses a golden set beside logged queries', async () => {
    const { reply, dir } = await office(questionsAsAsked, { each: 1 })
    expect(await reply('improve.run', { dir, goldenSet: 'office', logged: true })).toMatchObject({
      error: { code: 'bad-input', fix: 'Choose one of them.' },
    })
    expect(await reply('improve.run', { dir, logged: true })).toMatchObject({
      error: {
        code: 'bad-input',
        message: expect.stringContaining('No queries are logged') as string,
      },
    })
  })

  it('is refused where there are neither golden nor logged queries', async () => {
    const app = await withWriter(questionsAsAsked)
    const { dir } = await app.request('workspace.create', { name: 'Empty' })
    expect(await app.reply('improve.run', { dir })).toMatchObject({
      error: { code: 'bad-input', fix: expect.stringContaining('golden') as string },
    })
  })
})
