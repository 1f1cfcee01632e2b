import { createHash } from 'node:crypto'
import { unitLength } from '../../domain/model/vector'
import {
  MEANING_WEIGHTS,
  WORD_WEIGHTS,
  type Section,
  type SectionWeights,
} from '../../domain/tool/document'
import type { ToolId } from '../../domain/tool/tool'
import type { Embedder } from '../../ports/embedder'
import type { Pooling } from '../../ports/hit'
import type { LexicalDocument } from '../../ports/lexical-index'
import type { Documents, KeyedText, OwnWeights, TextSection } from '../kit'
import { splitIdentifier, type Analyse } from '../text/analyse'
import {
  FEWEST_KEPT,
  cachedHashes,
  cacheName,
  packJson,
  type Derived,
  type TextHashes,
} from './derived'
import { mapYielding } from './map-yielding'

/** A part of a text, and what its vector counts in that of the text. */
export interface WeighedPart {
  /** That it is, where the text has sections. */
  section?: Section
  text: string
  weight: number
}

type Weighing = Pick<Documents<string>, 'weights'>

/**
 * What documents are named as they are weighed for words or for meaning: what counts for the other
 * makes no others of them.
 */
export function weighedKey(
  { key, weights }: Pick<Documents<string>, 'key' | 'weights'>,
  by: keyof OwnWeights,
): string {
  const own = weights?.[by]
  return own ? `${key} ${JSON.stringify({ [by]: own })}` : key
}

/** What the words of each section count in documents. */
export const wordWeightsOf = ({ weights }: Weighing): SectionWeights => ({
  ...WORD_WEIGHTS,
  ...weights?.wordWeights,
})

/** What the vector of each section counts in documents. */
export const meaningWeightsOf = (
  { weights }: Weighing,
  { reads }: Pick<Embedder, 'reads'>,
): SectionWeights => ({ ...MEANING_WEIGHTS[reads], ...weights?.meaningWeights })

/**
 * Terms of a section that shares its weight: of more, each counts less, by the square root of how
 * many times as many they are, so that a tool with many questions is not found by each of their
 * words. How it was chosen: `README.md`.
 */
const FULL_TERMS = 8

const shareOf = ({ sharesWeight = false }: TextSection, terms: number): number =>
  sharesWeight ? Math.sqrt(Math.min(1, FULL_TERMS / Math.max(1, terms))) : 1

/** A text as its terms are matched; words of a section that counts nothing are left out. */
export function termsOf<Key extends string>(
  keyed: KeyedText<Key>,
  weights: SectionWeights,
  analyse: Analyse,
): LexicalDocument<Key> {
  if ('text' in keyed) return { key: keyed.key, terms: analyse(keyed.text) }
  const terms: string[] = []
  const counted: number[] = []
  for (const part of weighed(keyed.sections, weights)) {
    const found = analyse(part.text)
    const weight = weights[part.section] * shareOf(part, found.length)
    for (const term of found) {
      terms.push(term)
      counted.push(weight)
    }
  }
  return { key: keyed.key, terms, weights: counted }
}

/** The parts of a text as they are embedded: with identifiers written as words. */
export function partsOf(keyed: KeyedText<string>, weights: SectionWeights): WeighedPart[] {
  if ('text' in keyed) return [{ text: splitIdentifier(keyed.text), weight: 1 }]
  const parts = weighed(keyed.sections, weights).map(({ section, text }) => ({
    section,
    text: splitIdentifier(text),
    weight: weights[section],
  }))
  return parts.length > 0 ? parts : [{ text: '', weight: 1 }]
}

const weighed = <Part extends { section: Section }>(
  sections: readonly Part[],
  weights: SectionWeights,
): Part[] => sections.filter(({ section }) => weights[section] > 0)

/** What a text is stored under: 128 bits of its SHA-256, as hex. */
export const contentHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

/** What a text in parts is stored under: one that has a single part, as that part. */
export const documentHash = (parts: readonly WeighedPart[]): string =>
  parts.length === 1
    ? contentHash(parts[0]?.text ?? '')
    : contentHash(JSON.stringify(parts.map(({ text, weight }) => [weight, text])))

/** Characters of a text, all its sections together. */
export const charactersOf = (keyed: KeyedText<string>): number =>
  'text' in keyed
    ? keyed.text.length
    : keyed.sections.reduce((sum, { text }) => sum + text.length, 0)

/** Texts to be searched by their meaning. */
export interface TextsToEmbed<Key extends string> extends TextHashes<Key> {
  pooling: Pooling
  /**
   * What makes the texts at some places, in their order; left out: of all. Only needed where some
   * are not embedded yet.
   */
  parts(places?: readonly number[]): Promise<readonly (readonly WeighedPart[])[]>
}

