import { dependenciesOf, tagsOf, visibilityOf } from '../../domain/catalog-tool'
import type { Bundle } from '../../domain/bundle'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import type { Embedder } from '../../ports/embedder'
import type { Pooling } from '../../ports/hit'
import type { BuildLexicalIndex } from '../../ports/lexical-index'
import type { VectorIndex } from '../../ports/vector-index'
import type {
  Admitted,
  DenseSource,
  Documents,
  KeyedText,
  Kit,
  LexicalSource,
  LexicalWeights,
  ToolFilter,
} from '../kit'
import type { PrepareCall, Source } from '../stage'
import { analyser, writtenWords, type AnalyserStep } from './analyse'
import { inTurns } from './in-turns'
import { openOnce, type OpenOnce } from './open-once'
import { queryVectors, type HeldQueries, type QueryVectors } from './query-vectors'
import { splitIdentifier } from './split-identifier'
import { fieldTexts } from './standard-fields'
import { documentText } from './tool-document'

/** What a kit's sources are made with. */
export interface KitParts {
  /** By id. */
  tools: readonly CatalogTool[]
  bundles(): Promise<readonly Bundle[]>
  embedder(): Promise<Embedder>
  buildLexicalIndex: BuildLexicalIndex
  /** An index over embedded texts; embeds those that are not embedded yet. */
  openVectorIndex: OpenVectorIndex
}

/** Opens an index over texts by their meaning, embedding those that are not embedded yet. */
export type OpenVectorIndex = <Key extends string>(
  embedder: Embedder,
  documents: { texts: readonly KeyedText<Key>[]; pooling: Pooling },
  call?: PrepareCall,
) => Promise<VectorIndex<Key>>

/** A catalog made searchable: what is opened once is kept until it is closed. */
export interface OpenKit extends Kit {
  /** Keeps queries that are embedded before they are searched; see {@link HeldQueries}. */
  holdQueries(): HeldQueries
  close(): Promise<void>
}

/** The kit of one catalog. Nothing is computed before a source is prepared or searched. */
export function openKit(parts: KitParts): OpenKit {
  const { tools } = parts
  const byId = new Map(tools.map((entry) => [entry.tool.id, entry]))
  const once = openOnce()
  const filtered = new Map<string, Admitted>()
  const queries = queryVectors(parts.embedder)
  return {
    tools: byId,
    among(filter) {
      const key = `tools ${JSON.stringify([filter.visibilities, filter.servers, filter.tags])}`
      const admitted = filtered.get(key) ?? admittedBy(tools, filter, key)
      filtered.set(key, admitted)
      return admitted
    },
    documents: (components) => ({
      key: `documents ${components.join()}`,
      pooling: 'best',
      texts: () =>
        tools.map((entry) => ({ key: entry.tool.id, text: documentText(entry, components) })),
    }),
    field: (name) => ({
      key: `field ${name}`,
      pooling: name === 'parameters' ? 'mean' : 'best',
      texts: () =>
        tools.flatMap((entry) =>
          fieldTexts(entry, name).map((text) => ({ key: entry.tool.id, text })),
        ),
    }),
    lexical: (documents, steps) =>
      lexicalSource(documents, steps as AnalyserStep[], { once, parts }),
    dense: (documents) => denseSource(documents, { once, parts, queries }),
    holdQueries: () => queries.hold(),
    dependencies: (tool) => {
      const entry = byId.get(tool)
      return entry ? dependenciesOf(entry) : []
    },
    history: historySource(parts, once),
    text(tool) {
      const entry = byId.get(tool)
      return entry ? `${entry.tool.name}: ${entry.layer.description ?? entry.tool.description}` : ''
    },
    close: () => once.close(),
  }
}

interface Opening {
  once: OpenOnce
  parts: KitParts
}

function lexicalSource<Key extends string>(
  documents: Documents<Key>,
  steps: readonly AnalyserStep[],
  { once, parts }: Opening,
): LexicalSource<Key> {
  const key = `words of ${documents.key}, ${documents.pooling}, analysed by ${steps.join() || 'nothing'}`
  const analyse = analyser(steps)
  const prepare = () =>
    once(key, async () => {
      const texts = await documents.texts()
      const index = parts.buildLexicalIndex(
        await inTurns(texts, ({ key: of, text }) => ({ key: of, terms: analyse(text) })),
        documents.pooling,
      )
      return { index, close: () => Promise.resolve() }
    })
  const analysed = (texts: readonly string[], { countRepeats }: LexicalWeights) =>
    texts.map((text) => (countRepeats ? analyse(text) : [...new Set(analyse(text))]))
  return {
    key,
    prepare,
    search: async (texts, call) => (await prepare()).index.search(analysed(texts, call), call),
    rate: async (texts, keys, call) =>
      (await prepare()).index.rate(analysed(texts, call), keys, call),
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
      const texts = await inTurns(await documents.texts(), ({ key: of, text }) => ({
        key: of,
        text: splitIdentifier(text),
      }))
      const index = await parts.openVectorIndex(
        embedder,
        { texts, pooling: documents.pooling },
        call,
      )
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

/** Whether the embedder knew a word of the text. */
const isKnown = (vector: Float32Array | undefined): boolean =>
  vector?.some((value) => value !== 0) ?? false

/** The text of a tool document as it is embedded: with its identifiers written as words. */
export const embeddedText = (entry: CatalogTool, components: readonly Component[]): string =>
  splitIdentifier(documentText(entry, components))

const historySource = ({ bundles }: KitParts, once: OpenOnce): Source<readonly Bundle[]> => ({
  key: 'past bundles',
  prepare: async () =>
    (
      await once('past bundles', async () => ({
        all: await bundles(),
        close: () => Promise.resolve(),
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
      passes(servers, [entry.tool.server ?? '']) &&
      passes(tags, tagsOf(entry)),
  )
  const admitted: ReadonlySet<ToolId> | undefined =
    passed.length === tools.length ? undefined : new Set(passed.map(({ tool }) => tool.id))
  return {
    key,
    tools: admitted,
    size: passed.length,
    prepare: () => Promise.resolve(admitted),
  }
}
