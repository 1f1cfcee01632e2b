import { expect, it, onTestFinished } from 'vitest'
import { chatModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { answering } from '../fakes/ollama/speech'
import { openApp } from './open-app'

it('what a slow model is asked is told while it answers', async () => {
  const plan = { steps: [], questions: [], earlierTools: 'none', rewritten: 'mail the report' }
  const ollama = await startFakeOllama([chatModel({ says: answering(() => plan) })])
  onTestFinished(() => ollama.close())
  ollama.msPerToken = 60
  const { request, progress } = await openApp()
  const { dir } = await request('workspace.createDemo', {})
  await request('settings.write', { ollamaUrl: ollama.url, chatModel: 'ollama:small-chat' })
  const options = { preset: 'fused', rerank: 'none' }
  await request('query.run', { dir, recipe: 'toolshed', options, text: 'mail the report' })
  const told = progress.filter(({ unit }) => unit === 'calls')
  expect(told[0]).toEqual({ what: 'Asking the model: Plan in one call', done: 0, unit: 'calls' })
})
