import type { Embedder } from '../../ports/embedder'
import type { Documents, VectorSource } from '../kit'
import type { PrepareCall } from '../stage'
import type { Derived } from './derived'
import { embedParts } from './embed-parts'
import { splitIdentifier } from './split-identifier'
import { textsToEmbed, type TextsToEmbed } from './texts-to-embed'

/** Gives the vectors of texts, `vectors[i]` for the i-th key; embeds those that are not embedded yet. */
export type ReadVectors = <Key extends string>(
  embedder: Embedder,
  documents: TextsToEmbed<Key>,
  call?: PrepareCall,
) => Promise<readonly Float32Array[]>

interface VectorParts {
  embedder(): Promise<Embedder>
  /** Left out: texts are embedded each time. */
  readVectors?: ReadVectors
  derived?: Derived
}

const embedEachTime: ReadVectors = async (embedder, { parts }, call) =>
  embedParts(embedder, await parts(), call?.signal)

/** The vectors of documents. They are read each time: whoever learns from them keeps what was learned. */
export const vectorSource = <Key extends string>(
  documents: Documents<Key>,
  { embedder: open, readVectors = embedEachTime, derived }: VectorParts,
): VectorSource<Key> => ({
  key: `vectors of ${documents.key}`,
  embeds: true,
  async prepare(call) {
    const embedder = await open()
    const texts = await textsToEmbed(documents, embedder, derived)
    const vectors = await readVectors(embedder, texts, call)
    return { keys: texts.keys, vectors, dimensions: embedder.dimensions }
  },
  async of(text, signal) {
    const embedder = await open()
    const [vector] = await embedder.embedDocuments([splitIdentifier(text)], signal)
    return vector ?? new Float32Array(embedder.dimensions)
  },
})
