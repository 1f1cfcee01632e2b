import type { Pooling } from '../../ports/hit'
import type { Documents } from '../kit'
import { FEWEST_KEPT, keptHashes, packJson, type Derived, type TextHashes } from './derived'
import { contentHash } from './embed-documents'
import { inTurns } from './in-turns'
import { splitIdentifier } from './split-identifier'

/** Texts to be searched by their meaning. */
export interface TextsToEmbed<Key extends string> extends TextHashes<Key> {
  pooling: Pooling
  /** `texts[i]` has `hashes[i]`. Only needed where some are not embedded yet. */
  texts(): Promise<readonly string[]>
}

export const charactersOf = ({ text }: { text: string }): number => text.length

/** What is to be embedded of documents, with kept hashes where there are any. */
export async function textsToEmbed<Key extends string>(
  documents: Documents<Key>,
  derived: Derived | undefined,
): Promise<TextsToEmbed<Key>> {
  const { pooling } = documents
  const name = `hashes of ${documents.key}`
  const hashOf = (text: string) => contentHash(splitIdentifier(text))
  const embedded = async () =>
    inTurns(await documents.texts(), ({ key, text }) => [{ key, text: splitIdentifier(text) }], {
      charactersOf,
    })
  const kept = await keptHashes(name, { documents, hashOf }, derived)
  if (kept) {
    return { ...kept, pooling, texts: async () => (await embedded()).map(({ text }) => text) }
  }
  const texts = await embedded()
  const hashes = {
    keys: texts.map(({ key }) => key),
    hashes: texts.map(({ text }) => contentHash(text)),
  }
  if (texts.length >= FEWEST_KEPT) await derived?.keep(name, packJson(hashes))
  return { ...hashes, pooling, texts: async () => texts.map(({ text }) => text) }
}
