import type { ToolId } from '../../domain/tool'
import type { Embedder } from '../../ports/embedder'
import type { ToolIndex } from '../../ports/tool-index'
import type { Retriever } from '../stage'
import { retrieve } from './retrieve'

/** An index with the embedder of its documents. */
export interface DenseSource {
  index: ToolIndex
  embedder: Embedder
}

export interface DenseOptions {
  depth: number
  among?: ReadonlySet<ToolId>
}

/** Cosine similarity of the query's vector and the tool documents'. */
export function dense(source: () => Promise<DenseSource>, options: DenseOptions): Retriever {
  const { depth, among } = options
  return retrieve({
    name: 'dense',
    source: 'cosine',
    settings: { depth },
    depth,
    async search(text, { signal, account }) {
      const { index, embedder } = await source()
      const [vector] = await embedder.embedQueries([text], signal)
      if (vector?.some((value) => value !== 0)) {
        return index.dense({ vector, depth, among, signal })
      }
      account.degraded = 'the embedder knows no word of this query'
      return []
    },
  })
}
