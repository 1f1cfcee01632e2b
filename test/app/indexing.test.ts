import { expect, it, onTestFinished } from 'vitest'
import { ToolId } from '../../src-main/domain/tool/tool'
import { fakeModel, startFakeOllama } from '../fakes/ollama/ollama-server'
import { openApp } from './open-app'

it('indexing forgets the vectors of texts that are no longer in the catalog', async () => {
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const id = ToolId.parse('get_weather')
  const index = () => request('knowledge.index', { dir })
  await index()
  await request('catalog.saveLayer', { dir, id, layer: { topics: ['rain'] } })
  expect(await index()).toMatchObject({ embedded: 1, reused: 4 })
  await request('catalog.saveLayer', { dir, id, layer: {} })
  expect(await request('knowledge.status', { dir })).toMatchObject({ documents: 5, embedded: 4 })
  expect(await index()).toMatchObject({ embedded: 1, reused: 4 })
})

it('an edit alone forgets no vector, so that undoing it needs none made', async () => {
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  const id = ToolId.parse('get_weather')
  await request('knowledge.index', { dir })
  await request('catalog.saveLayer', { dir, id, layer: { topics: ['rain'] } })
  await request('catalog.saveLayer', { dir, id, layer: {} })
  expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 0, reused: 5 })
})

it('a model is asked again for no part of a document that is known', async () => {
  const ollama = await startFakeOllama([fakeModel()])
  onTestFinished(() => ollama.close())
  const { request, smallWorkspace } = await openApp()
  const dir = await smallWorkspace()
  await request('settings.write', { ollamaUrl: ollama.url })
  await request('models.choose', { dir, role: 'embedder', model: 'ollama:nomic-embed-text' })
  await request('knowledge.index', { dir })
  const before = ollama.embedded.length
  await request('catalog.saveLayer', {
    dir,
    id: ToolId.parse('get_weather'),
    layer: { questions: ['Will it rain?'] },
  })
  expect(await request('knowledge.index', { dir })).toMatchObject({ embedded: 1, reused: 4 })
  const asked = ollama.embedded.slice(before).flatMap(({ input }) => input)
  expect(asked.filter((text) => /rain/.test(text))).toHaveLength(1)
  expect(asked.filter((text) => /weather/i.test(text))).toEqual([])
})
