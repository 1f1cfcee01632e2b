import type { Hit } from '../../ports/hit'
import type { BuildLexicalIndex } from '../../ports/lexical-index'
import type { BuildVectorIndex } from '../../ports/vector-index'
import type { ToolId } from '../../domain/tool'
import { buildMemoryToolIndex } from './memory-tool-index'

export const buildMemoryLexicalIndex: BuildLexicalIndex = (documents) => {
  const built = buildMemoryToolIndex(
    documents.map(({ key, terms }) => ({ tool: key as string as ToolId, terms: [...terms] })),
  )
  return {
    size: documents.length,
    async search(queries, search) {
      const index = await built
      const lists = []
      for (const terms of queries) {
        const hits = await index.lexical({ ...search, terms: [...terms], among: search.among as never })
        lists.push(hits.map(({ tool, ...hit }) => ({ key: tool as string, ...hit }) as Hit<never>))
      }
      return lists
    },
  }
}
export const buildMemoryVectorIndex: BuildVectorIndex = (documents) => {
  const built = buildMemoryToolIndex(
    documents.map(({ key, vector }) => ({ tool: key as string as ToolId, terms: [], vector })),
  )
  return {
    size: documents.length,
    async search(vectors, search) {
      const index = await built
      const lists = []
      for (const vector of vectors) {
        const hits = await index.dense({ ...search, vector, among: search.among as never })
        lists.push(hits.map(({ tool, ...hit }) => ({ key: tool as string, ...hit }) as Hit<never>))
      }
      return lists
    },
    alike: async () => undefined,
    close: async () => undefined,
  }
}
