import type { Embedder } from '../../ports/embedder'
import type { Pooling } from '../../ports/hit'
import type { Documents } from '../kit'
import { FEWEST_KEPT, keptHashes, packJson, type Derived, type TextHashes } from './derived'
import { documentHash } from './embed-documents'
import { mapYielding } from './map-yielding'
import { charactersOf, meaningWeightsOf, partsOf, type WeighedPart } from './weighed-text'

/** Texts to be searched by their meaning. */
export interface TextsToEmbed<Key extends string> extends TextHashes<Key> {
  pooling: Pooling
  /** `parts[i]` make the text that has `hashes[i]`. Only needed where some are not embedded yet. */
  parts(): Promise<readonly (readonly WeighedPart[])[]>
}

/** What is to be embedded of documents, with kept hashes where there are any. */
export async function textsToEmbed<Key extends string>(
  documents: Documents<Key>,
  embedder: Pick<Embedder, 'reads'>,
  derived: Derived | undefined,
): Promise<TextsToEmbed<Key>> {
  const { pooling } = documents
  const weights = meaningWeightsOf(documents, embedder)
  const name = `hashes of ${documents.key}, ${embedder.reads}`
  const embedded = async () =>
    mapYielding(
      await documents.texts(),
      (keyed) => [{ key: keyed.key, parts: partsOf(keyed, weights) }],
      { charactersOf },
    )
  const kept = await keptHashes(
    name,
    { documents, hashOf: (keyed) => documentHash(partsOf(keyed, weights)) },
    derived,
  )
  if (kept) {
    return { ...kept, pooling, parts: async () => (await embedded()).map(({ parts }) => parts) }
  }
  const texts = await embedded()
  const hashes = {
    keys: texts.map(({ key }) => key),
    hashes: texts.map(({ parts }) => documentHash(parts)),
  }
  if (texts.length >= FEWEST_KEPT) await derived?.keep(name, packJson(hashes))
  return { ...hashes, pooling, parts: async () => texts.map(({ parts }) => parts) }
}
