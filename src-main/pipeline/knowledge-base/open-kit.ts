import type { Bundle } from '../../domain/query/bundle'
import { dependenciesOf } from '../../domain/tool/catalog-tool'
import type { Component } from '../../domain/tool/document'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { ToolsById } from '../../domain/tool/tools-by-id'
import type { Embedder } from '../../ports/embedder'
import { inPlace } from '../drafted'
import {
  FIELD_WEIGHTS_KEY,
  HISTORY_KEY,
  LABELLED_KEY,
  type Admitted,
  type DocumentOptions,
  type Documents,
  type FieldsInForce,
  type Kit,
  type ToolFilter,
} from '../kit'
import type { Source } from '../stage'
import { analysers, type AnalyserStep } from '../text/analyse'
import { commonTexts, type CommonTexts } from './common-texts'
import { fieldDocuments, pastDocuments, toolDocuments } from './documents'
import { hasDependencies, passing, plainRows, type KitParts } from './kit-parts'
import { openOnce, type HandedOn, type OpenOnce } from './open-once'
import { queryVectors, type CachedQueries } from './query-vectors'
import { denseSource, lexicalSource, vectorSource, type DenseOpening } from './search-sources'
import { sectionMeanings, type SectionMeaning } from './section-meaning'
import { fieldsInForce } from './standard-fields'
import { definitionText } from './tool-document'
import { toolNames, type IndexedNames } from './tool-names'
import { textsToEmbed, type TextsToEmbed } from './weighed-text'

/** A catalog made searchable: what is opened once is kept until it is closed. */
export interface OpenKit extends Kit {
  /** Keeps queries that are embedded before they are searched; see {@link CachedQueries}. */
  holdQueries(): CachedQueries
  /**
   * The kit with some tools as they would be: all that is searched or read of them is as if they
   * had been saved, and what is learned is learned anew; of the others nothing is indexed again.
   * Nothing is stored. Lives as long as this kit.
   * @param promptTokens of a tool as it would be
   */
  drafted(changed: readonly CatalogTool[], promptTokens?: (entry: CatalogTool) => number): Kit
  /**
   * What is embedded of the documents, of which hashes are kept where there are many.
   * @param embedder the one at hand, which need not be what the kit was opened with
   */
  textsToEmbed(
    components: readonly Component[],
    embedder: Pick<Embedder, 'reads'>,
  ): Promise<TextsToEmbed<ToolId>>
  /**
   * What each section of tools' documents adds to their cosine with a text; undefined where the
   * embedder knows no word of it.
   * @param made how the documents are made
   */
  sectionMeanings(
    tools: readonly ToolId[],
    text: string,
    made: { components: readonly Component[]; options: DocumentOptions; signal: AbortSignal },
  ): Promise<SectionMeaning[][] | undefined>
  /** What was made of tools so far, for the kit of a later catalog, in which these are others. */
  handOn(changed: ReadonlySet<ToolId>): HandedOn
}

/**
 * The kit of one catalog. Nothing is computed before a source is prepared or searched.
 * @param handedOn by the kit of an earlier catalog: what was made of tools that did not change is
 * not made again
 */
export function openKit(parts: KitParts, handedOn?: HandedOn): OpenKit {
  const byId = parts.tools instanceof ToolsById ? parts.tools : ToolsById.of(parts.tools)
  const tools = byId.list
  const once = openOnce(handedOn)
  const filtered = new Map<string, Admitted>()
  const queries = queryVectors(parts.embedder)
  const history = historySource(parts, byId, once)
  let common: Promise<CommonTexts> | undefined
  const documents = toolDocuments(byId, () => {
    return (common ??= parts.commonTexts?.() ?? commonTexts(tools))
  })
  const { taught, ...past } = pastDocuments({ byId, documents }, history.prepare)
  const opening = { once, parts, queries, analysersOf: analysers() }
  const kit: OpenKit = {
    tools: byId,
    among(filter) {
      const key = `tools ${JSON.stringify([filter.visibilities, filter.servers, filter.tags])}`
      const admitted = filtered.get(key) ?? admittedBy(tools, filter, key)
      filtered.set(key, admitted)
      return admitted
    },
    names: namesSource(byId, once),
    documents,
    ...fieldDocuments(byId, once, parts.standardFields),
    ...beyondTools(parts),
    lexical: (documents, steps) => lexicalSource(documents, steps as AnalyserStep[], opening),
    dense: (documents) => denseSource(documents, opening),
    vectors: (documents) => vectorSource(documents, parts),
    once: (key, make) => once(`made ${key}`, make),
    holdQueries: () => queries.hold(),
    dependencies: (tool) => {
      const entry = byId.get(tool)
      return entry ? dependenciesOf(entry) : []
    },
    hasDependencies: hasDependencies(tools),
    promptTokens: parts.promptTokens,
    holdRows: parts.holdRows ?? plainRows,
    learned: parts.learned,
    history,
    taught,
    past,
    text: (tool) => definitionText(byId.get(tool)),
    textsToEmbed: (components, embedder) =>
      textsToEmbed(documents(components), embedder, parts.derived),
    drafted: (changed, promptTokens) =>
      draftedKit(kit, { changed, promptTokens }, { parts, documents, opening, tools: byId }),
    sectionMeanings: (wanted, text, { components, options, signal }) =>
      sectionMeanings(
        documents(components, options),
        { ids: wanted, tools: byId, text, queries, open: parts.embedder },
        signal,
      ),
    handOn: once.handOn,
  }
  return kit
}

const namesSource = (tools: ReadonlyMap<ToolId, CatalogTool>, once: OpenOnce): Kit['names'] => ({
  key: 'names of tools',
  prepare: () => once.patched<IndexedNames>('names', (earlier) => toolNames(tools, earlier)),
})

