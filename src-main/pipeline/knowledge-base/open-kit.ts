import { dependenciesOf, tagsOf, visibilityOf } from '../../domain/catalog-tool'
import type { Bundle } from '../../domain/bundle'
import { idOf } from '../../domain/kept-tool'
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
  ToolFilter,
} from '../kit'
import type { PrepareCall, Source } from '../stage'
import { analyser, writtenWords, type AnalyserStep } from './analyse'
import { openOnce, type OpenOnce } from './open-once'
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
  close(): Promise<void>
}

/** The kit of one catalog. Nothing is computed before a source is prepared or searched. */
export function openKit(parts: KitParts): OpenKit {
  const { tools } = parts
  const byId = new Map(tools.map((entry) => [idOf(entry), entry]))
  const once = openOnce()
  const filtered = new Map<string, Admitted>()
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
    dense: (documents) => denseSource(documents, { once, parts }),
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
  const prepare = () =>
    once(key, async () => {
      const analyse = analyser(steps)
      const texts = await documents.texts()
      const index = parts.buildLexicalIndex(
        texts.map(({ key: of, text }) => ({ key: of, terms: analyse(text) })),
        documents.pooling,
      )
      return { index, analyse, close: () => Promise.resolve() }
    })
  return {
    key,
    prepare,
    async search(texts, { countRepeats, ...search }) {
      const { index, analyse } = await prepare()
      const queries = texts.map((text) => {
        const said = analyse(text)
        return countRepeats ? said : [...new Set(said)]
      })
      return index.search(queries, search)
    },
    wordsOf: (texts) => Promise.resolve(writtenWords(texts, steps)),
  }
}

function denseSource<Key extends string>(
  documents: Documents<Key>,
  { once, parts }: Opening,
): DenseSource<Key> {
  const key = `meaning of ${documents.key}, ${documents.pooling}`
  const prepare = (call?: PrepareCall) =>
    once(key, async () => {
      const embedder = await parts.embedder()
      const texts = (await documents.texts()).map(({ key: of, text }) => ({
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
      const vectors = await embedder.embedQueries([...texts], search.signal)
      const lists = await index.search(vectors, search)
      return lists.map((list, at) => (vectors[at]?.some((value) => value !== 0) ? list : undefined))
    },
    alike: async (one, other) => (await prepare()).index.alike(one, other),
  }
}

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
    passed.length === tools.length ? undefined : new Set(passed.map(idOf))
  return {
    key,
    tools: admitted,
    size: passed.length,
    prepare: () => Promise.resolve(admitted),
  }
}
