import { expect, it, onTestFinished } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { chatModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { answering } from '../fakes/ollama/speech'
import { openApp } from './open-app'

/**
 * The demo with a model that gives one answer to all questions, word by word for more than half a
 * second.
 */
async function withSlowModel(answer: unknown) {
  const ollama = await startFakeOllama([
    chatModel({ says: answering(() => answer), capabilities: ['completion', 'tools'] }),
  ])
  onTestFinished(() => ollama.close())
  ollama.msPerToken = 30
  const app = await openApp()
  const { dir } = await app.request('workspace.createDemo', {})
  await app.request('settings.write', { ollamaUrl: ollama.url, chatModel: 'ollama:small-chat' })
  return { ...app, dir }
}

const [mail, timer] = ['mail the report', 'start a timer'].map((text) => ({
  action: text,
  difficulty: 'easy',
  variations: [],
}))
const plan = { rewritten: 'mail it', texts: ['say it'] }

it('what a slow model is asked is told while it answers', async () => {
  const { dir, request, progress } = await withSlowModel({ ...plan, steps: [mail] })
  const options = { preset: 'fused' }
  await request('query.run', { dir, recipe: 'toolshed', options, text: 'mail the report' })
  const told = progress.filter(({ unit }) => unit === 'calls')
  const what = 'Asking the model: Plan in one call'
  expect(told[0]).toEqual({ what, done: 0, atMost: 2, unit: 'calls' })
})

it('how often it is asked at most is told as soon as the plan is there', async () => {
  const { dir, request, progress } = await withSlowModel({ ...plan, steps: [mail, timer] })
  const options = { planner: 'model', prompting: 'single', rewrite: false, variations: 1 }
  await request('query.run', { dir, recipe: 'toolshed', options, text: 'mail it, start a timer' })
  const told = progress.filter(({ unit }) => unit === 'calls')
  expect(told[0]).toMatchObject({ done: 0, atMost: undefined })
  expect(told.at(-1)).toMatchObject({ atMost: 3 })
})

it('a model that is tried with tools is told while it answers', async () => {
  const { dir, request, progress } = await withSlowModel('I call nothing. '.repeat(6))
  const { rows } = await request('catalog.list', { dir, limit: 2 })
  const tools = rows.map(({ id }) => ToolId.parse(id))
  await request('query.tryModel', { dir, text: 'mail the report', tools })
  await request('agent.step', {
    dir,
    text: 'mail the report',
    by: 'model',
    recipe: 'bm25',
    k: 3,
    held: tools,
    searched: [],
  })
  const asked = progress.filter(({ what }) => what.startsWith('Asking'))
  expect([...new Set(asked.map(({ what }) => what))]).toEqual([
    'Asking ollama:small-chat with 2 tools',
    'Asking ollama:small-chat with 3 tools',
  ])
})
