import { describe, expect, it } from 'vitest'
import { tracedAnswer } from '../../src-main/contract/traced-answer'
import { answerDifference } from '../../src-main/domain/trace/difference'
import { ToolId } from '../../src-main/domain/tool/tool'
import { libraryIn } from '../fakes/app-on'
import { conceptEmbedder } from '../fakes/embedder'
import { emptyFolder, openApp, openAppOn, openAppWith, type AppUnderTest } from './open-app'
import { programsOnOneFolder } from './two-programs'

const question = { text: 'send an email', recipe: 'hybrid', k: 2, withTrace: true } as const

async function answered({ request }: AppUnderTest, dir: string, changes: object = {}) {
  return tracedAnswer(await request('query.run', { dir, ...question, ...changes }))
}

describe('a saved trace', () => {
  it('is read as it was, listed without its steps, and gone once deleted', async () => {
    const app = await openApp()
    const { request, reply } = app
    const dir = await app.smallWorkspace()
    const answer = await answered(app, dir)
    const saved = await request('traces.save', { dir, name: ' before the rewrite ', answer })
    expect(saved).toMatchObject({ name: 'before the rewrite', recipe: 'hybrid', k: 2 })
    expect(saved).toMatchObject({ embedder: 'builtin', catalog: { tools: 5 } })
    const { steps, ...head } = await request('traces.read', { dir, id: saved.id })
    expect(head).toEqual(saved)
    expect(steps).toEqual(answer.steps)
    expect((await request('traces.list', { dir })).traces).toEqual([saved])
    const ids = [saved.id, 'unknown']
    expect(await request('traces.delete', { dir, ids })).toMatchObject({ deleted: 1 })
    expect(await reply('traces.read', { dir, id: saved.id })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('asked again on the same catalog gives the same, whatever else was saved meanwhile', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const answer = await answered(app, dir)
    const { id } = await app.request('traces.save', { dir, name: 'one', answer })
    const now = await app.request('traces.replay', { dir, id })
    const { places, first, askedOtherwise } = answerDifference(answer, now)
    expect(places.map(({ before, after }) => [before, after])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect([first, askedOtherwise]).toEqual([undefined, []])
  })

  it('asked again after an edit tells what came and went, and where that began', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const answer = await answered(app, dir)
    const { id } = await app.request('traces.save', { dir, name: 'one', answer })
    const weather = ToolId.parse('get_weather')
    const layer = { description: 'Send an email.', questions: ['send an email', 'email me'] }
    await app.request('catalog.saveLayer', { dir, id: weather, layer })
    const now = await app.request('traces.replay', { dir, id })
    const difference = answerDifference(answer, now)
    expect(difference).toMatchObject({ came: 1, went: 1, askedOtherwise: ['catalog'] })
    expect(difference.places.find(({ tool }) => tool === weather)?.before).toBeUndefined()
    expect(difference.first?.path).toBe('standard scores/words/bm25')
  })

  it('of a recipe that asks the same again with another embedder is said to be asked otherwise', async () => {
    const folder = await emptyFolder()
    const one = await openAppWith(conceptEmbedder([['email', 'mailbox'], ['weather']]), folder)
    const dir = await one.smallWorkspace()
    const answer = await answered(one, dir, { recipe: 'dense' })
    const now = await answered(one, dir, { recipe: 'dense', embedder: 'other' })
    expect(answerDifference(answer, now).askedOtherwise).toEqual(['embedder'])
  })
})

describe('what is kept of traces is bounded', () => {
  it('in number: the one too many is refused with what to do, whoever saved the last', async () => {
    const { folder, first, second, meanwhile } = await programsOnOneFolder()
    const dir = await first.smallWorkspace()
    const answer = await answered(first, dir, { recipe: 'bm25' })
    const store = await libraryIn(folder).open(dir)
    const { steps, ...head } = answer
    const put = Array.from({ length: 199 }, (_, at) => ({
      ...head,
      id: `old ${at}`,
      name: `old ${at}`,
      savedAt: '2026-01-01T00:00:00.000Z',
      steps: steps.slice(0, 1),
    }))
    await store.commit({ traces: { put } })
    await store.close()
    meanwhile(() => second.request('traces.save', { dir, name: 'theirs', answer }))
    expect(await first.reply('traces.save', { dir, name: 'mine', answer })).toMatchObject({
      error: { code: 'conflict', fix: expect.stringContaining('Delete') as string },
    })
    const { traces, most } = await first.request('traces.list', { dir })
    expect([traces.length, most]).toEqual([200, 200])
    expect(traces[0]?.name).toBe('theirs')
  })

  it('in size: of long lists the first tools are kept, and it says how many', async () => {
    const app = await openApp()
    const dir = await app.smallWorkspace()
    const answer = await answered(app, dir)
    const [tool] = answer.tools
    const long = {
      shape: 'ranking',
      order: 'score',
      count: 100,
      tools: Array.from({ length: 100 }, () => ({
        tool: tool ?? ToolId.parse('x'),
        score: 1,
        witnesses: [{ kind: 'part' as const, text: 'x'.repeat(1000) }],
      })),
    } as const
    const step = answer.steps[0]
    if (!step) throw new Error('There is no step.')
    const steps = Array.from({ length: 40 }, (_, at) => ({ ...step, path: `${at}`, output: long }))
    const saved = await app.request('traces.save', { dir, name: 'x', answer: { ...answer, steps } })
    expect(saved.toolsKept).toBe(20)
    const read = await app.request('traces.read', { dir, id: saved.id })
    const outputs = read.steps.map(({ output }) => ('tools' in output ? output : undefined))
    expect(outputs.map((output) => [output?.tools.length, output?.count])).toEqual(
      steps.map(() => [20, 100]),
    )
    const endless = { ...step, notes: { why: 'x'.repeat(1_000_001) } }
    const refused = { ...answer, steps: [endless] }
    expect(await app.reply('traces.save', { dir, name: 'x', answer: refused })).toMatchObject({
      error: { code: 'bad-input', message: expect.stringContaining('too large') as string },
    })
  })
})

it('a saved trace goes with its workspace into an archive and back', async () => {
  const folder = await emptyFolder()
  const app = await openAppOn(folder)
  const dir = await app.smallWorkspace()
  const answer = await answered(app, dir, { recipe: 'bm25' })
  const saved = await app.request('traces.save', { dir, name: 'one', answer })
  const library = libraryIn(folder)
  const copy = await library.importArchive(await library.exportArchive(dir), 'Copy')
  expect((await copy.read('traces')).traces).toEqual([saved])
  expect(await copy.members('traces', saved.id)).toEqual(answer.steps)
  await copy.close()
})
