import { dependenciesOf, serverOf, tagsOf, visibilityOf } from '../../domain/catalog-tool'
import type { Bundle } from '../../domain/bundle'
import { idOf } from '../../domain/kept-tool'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { Component } from '../../domain/tool-document'
import {
  FIELD_WEIGHTS_KEY,
  HISTORY_KEY,
  LABELLED_KEY,
  type Admitted,
  type DocumentOptions,
  type Kit,
  type ToolFilter,
} from '../kit'
import type { Source } from '../stage'
import type { Embedder } from '../../ports/embedder'
import { analysers, type AnalyserStep } from './analyse'
import { keptCommonTexts, type CommonTexts } from './common-texts'
import { fieldDocuments } from './field-documents'
import { hasDependencies } from './has-dependencies'
import type { KitParts } from './kit-parts'
import { openOnce, type OpenOnce } from './open-once'
import { pastDocuments } from './past-queries'
import { plainRows } from './plain-rows'
import { queryVectors, type HeldQueries } from './query-vectors'
import { denseSource, lexicalSource, type DenseOpening } from './search-sources'
import { sectionMeanings, type SectionMeaning } from './section-meaning'
import { textsToEmbed, type TextsToEmbed } from './texts-to-embed'
import { toolDocuments } from './tool-documents'
import { vectorSource } from './vector-source'

/** A catalog made searchable: what is opened once is kept until it is closed. */
export interface OpenKit extends Kit {
  /** Keeps queries that are embedded before they are searched; see {@link HeldQueries}. */
  holdQueries(): HeldQueries
  /**
   * The kit with some tools as they would be: what is searched are the documents of {@link Kit.documents} as they would be
   * indexed, while fields, past queries and edges stay those of the catalog as it is. Lives as long as this kit.
   */
  drafted(changed: readonly CatalogTool[]): Kit
  /**
   * What is embedded of the documents, of which hashes are kept where there are many.
   * @param embedder the one at hand, which need not be what the kit was opened with
   */
  textsToEmbed(
    components: readonly Component[],
    embedder: Pick<Embedder, 'reads'>,
  ): Promise<TextsToEmbed<ToolId>>
  /**
   * What each section of tools' documents adds to their cosine with a text; undefined where the embedder knows no word of it.
   * @param made how the documents are made
   */
  sectionMeanings(
    tools: readonly ToolId[],
    text: string,
    made: { components: readonly Component[]; options: DocumentOptions; signal: AbortSignal },
  ): Promise<SectionMeaning[][] | undefined>
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
  let common: Promise<CommonTexts> | undefined
  const documents = toolDocuments(tools, () => {
    return (common ??= parts.commonTexts?.() ?? keptCommonTexts(tools, parts.derived))
  })
  const { taught, ...past } = pastDocuments({ byId: toolsById, documents }, history.prepare)
  const opening = { once, parts, queries, analysersOf: analysers() }
  const kit: OpenKit = {
    get tools() {
      return toolsById()
    },
    among(filter) {
      const key = `tools ${JSON.stringify([filter.visibilities, filter.servers, filter.tags])}`
      const admitted = filtered.get(key) ?? admittedBy(tools, filter, key)
      filtered.set(key, admitted)
      return admitted
    },
    documents,
    ...fieldDocuments(parts, toolsById, once),
    ...beyondTools(parts),
    lexical: (documents, steps) => lexicalSource(documents, steps as AnalyserStep[], opening),
    dense: (documents) => denseSource(documents, opening),
    vectors: (documents) => vectorSource(documents, parts),
    once: (key, make) => madeOnce(once, key, make),
    holdQueries: () => queries.hold(),
    dependencies: (tool) => {
      const entry = toolsById().get(tool)
      return entry ? dependenciesOf(entry) : []
    },
    hasDependencies: hasDependencies(tools),
    promptTokens: parts.promptTokens,
    holdRows: parts.holdRows ?? plainRows,
    learned: parts.learned,
    history,
    taught,
    past,
    text(tool) {
      const entry = toolsById().get(tool)
      return entry ? `${entry.tool.name}: ${entry.layer.description ?? entry.tool.description}` : ''
    },
    textsToEmbed: (components, embedder) =>
      textsToEmbed(documents(components), embedder, parts.derived),
    drafted: (changed) => draftedKit(kit, { changed, documents }, opening),
    sectionMeanings: (wanted, text, { components, options, signal }) =>
      sectionMeanings(
        documents(components, options),
        { ids: wanted, tools: toolsById(), text, queries, open: parts.embedder },
        signal,
      ),
    close: () => once.close(),
  }
  return kit
}

