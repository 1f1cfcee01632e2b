import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'
import { embedParts } from '../../src-main/pipeline/knowledge-base/weighed-text'
import type { OpenVectorIndex } from '../../src-main/pipeline/knowledge-base/kit-parts'

/** The one place where tests that need no storage take their indexes from. */
export {
  buildMemoryLexicalIndex,
  unpackMemoryLexicalIndex,
} from '../../src-main/adapters/memory/memory-lexical-index'
export { buildMemoryVectorIndex } from '../../src-main/adapters/memory/memory-vector-index'

/** Embeds the texts each time, and keeps them nowhere. */
export const openMemoryVectorIndex: OpenVectorIndex = async (
  embedder,
  { keys, parts, pooling },
  { signal = new AbortController().signal } = {},
) => {
  const vectors = await embedParts(embedder, await parts(), signal)
  return buildMemoryVectorIndex(
    keys.map((key, at) => ({ key, vector: vectors[at] as Float32Array })),
    pooling,
  )
}
