import { buildMemoryVectorIndex } from '../../src-main/adapters/memory/transitional'
import type { OpenVectorIndex } from '../../src-main/pipeline/knowledge-base/open-kit'

/** The one place where tests that need no storage take their indexes from. */
export {
  buildMemoryLexicalIndex,
  buildMemoryVectorIndex,
} from '../../src-main/adapters/memory/transitional'

/** Embeds the texts each time, and keeps them nowhere. */
export const openMemoryVectorIndex: OpenVectorIndex = async (
  embedder,
  { texts, pooling },
  { signal = new AbortController().signal } = {},
) => {
  const vectors = await embedder.embedDocuments(
    texts.map(({ text }) => text),
    signal,
  )
  return buildMemoryVectorIndex(
    texts.map(({ key }, at) => ({ key, vector: vectors[at] as Float32Array })),
    pooling,
  )
}
