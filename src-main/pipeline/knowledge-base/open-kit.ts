import { dependenciesOf, serverOf, tagsOf, visibilityOf } from '../../domain/catalog-tool'
import type { Bundle } from '../../domain/bundle'
import type { FieldWeightsRecord } from '../../domain/field-weights'
import { idOf } from '../../domain/kept-tool'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import type { Embedder } from '../../ports/embedder'
import type {
  BuildLexicalIndex,
  LexicalDocument,
  UnpackLexicalIndex,
} from '../../ports/lexical-index'
import type { VectorIndex } from '../../ports/vector-index'
import {
  FIELD_WEIGHTS_KEY,
  HISTORY_KEY,
  type Admitted,
  type DenseSource,
  type Documents,
  type Kit,
  type LexicalSource,
  type LexicalWeights,
  type RateCall,
  type ToolFilter,
} from '../kit'
import type { PrepareCall, Source } from '../stage'
import { analyser, writtenWords, type AnalyserStep } from './analyse'
import { FEWEST_KEPT, keptIndex, type Derived } from './derived'
import { hasDependencies } from './has-dependencies'
import { inTurns } from './in-turns'
import { openOnce, type OpenOnce } from './open-once'
import { pastDocuments } from './past-queries'
import { queryVectors, type HeldQueries, type QueryVectors } from './query-vectors'
import { splitIdentifier } from './split-identifier'
import { fieldTexts, parametersOfFields } from './standard-fields'
import { charactersOf, textsToEmbed, type TextsToEmbed } from './texts-to-embed'
import { documentText } from './tool-document'
import { vectorSource, type ReadVectors } from './vector-source'

/** What a kit's sources are made with. */
export interface KitParts {
  /** By id. */
  tools: readonly CatalogTool[]
  bundles(): Promise<readonly Bundle[]>
  /** Newest first; without it, there are none. */
  fieldWeights?(): Promise<readonly FieldWeightsRecord[]>
  embedder(): Promise<Embedder>
  /** Tokens of a tool's definition in an agent's prompt. */
  promptTokens(tool: ToolId): number
  buildLexicalIndex: BuildLexicalIndex
  unpackLexicalIndex?: UnpackLexicalIndex
  /** Where what is made of large catalogs is kept; without it, nothing is. */
  derived?: Derived
  /** An index over embedded texts; embeds those that are not embedded yet. */
  openVectorIndex: OpenVectorIndex
  /** The vectors themselves; left out: they are embedded each time. */
  readVectors?: ReadVectors
}

/** Opens an index over texts by their meaning, embedding those that are not embedded yet. */
export type OpenVectorIndex = <Key extends string>(
  embedder: Embedder,
  documents: TextsToEmbed<Key>,
  call?: PrepareCall,
) => Promise<VectorIndex<Key>>

/** A catalog made searchable: what is opened once is kept until it is closed. */
export interface OpenKit extends Kit {
  /** Keeps queries that are embedded before they are searched; see {@link HeldQueries}. */
  holdQueries(): HeldQueries
  /** Keeps the hashes of documents that are embedded, so that opening their vectors need not make their texts. */
  keepHashes(documents: Documents<ToolId>): Promise<void>
  close(): Promise<void>
}

