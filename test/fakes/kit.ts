import { buildMemoryLexicalIndex, buildMemoryVectorIndex } from './indexes'
import type { Bundle } from '../../src-main/domain/bundle'
import type { CatalogTool } from '../../src-main/domain/tool'
import { openKit, type OpenKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import type { Embedder } from '../../src-main/ports/embedder'

interface KitOf {
  tools: readonly CatalogTool[]
  bundles?: readonly Bundle[]
  embedder: Embedder
}

/** A kit over tools in memory. */
export const kitOf = ({ tools, bundles = [], embedder }: KitOf): OpenKit =>
  openKit({
    tools,
    bundles: async () => bundles,
    embedder: async () => embedder,
    buildLexicalIndex: buildMemoryLexicalIndex,
    async openVectorIndex(given, { texts, pooling }) {
      const { signal } = new AbortController()
      const vectors = await given.embedDocuments(
        texts.map(({ text }) => text),
        signal,
      )
      return buildMemoryVectorIndex(
        texts.map(({ key }, at) => ({ key, vector: vectors[at] as Float32Array })),
        pooling,
      )
    },
  })
