import type { Bundle } from '../../src-main/domain/query/bundle'
import type { FieldWeightsRecord } from '../../src-main/domain/recipe/field-weights'
import type { CatalogTool } from '../../src-main/domain/tool/tool'
import { openKit, type OpenKit } from '../../src-main/pipeline/knowledge-base/open-kit'
import type { Embedder } from '../../src-main/ports/embedder'
import { buildMemoryLexicalIndex, openMemoryVectorIndex } from './indexes'

interface KitOf {
  tools: readonly CatalogTool[]
  bundles?: readonly Bundle[]
  fieldWeights?: readonly FieldWeightsRecord[]
  embedder: Embedder
}

/** A kit over tools in memory. */
export const kitOf = ({ tools, bundles = [], fieldWeights = [], embedder }: KitOf): OpenKit =>
  openKit({
    tools,
    bundles: async () => bundles,
    fieldWeights: async () => fieldWeights,
    embedder: async () => embedder,
    promptTokens: () => 1,
    buildLexicalIndex: buildMemoryLexicalIndex,
    openVectorIndex: openMemoryVectorIndex,
  })
