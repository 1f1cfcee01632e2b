import type { LexicalDocument, LexicalIndex, UnpackLexicalIndex } from '../../ports/lexical-index'
import type { Documents, KeptBytes, KeyedText } from '../kit'

export type Derived = KeptBytes

/** The fewest texts worth keeping anything of: what is made of fewer is there in a tenth of a second. */
export const FEWEST_KEPT = 2_000

/** What of a text is matched. */
type TermsOf<Key extends string> = (text: KeyedText<Key>) => LexicalDocument<Key>

/** A kept index of the words of documents, if it holds what these documents say. */
export async function keptIndex<Key extends string>(
  name: string,
  { documents, termsOf }: { documents: Documents<Key>; termsOf: TermsOf<Key> },
  { derived, unpack }: { derived: Derived | undefined; unpack: UnpackLexicalIndex | undefined },
): Promise<LexicalIndex<Key> | undefined> {
  const sample = (await documents.sample?.()) ?? []
  if (!derived || !unpack || sample.length === 0) return undefined
  const bytes = await derived.read(name)
  const index = bytes && readOrNothing(() => unpack<Key>(bytes))
  // Another version of the program may cut words or make documents otherwise.
  const isSame = sample.every((text) => index?.holds(termsOf(text)))
  return isSame ? index : undefined
}

/** What texts are stored under: `hashes[i]` is that of the text of `keys[i]`. */
export interface TextHashes<Key extends string> {
  keys: readonly Key[]
  hashes: readonly string[]
}

/** Kept hashes of documents, if they are those of what these documents say. */
export async function keptHashes<Key extends string>(
  name: string,
  { documents, hashOf }: { documents: Documents<Key>; hashOf: (text: KeyedText<Key>) => string },
  derived: Derived | undefined,
): Promise<TextHashes<Key> | undefined> {
  const sample = (await documents.sample?.()) ?? []
  if (!derived || sample.length === 0) return undefined
  const bytes = await derived.read(name)
  const kept = bytes && unpackJson<TextHashes<Key>>(bytes)
  return kept && holdsAll(kept, sample, hashOf) ? kept : undefined
}

function holdsAll<Key extends string>(
  { keys, hashes }: TextHashes<Key>,
  sample: readonly KeyedText<Key>[],
  hashOf: (text: KeyedText<Key>) => string,
): boolean {
  return sample.every((text) => {
    const hash = hashOf(text)
    return keys.some((other, at) => other === text.key && hashes[at] === hash)
  })
}

export const packJson = (value: unknown): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(value))

/** What was packed, or nothing where that is not what the bytes are. */
export const unpackJson = <Value>(bytes: Uint8Array): Value | undefined =>
  readOrNothing(() => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Value)

function readOrNothing<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