/** What kits hold that is not made of tools. */
const beyondTools = (
  parts: KitParts,
): Pick<Kit, 'fieldWeights' | 'labelled' | 'embedder' | 'servers'> => ({
  servers: {
    key: 'what servers say of themselves',
    prepare: async () => (await parts.servers?.()) ?? new Map(),
  },
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

/** Past queries by the tools that are there; those that name none of them are left out. */
const historySource = (
  { bundles }: KitParts,
  tools: ReadonlyMap<ToolId, CatalogTool>,
  once: OpenOnce,
): Source<readonly Bundle[]> => ({
  key: HISTORY_KEY,
  prepare: () =>
    once(HISTORY_KEY, async () =>
      (await bundles()).flatMap((bundle) => {
        const known = bundle.tools.filter((id) => tools.has(id))
        return known.length > 0 ? [{ ...bundle, tools: known }] : []
      }),
    ),
})

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

/** Tools as they would be. */
interface Drafts {
  changed: readonly CatalogTool[]
  /** Of a tool as it would be; left out: as many as it has. */
  promptTokens?: ((entry: CatalogTool) => number) | undefined
}

/** What the kit of the catalog as it is was made of. */
interface Making {
  tools: ToolsById
  parts: KitParts
  /** How the documents of any tools are made. */
  documents: ReturnType<typeof toolDocuments>
  opening: DenseOpening
}

/**
 * A kit with some tools as they would be, see `OpenKit.drafted`. What too many tools share stays
 * what it is in the catalog: an edit of one tool changes the document of no other.
 */
function draftedKit(
  base: Kit,
  { changed, promptTokens }: Drafts,
  { parts, documents, opening, tools: asTheyAre }: Making,
): Kit {
  const drafts = openOnce()
  const drafting = { ...opening, drafts }
  const byId = new Map(changed.map((entry) => [idOf(entry), entry]))
  const tools = asTheyAre.with(byId)
  const hasEdges = changed.some((entry) => dependenciesOf(entry).length > 0)
  const standardFields = fieldsWith(base, byId, parts)
  const history = () => base.history.prepare()
  const taughtOf = (some: ReadonlyMap<ToolId, CatalogTool>) =>
    pastDocuments({ byId: some, documents }, history).taught
  const kit: Kit = {
    ...base,
    draft: { changed: new Set(byId.keys()), base },
    tools,
    names: {
      ...base.names,
      prepare: () =>
        drafts('names', async () => {
          const value = base.names.prepare() as Promise<IndexedNames>
          return toolNames(tools, { value, changed: new Set(byId.keys()) })
        }),
    },
    among: (filter) => draftedAmong(base, changed, filter),
    // What is worked out of a draft must not be taken for what is so of the catalog, nor kept as
    // that.
    once: (key, make) => drafts(`made ${key}`, make),
    learned: undefined,
    documents(components, options) {
      const { toText, ...indexed } = documents(components, options)
      const textsIn = async (of: Kit, ids: Iterable<ToolId>) =>
        entriesIn(of, ids).map(await toText())
      return { ...indexed, ...inPlace(kit, textsIn) }
    },
    standardFields,
    field(name) {
      const textsIn = async (of: Kit, ids: Iterable<ToolId>) => {
        const fields = await of.standardFields.prepare()
        return entriesIn(of, ids).flatMap((entry) =>
          fields.texts(entry, name).map((text) => ({ key: idOf(entry), text })),
        )
      }
      return { ...base.field(name), ...inPlace(kit, textsIn) }
    },
    taught(components, options) {
      const { without } = taughtOf(tools)(components, options)
      const own = taughtOf(byId)(components, options)
      const instead = async () =>
        new Map((await own.texts()).map((text) => [text.key, [text]] as const))
      const taught: Documents<ToolId> = { ...base.taught(components, options), instead }
      return without ? { ...taught, without } : taught
    },
    lexical: (of, steps) => lexicalSource(of, steps as AnalyserStep[], drafting),
    dense: (of) => denseSource(of, drafting),
    dependencies(tool) {
      const entry = byId.get(tool)
      return entry ? dependenciesOf(entry) : base.dependencies(tool)
    },
    hasDependencies: hasEdges
      ? { ...base.hasDependencies, prepare: () => Promise.resolve(true) }
      : base.hasDependencies,
    promptTokens(tool) {
      const entry = byId.get(tool)
      return (entry && promptTokens?.(entry)) ?? base.promptTokens(tool)
    },
    text: (tool) => definitionText(tools.get(tool)),
  }
  return kit
}

const entriesIn = ({ tools }: Kit, ids: Iterable<ToolId>): CatalogTool[] =>
  [...ids].flatMap((id) => tools.get(id) ?? [])

/** The fields in force of all tools, of those that are changed as they would be. */
function fieldsWith(
  base: Kit,
  changed: ReadonlyMap<ToolId, CatalogTool>,
  { standardFields }: Pick<KitParts, 'standardFields'>,
): Kit['standardFields'] {
  const work = async (): Promise<FieldsInForce> => {
    const before = await base.standardFields.prepare()
    const records = ((await standardFields?.()) ?? []).filter(({ tool }) => changed.has(tool))
    const then = await fieldsInForce(changed, records)
    const of = (tool: ToolId) => (changed.has(tool) ? then : before)
    return {
      own: (tool) => of(tool).own(tool),
      texts: (entry, field) => of(idOf(entry)).texts(entry, field),
      parameters: (tool) => of(tool).parameters(tool),
      isStale: (tool) => of(tool).isStale(tool),
    }
  }
  let made: Promise<FieldsInForce> | undefined
  return { ...base.standardFields, prepare: () => (made ??= work()) }
}

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
    tools,
    size: tools.size,
    prepare: () => Promise.resolve(tools),
  }
}
