import { isKnown } from '../../domain/model/vector'
import { Problem } from '../../domain/problem'
import type { Embedder } from '../../ports/embedder'
import type { LexicalIndex } from '../../ports/lexical-index'
import type { VectorIndex } from '../../ports/vector-index'
import type {
  DenseSource,
  Documents,
  KeyedText,
  LexicalSource,
  LexicalWeights,
  RateCall,
  Replaced,
  VectorSource,
} from '../kit'
import type { PrepareCall } from '../stage'
import { writtenWords, splitIdentifier, type Analysers, type AnalyserStep } from '../text/analyse'
import { cosineWeightOf, shareRead } from './cosine-weight'
import { FEWEST_KEPT, cachedIndex, cacheName, type Derived } from './derived'
import { meaningName, publishedMeaning, publishedWords } from './published-documents'
import type { KitParts, ReadVectors } from './kit-parts'
import { mapYielding } from './map-yielding'
import type { Earlier, OpenOnce } from './open-once'
import type { QueryVectors } from './query-vectors'
import {
  charactersOf,
  embeddedTexts,
  embedParts,
  termsOf,
  textsToEmbed,
  weighedKey,
  wordWeightsOf,
  type TextsToEmbed,
} from './weighed-text'

/** What sources are opened with. */
interface Opening {
  once: OpenOnce
  parts: KitParts
  analysersOf: (steps: readonly AnalyserStep[]) => Analysers
  /** Where the indexes of drafted documents are kept. */
  drafts?: OpenOnce
}
export interface DenseOpening extends Opening {
  queries: QueryVectors
}

/** Documents searched by their words, indexed when they are first prepared or searched. */
export function lexicalSource<Key extends string>(
  documents: Documents<Key>,
  steps: readonly AnalyserStep[],
  { once, parts, analysersOf, drafts = once }: Opening,
): LexicalSource<Key> {
  const of = weighedKey(documents, 'wordWeights')
  const key = `words of ${of}, ${documents.pooling}, analysed by ${steps.join() || 'nothing'}`
  const { derived, unpackLexicalIndex: unpack } = parts
  const { ofDocument, ofQuery } = analysersOf(steps)
  const weights = wordWeightsOf(documents)
  const toTerms = (text: KeyedText<Key>) => termsOf(text, weights, ofDocument)
  const withTexts = (index: LexicalIndex<Key>, replaced: Replaced<Key>) => {
    if (replaced.size === 0) return index
    if (index.isInPlace) throw takesNoDrafts()
    return index.withTexts(new Map([...replaced].map(([of, texts]) => [of, texts.map(toTerms)])))
  }
  const prepare = (call?: PrepareCall) =>
    handedOn(once, documents)<Lexical<Key>>(key, async (earlier) => {
      const basis = await documents.basis?.()
      const name = cacheName(key, basis)
      const inPlace = await parts.inPlace?.words<Key>(name)
      if (inPlace) return { basis, index: inPlace }
      const before = await following(earlier, documents, basis)
      if (before) return { basis, index: withTexts(before.index, before.replaced) }
      const kept = await cachedIndex(name, { documents, termsOf: toTerms }, { derived, unpack })
      return { basis, index: kept ? withTexts(kept.index, kept.replaced) : await indexWords() }

      async function indexWords() {
        const texts = await documents.texts()
        const analysed = await mapYielding(texts, (text) => [toTerms(text)], {
          signal: call?.signal,
          onDone: call?.onAnalysed,
          charactersOf,
        })
        const made = parts.buildLexicalIndex(analysed, documents.pooling)
        if (texts.length >= FEWEST_KEPT) await derived?.keep(name, made.pack())
        return made
      }
    })
  const searched = async (): Promise<LexicalIndex<Key>> => {
    const { index } = await prepare()
    if (!documents.instead) return index
    return drafts(`drafted ${key}`, async () =>
      withTexts(index, (await documents.instead?.()) ?? new Map()),
    )
  }
  const insteadOf = async ({ without }: RateCall<Key>) => {
    if (!without || !documents.without) return {}
    const texts = await documents.without(without)
    return { instead: texts.map(toTerms) }
  }
  const analysed = (texts: readonly string[], { countRepeats }: LexicalWeights) =>
    texts.map((text) => (countRepeats ? ofQuery(text) : [...new Set(ofQuery(text))]))
  return {
    key,
    prepare,
    async search(texts, call) {
      const index = await searched()
      return index.search(analysed(texts, call), { ...call, ...(await insteadOf(call)) })
    },
    async rate(texts, keys, call) {
      const index = await searched()
      return index.rate(analysed(texts, call), keys, { ...call, ...(await insteadOf(call)) })
    },
    textsSearched: async (among) => (await searched()).textsWithTerms(among),
    wordsOf: (texts) => Promise.resolve(writtenWords(texts, steps)),
    ...publishedWords(key, documents, toTerms),
  }
}

/** Told where tools would be tried as they might be. */
const takesNoDrafts = (): Problem =>
  new Problem(
    'bad-input',
    'A published snapshot that is searched where it lies cannot be searched with a tool as it might be.',
    'Try it in the workspace that the snapshot was published from.',
  )

