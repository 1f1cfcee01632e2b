import type { LexicalIndex } from '../../ports/lexical-index'
import type {
  DenseSource,
  Documents,
  KeyedText,
  LexicalSource,
  LexicalWeights,
  RateCall,
} from '../kit'
import type { PrepareCall } from '../stage'
import { writtenWords, type Analysers, type AnalyserStep } from './analyse'
import { FEWEST_KEPT, keptIndex } from './derived'
import { embedParts } from './embed-parts'
import { mapYielding } from './map-yielding'
import type { KitParts } from './kit-parts'
import type { OpenOnce } from './open-once'
import type { QueryVectors } from './query-vectors'
import { withVectors } from './replaced-vectors'
import { textsToEmbed } from './texts-to-embed'
import { charactersOf, meaningWeightsOf, partsOf, termsOf, wordWeightsOf } from './weighed-text'

/** What sources are opened with. */
export interface Opening {
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