/** What is to be embedded of documents, with kept hashes where there are any. */
export async function textsToEmbed<Key extends string>(
  documents: Documents<Key>,
  embedder: Pick<Embedder, 'reads'>,
  derived: Derived | undefined,
): Promise<TextsToEmbed<Key>> {
  const weights = meaningWeightsOf(documents, embedder)
  const hashOf = (text: KeyedText<Key>) => documentHash(partsOf(text, weights))
  const key = `hashes of ${weighedKey(documents, 'meaningWeights')}, ${embedder.reads}`
  const name = cacheName(key, await documents.basis?.())
  const kept = await cachedHashes(name, { documents, hashOf }, derived)
  if (kept) {
    const { pooling } = documents
    return {
      ...kept,
      pooling,
      async parts(places) {
        const texts = await textsAt(kept.keys, documents, places)
        const made = await mapYielding(texts, (text) => [partsOf(text, weights)], { charactersOf })
        return made
      },
    }
  }
  const texts = await documents.texts()
  const made = await embeddedTexts(texts, documents, embedder)
  const { keys, hashes } = made
  if (texts.length >= FEWEST_KEPT) await derived?.keep(name, packJson({ keys, hashes }))
  return made
}

/** The texts at some places, or all. */
async function textsAt<Key extends string>(
  keys: readonly Key[],
  { texts, ofTools }: Pick<Documents<Key>, 'texts' | 'ofTools'>,
  places: readonly number[] | undefined,
): Promise<readonly KeyedText<Key>[]> {
  if (places && ofTools) {
    const wanted = places.map((at) => keys[at] as Key)
    const found = await ofTools(new Set(wanted as readonly string[] as readonly ToolId[]))
    return wanted.flatMap((key) => found.get(key) ?? [])
  }
  const all = await texts()
  return places ? places.map((at) => all[at] as KeyedText<Key>) : all
}

const partsAt =
  (all: readonly (readonly WeighedPart[])[]): TextsToEmbed<string>['parts'] =>
  (places) =>
    Promise.resolve(places ? places.map((at) => all[at] ?? []) : all)

/** What is to be embedded of some texts. */
export async function embeddedTexts<Key extends string>(
  texts: readonly KeyedText<Key>[],
  documents: Pick<Documents<Key>, 'pooling' | 'weights'>,
  embedder: Pick<Embedder, 'reads'>,
): Promise<TextsToEmbed<Key>> {
  const weights = meaningWeightsOf(documents, embedder)
  const made = await mapYielding(
    texts,
    (text) => {
      const parts = partsOf(text, weights)
      return [{ parts, hash: documentHash(parts) }]
    },
    { charactersOf },
  )
  return {
    pooling: documents.pooling,
    keys: texts.map(({ key }) => key),
    hashes: made.map(({ hash }) => hash),
    parts: partsAt(made.map(({ parts }) => parts)),
  }
}

/**
 * The vector of a text: of its parts' vectors, each by what it counts, brought to unit length.
 * Zeros where all are zeros.
 */
export function joinVectors(
  parts: readonly WeighedPart[],
  vectorOf: (text: string) => Float32Array,
): Float32Array {
  const [first, ...others] = parts
  if (!first) throw new Error('A text has parts.')
  const vector = vectorOf(first.text)
  if (others.length === 0) return vector
  return unitLength(Float32Array.from(weighedSum(parts, vectorOf)))
}

/** The vectors of parts, each by what it counts, added up. */
export function weighedSum(
  parts: readonly WeighedPart[],
  vectorOf: (text: string) => Float32Array,
): Float64Array {
  const sum = new Float64Array(parts[0] ? vectorOf(parts[0].text).length : 0)
  for (const { text, weight } of parts) {
    const part = vectorOf(text)
    for (let at = 0; at < sum.length; at++) {
      sum[at] = (sum[at] as number) + weight * (part[at] as number)
    }
  }
  return sum
}

/**
 * The vectors of texts in parts, kept nowhere; each different part is embedded once. A part that
 * the embedder makes no vector of has zeros.
 */
export async function embedParts(
  embedder: Pick<Embedder, 'embedDocuments'>,
  texts: readonly (readonly WeighedPart[])[],
  signal = new AbortController().signal,
): Promise<Float32Array[]> {
  const parts = [...new Set(texts.flat().map(({ text }) => text))]
  const vectors = await embedder.embedDocuments(parts, signal, undefined, () => undefined)
  const byText = new Map(parts.map((text, at) => [text, vectors[at] as Float32Array]))
  return texts.map((each) => joinVectors(each, (text) => byText.get(text) as Float32Array))
}
