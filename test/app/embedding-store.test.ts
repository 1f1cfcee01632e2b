import { expect, it } from 'vitest'
import { openCatalog } from '../../src-main/app/catalog'
import { buildMemoryToolIndex } from '../../src-main/adapters/memory/memory-tool-index'
import { Problem, type ProblemCode } from '../../src-main/domain/problem'
import type { DocumentStore } from '../../src-main/pipeline/knowledge-base/embed-documents'
import { catalogTool } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'

const denseWhere = (code: ProblemCode) => {
  const store: DocumentStore = {
    vectors: () => Promise.resolve(new Map()),
    hasOnlyOtherEmbeddersDocuments: () => Promise.resolve(false),
    saveDocuments: () => Promise.reject(new Problem(code, 'It cannot be stored.')),
  }
  const catalog = openCatalog([catalogTool('send_mail')], store, {
    embedders: {
      list: () => Promise.resolve([]),
      open: () => Promise.resolve(conceptEmbedder([['send']])),
    },
    tokenCounter: { tokenizer: 'none', count: () => 0 },
    buildIndex: buildMemoryToolIndex,
  })
  return catalog.knowledgeBase('any').dense(['name'])
}

it.each(['storage', 'busy'] as const)(
  'searching goes on where vectors cannot be kept: %s',
  async (code) => {
    expect((await denseWhere(code)).index.size).toBe(1)
  },
)

it('a vector that does not fit is an error and not passed over', async () => {
  await expect(denseWhere('bad-input')).rejects.toThrow('It cannot be stored.')
})