/** Tools as they would be, and how their documents are made. */
interface Drafts {
  changed: readonly CatalogTool[]
  documents: ReturnType<typeof toolDocuments>
}

/** What too many tools share stays what it is in the catalog: an edit of one tool changes the document of no other. */
function draftedKit(kit: OpenKit, { changed, documents }: Drafts, opening: DenseOpening): Kit {
  const drafts = openOnce()
  const drafting = { ...opening, drafts }
  return {
    ...kit,
    among: (filter) => draftedAmong(kit, changed, filter),
    // What is worked out of a draft must not be taken for what is so of the catalog.
    once: (key, make) => madeOnce(drafts, key, make),
    tools: new Map([...kit.tools, ...changed.map((entry) => [idOf(entry), entry] as const)]),
    documents(components, options) {
      const { toText, ...indexed } = documents(components, options)
      return { ...indexed, instead: async () => changed.map(await toText()) }
    },
    lexical: (documents, steps) => lexicalSource(documents, steps as AnalyserStep[], drafting),
    dense: (documents) => denseSource(documents, drafting),
  }
}

const madeOnce = async <Value>(
  once: OpenOnce,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> =>
  (await once(`made ${key}`, async () => ({ value: await make(), close: nothing }))).value

/** The tools that pass a filter, some of them as they would be. */
function draftedAmong(kit: Kit, changed: readonly CatalogTool[], filter: ToolFilter): Admitted {
  const admitted = kit.among(filter)
  const isWanted = passing(filter)
  const isIn = (id: ToolId): boolean => admitted.tools?.has(id) ?? kit.tools.has(id)
  if (changed.every((entry) => isWanted(entry) === isIn(idOf(entry)))) return admitted
  const tools = new Set(admitted.tools ?? kit.tools.keys())
  for (const entry of changed) tools[isWanted(entry) ? 'add' : 'delete'](idOf(entry))
  return {
    key: `${admitted.key}, drafted`,
    ...{ tools, size: tools.size, prepare: () => Promise.resolve(tools) },
  }
}

/** What kits hold that is not made of tools. */
const beyondTools = (parts: KitParts): Pick<Kit, 'fieldWeights' | 'labelled' | 'embedder'> => ({
  labelled: {
    key: LABELLED_KEY,
    prepare: async () => (await parts.labelled?.()) ?? [],
  },
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

const nothing = (): Promise<void> => Promise.resolve()

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

function passing({ tags, servers, visibilities }: ToolFilter): (entry: CatalogTool) => boolean {
  const passes = (wanted: readonly string[], had: string[]) =>
    wanted.length === 0 || had.some((value) => wanted.includes(value))
  return (entry) =>
    passes(visibilities, [visibilityOf(entry)]) &&
    passes(servers, [serverOf(entry) ?? '']) &&
    passes(tags, tagsOf(entry))
}

function admittedBy(tools: readonly CatalogTool[], filter: ToolFilter, key: string): Admitted {
  const passed = tools.filter(passing(filter))
  const admitted: ReadonlySet<ToolId> | undefined =
    passed.length === tools.length ? undefined : new Set(passed.map(idOf))
  return {
    key,
    tools: admitted,
    size: passed.length,
    prepare: () => Promise.resolve(admitted),
  }
}
