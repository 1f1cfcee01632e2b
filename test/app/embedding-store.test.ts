import { expect, it } from 'vitest'
import { openCatalog } from '../../src-main/app/workspaces/catalog'
import { Problem, type ProblemCode } from '../../src-main/domain/problem'
import { catalogTool } from '../fakes/catalog-tool'
import { conceptEmbedder } from '../fakes/embedder'
import { buildMemoryLexicalIndex, buildMemoryVectorIndex } from '../fakes/indexes'

/**
 * What a search by meaning finds where nothing can be stored; `inMemory` vectors at most are held
 * there.
 */
async function foundWhere(code: ProblemCode, inMemory = 10): Promise<string[]> {
  const store: Parameters<typeof openCatalog>[1] = {
    read: () => Promise.reject(new Error('No record is read.')),
    members: () => Promise.reject(new Error('No golden set is read.')),
    vectors: async () => new Map<string, Float32Array>(),
    storedHashes: async () => new Set<string>(),
    vectorIndex: () => Promise.reject(new Error('Nothing is stored.')),
    hasOnlyOtherEmbeddersDocuments: async () => false,
    saveDocuments: () => Promise.reject(new Problem(code, 'It cannot be stored.')),
  }
  const catalog = openCatalog([catalogTool('send_mail'), catalogTool('add_event')], store, {
    embedders: {
      open: async () => conceptEmbedder([['send'], ['event']]),
    },
    tokenCounter: { tokenizer: 'none', count: () => ({ tokens: 0, isEstimate: false }) },
    buildLexicalIndex: buildMemoryLexicalIndex,
    buildVectorIndex: buildMemoryVectorIndex,
    mostVectorBytesInMemory: inMemory,
  })
  const kit = catalog.kit('any')
  const { signal } = new AbortController()
  const [found] = await kit.dense(kit.documents(['name'])).search(['send'], { depth: 1, signal })
  return (found ?? []).map(({ key }) => key)
}

it.each(['storage', 'busy'] as const)(
  'searching goes on where vectors cannot be kept: %s',
  async (code) => {
    expect(await foundWhere(code)).toEqual(['send_mail'])
    expect(await foundWhere(code, 1)).toEqual(['send_mail'])
  },
)

it('a vector that does not fit is an error and not passed over', async () => {
  await expect(foundWhere('bad-input')).rejects.toThrow('It cannot be stored.')
})
