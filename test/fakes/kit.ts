import type { Bundle } from '../../src-main/domain/bundle'
import type { CatalogTool } from '../../src-main/domain/tool'
import { openKit, type OpenKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import type { Embedder } from '../../src-main/ports/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from './indexes'

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
    promptTokens: () => 1,
    buildLexicalIndex: buildMemoryLexicalIndex,
    openVectorIndex: openMemoryVectorIndex,
  })