/** The kit of one catalog. Nothing is computed before a source is prepared or searched. */
export function openKit(parts: KitParts): OpenKit {
  const { tools } = parts
  let byId: ReadonlyMap<ToolId, CatalogTool> | undefined
  const toolsById = () => (byId ??= new Map(tools.map((entry) => [idOf(entry), entry])))
  const once = openOnce()
  const filtered = new Map<string, Admitted>()
  const queries = queryVectors(parts.embedder)
  const history = historySource(parts, toolsById, once)
  const { taught, ...past } = pastDocuments(toolsById, history.prepare)
  return {
    get tools() {
      return toolsById()
    },
    among(filter) {
      const key = `tools ${JSON.stringify([filter.visibilities, filter.servers, filter.tags])}`
      const admitted = filtered.get(key) ?? admittedBy(tools, filter, key)
      filtered.set(key, admitted)
      return admitted
    },
    documents: (components) => ({
      key: `documents ${components.join()}`,
      pooling: 'best',
      ...textsOfTools(tools, (entry) => [documentText(entry, components)]),
    }),
    field: (name) => ({
      key: `field ${name}`,
      pooling: name === 'parameters' ? 'mean' : 'best',
      ...textsOfTools(tools, (entry) => fieldTexts(entry, name)),
    }),
    fieldParameters: (tool) => parametersIn(toolsById().get(tool)),
    ...beyondTools(parts),
    lexical: (documents, steps) =>
      lexicalSource(documents, steps as AnalyserStep[], { once, parts }),
    dense: (documents) => denseSource(documents, { once, parts, queries }),
    vectors: (documents) => vectorSource(documents, parts),
    once: async (key, make) =>
      (await once(`made ${key}`, async () => ({ value: await make(), close: nothing }))).value,
    holdQueries: () => queries.hold(),
    dependencies: (tool) => {
      const entry = toolsById().get(tool)
      return entry ? dependenciesOf(entry) : []
    },
    hasDependencies: hasDependencies(tools),
    promptTokens: parts.promptTokens,
    history,
    taught,
    past,
    text(tool) {
      const entry = toolsById().get(tool)
      return entry ? `${entry.tool.name}: ${entry.layer.description ?? entry.tool.description}` : ''
    },
    async keepHashes(documents) {
      await textsToEmbed(documents, parts.derived)
    },
    close: () => once.close(),
  }
}

/** What kits hold that is not made of tools. */
const beyondTools = (parts: KitParts): Pick<Kit, 'fieldWeights' | 'embedder'> => ({
  fieldWeights: {
    key: FIELD_WEIGHTS_KEY,
    prepare: async () => (await parts.fieldWeights?.()) ?? [],
  },
  embedder: {
    key: 'the embedder',
    embeds: true,
    async prepare() {
      const { name, fingerprint } = await parts.embedder()
      return { name, fingerprint }
    },
  },
})

const parametersIn = (entry: CatalogTool | undefined) => (entry ? parametersOfFields(entry) : [])

interface Opening {
  once: OpenOnce
  parts: KitParts
}

/** Tools looked at to see whether what was kept of all is of them. */
const SAMPLE = 16

function textsOfTools(
  tools: readonly CatalogTool[],
  textsOf: (entry: CatalogTool) => string[],
): Pick<Documents<ToolId>, 'texts' | 'sample'> {
  const keyed = (entry: CatalogTool) => textsOf(entry).map((text) => ({ key: idOf(entry), text }))
  const step = Math.ceil(tools.length / SAMPLE)
  return {
    texts: () => inTurns(tools, keyed, { charactersOf: ({ tool }) => tool.description.length }),
    sample: () =>
      tools.length < FEWEST_KEPT ? [] : tools.filter((_, at) => at % step === 0).flatMap(keyed),
  }
}

function lexicalSource<Key extends string>(
  documents: Documents<Key>,
  steps: readonly AnalyserStep[],
  { once, parts }: Opening,
): LexicalSource<Key> {
  const key = `words of ${documents.key}, ${documents.pooling}, analysed by ${steps.join() || 'nothing'}`
  const { derived, unpackLexicalIndex: unpack } = parts
  const analyse = analyser(steps)
  const prepare = (call?: PrepareCall) =>
    once(key, async () => {
      const kept = await keptIndex(key, { documents, analyse }, { derived, unpack })
      const index = kept ?? (await indexWords())
      return { index, close: nothing }

      async function indexWords() {
        const texts = await documents.texts()
        const analysed = await inTurns(
          texts,
          ({ key: of, text }): LexicalDocument<Key>[] => [{ key: of, terms: analyse(text) }],
          { signal: call?.signal, onDone: call?.onAnalysed, charactersOf },
        )
        const made = parts.buildLexicalIndex(analysed, documents.pooling)
        if (texts.length >= FEWEST_KEPT) await derived?.keep(key, made.pack())
        return made
      }
    })
  const insteadOf = async ({ without }: RateCall<Key>) => {
    if (!without || !documents.without) return {}
    const texts = await documents.without(without)
    return { instead: texts.map(({ key: of, text }) => ({ key: of, terms: analyse(text) })) }
  }
  const analysed = (texts: readonly string[], { countRepeats }: LexicalWeights) =>
    texts.map((text) => (countRepeats ? analyse(text) : [...new Set(analyse(text))]))
  return {
    key,
    prepare,
    async search(texts, call) {
      const { index } = await prepare()
      return index.search(analysed(texts, call), { ...call, ...(await insteadOf(call)) })
    },
    async rate(texts, keys, call) {
      const { index } = await prepare()
      return index.rate(analysed(texts, call), keys, { ...call, ...(await insteadOf(call)) })
    },
    wordsOf: (texts) => Promise.resolve(writtenWords(texts, steps)),
  }
}

