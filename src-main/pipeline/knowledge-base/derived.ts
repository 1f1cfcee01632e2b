import type { ToolId } from '../../domain/tool/tool'
import type { LexicalDocument, LexicalIndex, UnpackLexicalIndex } from '../../ports/lexical-index'
import type { Documents, KeyedText, Replaced } from '../kit'

/** Where what is made of a catalog's tools is kept between processes. */
export interface Derived {
  /**
   * What was kept last under a name. Nothing where it is not there, or where too many tools are
   * others since.
   */
  read(name: string): Promise<CachedOfTools | undefined>
  keep(name: string, content: Uint8Array): Promise<void>
}

/** What was made of a catalog's tools by an earlier process. */
export interface CachedOfTools {
  content: Uint8Array
  /** The tools that are others since. */
  changed: ReadonlySet<ToolId>
  /** All tools as they were then, by id; absent where none changed. */
  ids?: readonly ToolId[] | undefined
}

/**
 * The fewest texts worth keeping anything of: what is made of fewer is there in a tenth of a
 * second.
 */
export const FEWEST_KEPT = 2_000

/** The name of what is kept of documents: one that were made with something else are others. */
export const cacheName = (key: string, basis: string | undefined): string =>
  basis === undefined ? key : `${key}, made with ${basis}`

/** What of a text is matched. */
type TermsOf<Key extends string> = (text: KeyedText<Key>) => LexicalDocument<Key>

/**
 * A kept index of the words of documents, if it holds what these documents say; with the texts that
 * are others since.
 */
export async function cachedIndex<Key extends string>(
  name: string,
  { documents, termsOf }: { documents: Documents<Key>; termsOf: TermsOf<Key> },
  { derived, unpack }: { derived: Derived | undefined; unpack: UnpackLexicalIndex | undefined },
): Promise<{ index: LexicalIndex<Key>; replaced: Replaced<Key> } | undefined> {
  if (!unpack) return undefined
  const kept = await keptOf(name, documents, derived)
  const index = kept && readOrNothing(() => unpack<Key>(kept.content))
  // Another version of the program may cut words or make documents otherwise.
  const isSame = kept?.sample.every((text) => index?.holds(termsOf(text)))
  return kept && index && isSame ? { index, replaced: kept.replaced } : undefined
}

/** What texts are stored under: `hashes[i]` is that of the text of `keys[i]`. */
export interface TextHashes<Key extends string> {
  keys: readonly Key[]
  hashes: readonly string[]
}

/** Kept hashes of documents, if they are those of what these documents say. */
export async function cachedHashes<Key extends string>(
  name: string,
  { documents, hashOf }: { documents: Documents<Key>; hashOf: (text: KeyedText<Key>) => string },
  derived: Derived | undefined,
): Promise<TextHashes<Key> | undefined> {
  const found = await keptOf(name, documents, derived)
  const kept = found && unpackJson<TextHashes<Key>>(found.content)
  if (!kept || !holdsAll(kept, found.sample, hashOf)) return undefined
  const { replaced } = found
  if (replaced.size === 0) return kept
  const own = [...replaced.values()].flat().map((text) => ({ key: text.key, hash: hashOf(text) }))
  const others = kept.keys.flatMap((key, at) =>
    replaced.has(key) ? [] : [{ key, hash: kept.hashes[at] ?? '' }],
  )
  const all = [...others, ...own].sort((a, b) => (a.key < b.key ? -1 : 1))
  return { keys: all.map(({ key }) => key), hashes: all.map(({ hash }) => hash) }
}

/** What was kept of documents, the texts that are others since, and some of those that are not. */
async function keptOf<Key extends string>(
  name: string,
  documents: Documents<Key>,
  derived: Derived | undefined,
) {
  const sample = (await documents.sample?.()) ?? []
  if (!derived || sample.length === 0) return undefined
  const kept = await derived.read(name)
  if (!kept) return undefined
  const { content, changed } = kept
  if (changed.size === 0) return { content, sample, replaced: new Map() as Replaced<Key> }
  if (!documents.ofTools) return undefined
  const replaced = await documents.ofTools(changed)
  return { content, replaced, sample: sample.filter(({ key }) => !replaced.has(key)) }
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