/** Documents searched by their meaning, embedded when they are first prepared or searched. */
export function denseSource<Key extends string>(
  documents: Documents<Key>,
  { once, parts, queries, drafts = once }: DenseOpening,
): DenseSource<Key> {
  const key = `meaning of ${weighedKey(documents, 'meaningWeights')}, ${documents.pooling}`
  const { readVectors = embedEachTime } = parts
  const prepare = (call?: PrepareCall) =>
    handedOn(once, documents)<Dense<Key>>(key, async (earlier) => {
      const embedder = await parts.embedder()
      const basis = await documents.basis?.()
      const inPlace = await parts.inPlace?.meaning<Key>(meaningName(key, basis, embedder))
      if (inPlace) return { index: inPlace, embedder, basis, replacedBefore: 0 }
      const before = await following(earlier, documents, basis)
      const isOfIt = before?.embedder.fingerprint === embedder.fingerprint
      const replacedSoFar = (before?.replaced.size ?? 0) + (before?.replacedBefore ?? 0)
      if (before && isOfIt && replacedSoFar <= MOST_REPLACED) {
        // That nothing else is stored is no news: the others are at hand.
        const { onRenewal: _, ...quietly } = call ?? {}
        const vectors = await vectorsOf(before.replaced, embedder, (texts) =>
          readVectors(embedder, texts, quietly),
        )
        const index = vectors.size > 0 ? before.index.withVectors(vectors) : before.index
        return { index, embedder, basis, replacedBefore: replacedSoFar }
      }
      const texts = await textsToEmbed(documents, embedder, parts.derived)
      const index = await parts.openVectorIndex(embedder, texts, call)
      await measureAhead(embedder, call)
      return { index, embedder, basis, replacedBefore: 0 }
    })
  // What fails here is measured when it is first wanted.
  const measureAhead = (embedder: Embedder, { signal }: PrepareCall = {}) =>
    weightOf(embedder, signal ?? new AbortController().signal).catch(() => undefined)
  const weightOf = (embedder: Embedder, signal: AbortSignal) =>
    cosineWeightOf(embedder, signal, parts.derived)
  const vectorsOf = async (
    replaced: Replaced<Key>,
    embedder: Embedder,
    read: (texts: TextsToEmbed<Key>) => Promise<readonly Float32Array[]>,
  ) => {
    const texts = await embeddedTexts([...replaced.values()].flat(), documents, embedder)
    const vectors = texts.keys.length > 0 ? [...(await read(texts))] : []
    return new Map([...replaced].map(([of, own]) => [of, vectors.splice(0, own.length)]))
  }
  const searched = async () => {
    const { index, embedder } = await prepare()
    if (!documents.instead) return { index, embedder }
    return drafts(`drafted ${key}`, async () => {
      const instead = (await documents.instead?.()) ?? new Map<Key, KeyedText<Key>[]>()
      const vectors = await vectorsOf(instead, embedder, (texts) => embedEachTime(embedder, texts))
      return { index: index.withVectors(vectors), embedder }
    })
  }
  return {
    key,
    embeds: true,
    prepare,
    async search(texts, search) {
      const { index, embedder } = await searched()
      const vectors = await queries.of(embedder, texts, search)
      const lists = await index.search(vectors, search)
      return lists.map((list, at) => (isKnown(vectors[at]) ? list : undefined))
    },
    async rate(texts, keys, call) {
      const { index, embedder } = await searched()
      const vectors = await queries.of(embedder, texts, call)
      const ratings = await index.rate(vectors, keys, call)
      return ratings.map((rating, at) => (isKnown(vectors[at]) ? rating : undefined))
    },
    alike: async (one, other) => (await searched()).index.alike(one, other),
    async cosineWeight(texts, signal) {
      const { embedder } = await searched()
      return (await weightOf(embedder, signal)) * shareRead(embedder, texts)
    },
    ...publishedMeaning(key, documents, { ...parts, readVectors }),
  }
}

/** Keys whose vectors are compared one by one before all are put into one index again. */
const MOST_REPLACED = 1_000

/** An index and what its texts were made with. */
interface Lexical<Key extends string> {
  index: LexicalIndex<Key>
  basis: string | undefined
}
interface Dense<Key extends string> {
  index: VectorIndex<Key>
  basis: string | undefined
  embedder: Embedder
  /** Keys that were replaced one by one so far. */
  replacedBefore: number
}

/**
 * Makes what a later catalog is given, where that can tell which texts are others; else what is
 * made is of this catalog alone.
 */
const handedOn = (once: OpenOnce, { ofTools }: Documents<string>): OpenOnce['patched'] =>
  ofTools ? once.patched : (key, make) => once(key, () => make(undefined))

/**
 * What an earlier catalog had, with the texts that are others since; nothing where that cannot be
 * told or all may be.
 */
async function following<
  Key extends string,
  Value extends { basis: string | undefined; index: { isInPlace?: true } },
>(
  earlier: Earlier<Value> | undefined,
  documents: Documents<Key>,
  basis: string | undefined,
): Promise<(Value & { replaced: Replaced<Key> }) | undefined> {
  if (!earlier || !documents.ofTools) return undefined
  const value = await earlier.value.catch(() => undefined)
  if (!value || value.basis !== basis || value.index.isInPlace) return undefined
  return { ...value, replaced: await documents.ofTools(earlier.changed) }
}

interface VectorParts {
  embedder(): Promise<Embedder>
  /** Left out: texts are embedded each time. */
  readVectors?: ReadVectors
  derived?: Derived
}

const embedEachTime: ReadVectors = async (embedder, { parts }, call) =>
  embedParts(embedder, await parts(), call?.signal)

/**
 * The vectors of documents. They are read each time: whoever learns from them keeps what was
 * learned.
 */
export const vectorSource = <Key extends string>(
  documents: Documents<Key>,
  { embedder: open, readVectors = embedEachTime, derived }: VectorParts,
): VectorSource<Key> => ({
  key: `vectors of ${weighedKey(documents, 'meaningWeights')}`,
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