function denseSource<Key extends string>(
  documents: Documents<Key>,
  { once, parts, queries }: Opening & { queries: QueryVectors },
): DenseSource<Key> {
  const key = `meaning of ${documents.key}, ${documents.pooling}`
  const prepare = (call?: PrepareCall) =>
    once(key, async () => {
      const embedder = await parts.embedder()
      const texts = await textsToEmbed(documents, parts.derived)
      const index = await parts.openVectorIndex(embedder, texts, call)
      return { index, embedder, close: () => index.close() }
    })
  return {
    key,
    embeds: true,
    prepare,
    async search(texts, search) {
      const { index, embedder } = await prepare()
      const vectors = await queries.of(embedder, texts, search)
      const lists = await index.search(vectors, search)
      return lists.map((list, at) => (isKnown(vectors[at]) ? list : undefined))
    },
    async rate(texts, keys, call) {
      const { index, embedder } = await prepare()
      const vectors = await queries.of(embedder, texts, call)
      const ratings = await index.rate(vectors, keys, call)
      return ratings.map((rating, at) => (isKnown(vectors[at]) ? rating : undefined))
    },
    alike: async (one, other) => (await prepare()).index.alike(one, other),
  }
}

const nothing = (): Promise<void> => Promise.resolve()

/** Whether the embedder knew a word of the text. */
const isKnown = (vector: Float32Array | undefined): boolean =>
  vector?.some((value) => value !== 0) ?? false

/** The text of a tool document as it is embedded: with its identifiers written as words. */
export const embeddedText = (entry: CatalogTool, components: readonly Component[]): string =>
  splitIdentifier(documentText(entry, components))

/** Past queries by the tools that are there; those that name none of them are left out. */
const historySource = (
  { bundles }: KitParts,
  tools: () => ReadonlyMap<ToolId, CatalogTool>,
  once: OpenOnce,
): Source<readonly Bundle[]> => ({
  key: HISTORY_KEY,
  prepare: async () =>
    (
      await once(HISTORY_KEY, async () => ({
        all: (await bundles()).flatMap((bundle) => {
          const known = bundle.tools.filter((id) => tools().has(id))
          return known.length > 0 ? [{ ...bundle, tools: known }] : []
        }),
        close: nothing,
      }))
    ).all,
})

function admittedBy(
  tools: readonly CatalogTool[],
  { tags, servers, visibilities }: ToolFilter,
  key: string,
): Admitted {
  const passes = (wanted: readonly string[], had: string[]) =>
    wanted.length === 0 || had.some((value) => wanted.includes(value))
  const passed = tools.filter(
    (entry) =>
      passes(visibilities, [visibilityOf(entry)]) &&
      passes(servers, [serverOf(entry) ?? '']) &&
      passes(tags, tagsOf(entry)),
  )
  const admitted: ReadonlySet<ToolId> | undefined =
    passed.length === tools.length ? undefined : new Set(passed.map(idOf))
  return {
    key,
    tools: admitted,
    size: passed.length,
    prepare: () => Promise.resolve(admitted),
  }
}
