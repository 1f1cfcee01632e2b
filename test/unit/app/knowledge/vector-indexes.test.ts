import { expect, test } from 'vitest'
import { vectorIndexes, vectorReader } from '../../../../src-main/app/workspaces/vector-indexes'
import { embeddedTexts } from '../../../../src-main/pipeline/knowledge-base/weighed-text'
import { memoryDocumentStore } from '../../../fakes/document-store'
import { conceptEmbedder } from '../../../fakes/embedder'
import { buildMemoryVectorIndex } from '../../../fakes/indexes'

const embedder = () => conceptEmbedder([['send'], ['find']])
const texts = (count: number, of: ReturnType<typeof embedder>) =>
  embeddedTexts(
    Array.from({ length: count }, (_, at) => ({ key: `tool-${at}`, text: `send ${at}` })),
    { pooling: 'best' },
    of,
  )

/** Both ways to the vectors of a published snapshot that is searched where it lies. */
function reading() {
  const store = {
    ...memoryDocumentStore({ readOnly: true }),
    saveDocuments: async () => undefined,
    vectorIndex: () => Promise.reject(new Error('They fit into memory.')),
  }
  const inPlace = { publishedFor: { recipes: ['hybrid', 'bm25'], embedder: 'static' } }
  const parts = { store, inPlace, mostVectorBytesInMemory: Infinity }
  return [
    vectorIndexes({ ...parts, buildVectorIndex: buildMemoryVectorIndex }),
    vectorReader(parts),
  ]
}

test.each([0, 1])('embeds no large catalog for one who reads it, way %i', async (way) => {
  const own = embedder()
  const open = reading()[way]
  await expect(open?.(own, await texts(5_001, own))).rejects.toMatchObject({
    code: 'bad-input',
    message: expect.stringMatching(
      /^This would have 5,001 texts .* by hybrid, bm25 with static\.$/,
    ),
  })
  expect(own.embedded).toEqual([])
})

test.each([0, 1])('embeds what is little, way %i', async (way) => {
  const own = embedder()
  const open = reading()[way]
  await open?.(own, await texts(100, own))
  expect(own.embedded.flat()).toHaveLength(100)
})
