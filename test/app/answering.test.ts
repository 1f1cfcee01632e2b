import { expect, it } from 'vitest'
import { prepareRecipe } from '../../src-main/app/answering'
import { openCatalog } from '../../src-main/app/catalog'
import type { AppContext } from '../../src-main/app/handlers'
import { Settings } from '../../src-main/domain/settings'
import { fakeClock } from '../fakes/clock'
import { buildMemoryLexicalIndex, buildMemoryVectorIndex } from '../fakes/indexes'

it('a query is given nothing that another embedder or language model gave', async () => {
  const catalog = openCatalog([], {} as Parameters<typeof openCatalog>[1], {
    embedders: { list: async () => [], open: () => Promise.reject(new Error('It is not asked.')) },
    tokenCounter: { tokenizer: 'none', count: () => ({ tokens: 0, isEstimate: false }) },
    buildLexicalIndex: buildMemoryLexicalIndex,
    buildVectorIndex: buildMemoryVectorIndex,
    mostVectorBytesInMemory: 0,
  })
  const call = { signal: new AbortController().signal, emit: () => undefined }
  const sharingWith = async (model?: string, embedder?: string) => {
    const context = {
      settings: { read: async () => Settings.parse({}) },
      clock: fakeClock(),
      model: model && { fingerprint: model, ask: () => Promise.reject(new Error('Not asked.')) },
    } as unknown as AppContext
    const input = { catalog, dir: '', recipe: 'bm25', options: {}, k: 1, embedder }
    return (await prepareRecipe(context, input, call)).runWith.sharing
  }
  const known = await sharingWith('model@1')
  expect(await sharingWith('model@1')).toBe(known)
  for (const other of [sharingWith('model@2'), sharingWith(), sharingWith('model@1', 'other')]) {
    expect(await other).not.toBe(known)
  }
})
