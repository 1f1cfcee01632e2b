import type { Embedder } from '../../ports/embedder'
import type { Hit } from '../../ports/hit'
import type { LexicalIndex } from '../../ports/lexical-index'
import type { VectorIndex } from '../../ports/vector-index'
import type {
  DenseSource,
  Documents,
  KeyedText,
  LexicalSource,
  LexicalWeights,
  RateCall,
  VectorSource,
} from '../kit'
import type { PrepareCall } from '../stage'
import { writtenWords, splitIdentifier, type Analysers, type AnalyserStep } from '../text/analyse'
import { FEWEST_KEPT, keptIndex, type Derived } from './derived'
import type { KitParts, ReadVectors } from './kit-parts'
import { mapYielding } from './map-yielding'
import type { OpenOnce } from './open-once'
import type { QueryVectors } from './query-vectors'
import {
  embedParts,
  textsToEmbed,
  charactersOf,
  meaningWeightsOf,
  partsOf,
  termsOf,
  wordWeightsOf,
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
  const key = `words of ${documents.key}, ${documents.pooling}, analysed by ${steps.join() || 'nothing'}`
  const { derived, unpackLexicalIndex: unpack } = parts
  const { ofDocument, ofQuery } = analysersOf(steps)
  const weights = wordWeightsOf(documents)
  const toTerms = (text: KeyedText<Key>) => termsOf(text, weights, ofDocument)
  const prepare = (call?: PrepareCall) =>
    once(key, async () => {
      const kept = await keptIndex(key, { documents, termsOf: toTerms }, { derived, unpack })
      const index = kept ?? (await indexWords())
      return { index, close: nothing }

      async function indexWords() {
        const texts = await documents.texts()
        const analysed = await mapYielding(texts, (text) => [toTerms(text)], {
          ...{ signal: call?.signal, onDone: call?.onAnalysed, charactersOf },
        })
        const made = parts.buildLexicalIndex(analysed, documents.pooling)
        if (texts.length >= FEWEST_KEPT) await derived?.keep(key, made.pack())
        return made
      }
    })
  const searched = async (): Promise<LexicalIndex<Key>> => {
    const { index } = await prepare()
    if (!documents.instead) return index
    const drafted = await drafts(`drafted ${key}`, async () => {
      const instead = [...((await documents.instead?.()) ?? [])]
      const put = (before: LexicalIndex<Key>, [of, texts]: (typeof instead)[number]) =>
        before.withTexts(of, texts.map(toTerms))
      return { index: instead.reduce(put, index), close: nothing }
    })
    return drafted.index
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
    wordsOf: (texts) => Promise.resolve(writtenWords(texts, steps)),
  }
}

/** Documents searched by their meaning, embedded when they are first prepared or searched. */
export function denseSource<Key extends string>(
  documents: Documents<Key>,
  { once, parts, queries, drafts = once }: DenseOpening,
): DenseSource<Key> {
  const key = `meaning of ${documents.key}, ${documents.pooling}`
  const prepare = (call?: PrepareCall) =>
    once(key, async () => {
      const embedder = await parts.embedder()
      const texts = await textsToEmbed(documents, embedder, parts.derived)
      const index = await parts.openVectorIndex(embedder, texts, call)
      return { index, embedder, close: () => index.close() }
    })
  const searched = async () => {
    const { index, embedder } = await prepare()
    if (!documents.instead) return { index, embedder }
    return drafts(`drafted ${key}`, async () => {
      const instead = [...((await documents.instead?.()) ?? [])]
      const weights = meaningWeightsOf(documents, embedder)
      const texts = instead.flatMap(([, own]) => own.map((text) => partsOf(text, weights)))
      const vectors = await embedParts(embedder, texts)
      const ofKeys = instead.map(([of, own]) => [of, vectors.splice(0, own.length)] as const)
      return { index: withVectors(index, new Map(ofKeys)), embedder, close: nothing }
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
  }
}

const nothing = (): Promise<void> => Promise.resolve()

/** Whether the embedder knew a word of the text. */
export const isKnown = (vector: Float32Array | undefined): boolean =>
  vector?.some((value) => value !== 0) ?? false

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

/** Vectors of some keys, in place of all that they had; none of a key that is gone. */
type Vectors<Key extends string> = ReadonlyMap<Key, readonly Float32Array[]>

/**
 * The index, which pools by the best, with other vectors for some keys: found and scored as if all had been indexed
 * anew, but for the spread of ratings, which stays that of the vectors as they are. Closing it closes nothing.
 */
const withVectors = <Key extends string>(
  index: VectorIndex<Key>,
  replaced: Vectors<Key>,
): VectorIndex<Key> => {
  const put = (list: Hit<Key>[], query: Float32Array, isWanted: (key: Key) => boolean) => {
    const own = [...replaced].flatMap(([key, vectors]) =>
      isWanted(key) ? hitsOf(key, vectors, query) : [],
    )
    return [...list.filter(({ key }) => !replaced.has(key)), ...own].sort(inOrder)
  }
  return {
    size: index.size,
    async search(queries, search) {
      const depth = search.depth + replaced.size
      const lists = await index.search(queries, { ...search, depth })
      const isSearched = (key: Key) => search.among?.has(key) ?? true
      return lists.map((list, at) =>
        put(list, queries[at] as Float32Array, isSearched).slice(0, search.depth),
      )
    },
    async rate(queries, keys, scoring) {
      const wanted = new Set(keys)
      const isRated = (key: Key) => wanted.has(key) && (scoring.among?.has(key) ?? true)
      const ratings = await index.rate(queries, keys, scoring)
      return ratings.map(({ hits, spread }, at) => ({
        hits: put(hits, queries[at] as Float32Array, isRated),
        spread,
      }))
    },
    async alike(a, b) {
      const [one, other] = replaced.has(a) ? [a, b] : [b, a]
      const vectors = replaced.get(one)
      if (!vectors) return index.alike(a, b)
      const known = vectors.filter((vector) => !isZero(vector))
      const ratings = await this.rate(known, [other], {})
      const best = ratings.flatMap(({ hits }) => hits.map(({ score }) => score))
      return best.length > 0 ? Math.max(...best) : undefined
    },
    close: () => Promise.resolve(),
  }
}

/** The hit that the best of a key’s vectors is; none where there is nothing to compare. */
function hitsOf<Key extends string>(
  key: Key,
  vectors: readonly Float32Array[],
  query: Float32Array,
): Hit<Key>[] {
  const known = isZero(query) ? [] : vectors.filter((vector) => !isZero(vector))
  if (known.length === 0) return []
  return [{ key, score: Math.max(...known.map((vector) => product(vector, query))) }]
}

const inOrder = <Key extends string>(one: Hit<Key>, other: Hit<Key>): number =>
  other.score - one.score || (one.key < other.key ? -1 : 1)

const isZero = (vector: Float32Array): boolean => vector.every((value) => value === 0)

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}
