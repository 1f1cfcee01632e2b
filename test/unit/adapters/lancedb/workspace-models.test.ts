import { expect, it } from 'vitest'
import { sampleWorkspace } from './temporary-workspaces'

it('a workspace keeps the models chosen for it, each until it is taken back', async () => {
  const { library, store } = await sampleWorkspace()
  expect(await store.info()).not.toHaveProperty('models')
  await store.commit({ models: { chat: 'ollama:a', embedder: 'builtin' } })
  await store.commit({ name: 'Other' })
  await store.commit({ models: { chat: null, reranker: 'ollama:b' } })
  const models = { embedder: 'builtin', reranker: 'ollama:b' }
  expect(await store.info()).toMatchObject({ name: 'Other', models, revision: 4 })
  const copy = await library.duplicate(store.dir, 'Copy')
  expect((await copy.info()).models).toEqual(models)
  await copy.close()
  const back = await library.importArchive(await library.exportArchive(store.dir))
  expect((await back.info()).models).toEqual(models)
  await back.close()
  await store.commit({ models: { embedder: null, reranker: null } })
  expect(await store.info()).not.toHaveProperty('models')
})

it('a workspace keeps what several programs choose for it at the same time', async () => {
  const { library, store } = await sampleWorkspace()
  const other = await library.open(store.dir)
  await Promise.all([
    store.commit({ models: { chat: 'ollama:a' } }),
    other.commit({ models: { reranker: 'ollama:b' } }),
    store.commit({ models: { embedder: 'ollama:c' } }),
  ])
  expect((await other.info()).models).toEqual({
    chat: 'ollama:a',
    embedder: 'ollama:c',
    reranker: 'ollama:b',
  })
  await other.close()
})
