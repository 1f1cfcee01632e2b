import type { Bundle } from '../../domain/query/bundle'
import { idOf } from '../../domain/tool/stored-tool'
import { Problem } from '../../domain/problem'
import type { ListedOf, RecordKinds } from '../../domain/workspace/record-kinds'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import { ToolsById } from '../../domain/tool/tools-by-id'
import {
  commonSince,
  type CommonSince,
  type CommonTexts,
} from '../../pipeline/knowledge-base/common-texts'
import type { Derived } from '../../pipeline/knowledge-base/derived'
import { openKit, type OpenKit } from '../../pipeline/knowledge-base/open-kit'
import { openOnce, withChanged, type HandedOn } from '../../pipeline/knowledge-base/open-once'
import type { CachedBytes } from '../../pipeline/kit'
import { sharing, type Sharing } from '../../pipeline/sharing'
import type { Embedder, EmbedderSource } from '../../ports/embedder'
import type { IndexesInPlace } from '../../ports/in-place'
import type { TokenCount, TokenCounter } from '../../ports/token-counter'
import type { WorkspaceStore } from '../../ports/workspace-store'
import { labelledQueriesOf } from './labelled-queries'
import type { AppPorts } from '../ports'
import type { OnTools } from '../requests/call-progress'
import { countOf, tokenCounts, type KnownCounts } from './token-counts'
import { vectorIndexes, vectorReader, type VectorStore } from './vector-indexes'

/** The tools of one revision, read once and shared by all that reads them. */
export interface Catalog {
  /** By id. */
  readonly tools: readonly CatalogTool[]
  /** @throws Problem `not-found`. */
  tool(id: ToolId): CatalogTool
  has(id: ToolId): boolean
  /** Tokens of a tool's model-facing definition; 0 for a tool that is not in the catalog. */
  promptTokens(id: ToolId): TokenCount
  /** The same of a tool at hand. */
  tokensOf(entry: CatalogTool): TokenCount
  /**
   * Tokens of definitions together, of all where no `ids` are named, which is remembered. A large
   * catalog takes seconds the first time, so between any two tools it calls `pause`, which says
   * whether others had their turn.
   */
  countTokens(
    pause: () => Promise<boolean>,
    counting?: { ids?: readonly ToolId[]; onCounted?: OnTools },
  ): Promise<TokenCount>
  /** Logged queries with the tools that solved them, by id, read once. */
  history(): Promise<readonly Bundle[]>
  /** What servers say of themselves, by their names, read once. */
  servers(): Promise<ReadonlyMap<string, string>>
  /** What too many of the tools share to tell any from others, worked out once. */
  commonTexts(): Promise<CommonTexts>
  /**
   * What recipes are made of with an embedder; nothing is embedded before a dense search needs it.
   */
  kit(embedder: string): OpenKit
  /**
   * Forgets the kit of an embedder whose name stands for another by now, pulled anew or given other
   * templates; says whether it was so. Searches that run with the kit go on with it.
   */
  renew(embedder: string, signal: AbortSignal): Promise<boolean>
  /**
   * What model stages gave, for queries that begin alike.
   * @param models the embedder and the language model, as one name.
   */
  sharing(models: string): Sharing
  /** Golden queries were changed: whoever learns from them next reads them again. */
  relabel(): void
  /**
   * This catalog with some tools as they would be, see {@link OpenKit.drafted}; it lives as long as
   * this one.
   */
  drafted(changed: readonly CatalogTool[]): Catalog
  /** These tools with another history, such as a part of a golden set. */
  withHistory(bundles: readonly Bundle[]): Catalog
  /** Whether searches wait for where it lies, rather than go through memory. */
  readonly isInPlace: boolean
  /** These tools searched where they lie, as somebody else would. */
  searchedIn(inPlace: IndexesInPlace): Catalog
  /** What was made of the tools so far, for a later catalog in which these are others. */
  handOn(changed: ReadonlySet<ToolId>): FromEarlier
}

/** What an earlier catalog hands on. */
export interface FromEarlier {
  /** Of all tools, whatever the embedder. */
  all: HandedOn
  kits: HandedOnKits
  tokens: KnownCounts
}

type CatalogPorts = Pick<
  AppPorts,
  | 'embedders'
  | 'tokenCounter'
  | 'buildLexicalIndex'
  | 'unpackLexicalIndex'
  | 'holdRows'
  | 'buildVectorIndex'
  | 'mostVectorBytesInMemory'
> & {
  /** Where what is made of the tools is kept; without it, nothing is. */
  derived?: Derived
  /** Where what past queries taught is kept; without it, nothing is. */
  learned?: CachedBytes
  /** Of a published catalog that is searched where it lies. */
  inPlace?: IndexesInPlace
  /** In place of the workspace’s logged queries. */
  history?: Catalog['history']
}

/**
 * The catalog of these tools; its indexes are made when they are first searched.
 * @param earlier by an earlier catalog: of tools that did not change since, nothing is made again
 */
export function openCatalog(
  tools: readonly CatalogTool[],
  store: VectorStore & Pick<WorkspaceStore, 'read' | 'members'>,
  { earlier, ...ports }: CatalogPorts & { earlier?: FromEarlier },
): Catalog {
  const { embedders, tokenCounter, buildLexicalIndex, unpackLexicalIndex, holdRows, ...vectors } =
    ports
  const { history = readOnce(store, 'bundles'), derived, inPlace } = ports
  const byId = new ToolsById(tools)
  const tokens = tokenCounts({ tools: byId, tokenCounter, derived, known: earlier?.tokens })
  const labelled = labelledQueriesOf(store)
  const servers = serverTextsOf(store)
  const once = openOnce(earlier?.all)
  const commonTexts = async () => {
    const following = { tools, toolOf: (id: ToolId) => byId.get(id), derived }
    const { texts } = await once.patched<CommonSince>('common texts', (before) =>
      commonSince(following, before),
    )
    return texts
  }
  const kits = kitsOf(embedders, earlier?.kits, (embedder, handedOn) => {
    const parts = {
      embedder,
      buildLexicalIndex,
      unpackLexicalIndex,
      holdRows,
      tools: byId,
      bundles: history,
      derived,
      commonTexts,
      // What parts of golden sets teach would take the place of what the workspace's own queries
      // do.
      learned: ports.history ? undefined : ports.learned,
      fieldWeights: readOnce(store, 'fieldWeights'),
      standardFields: readOnce(store, 'standardFields'),
      servers,
      labelled: () => labelled.read(),
      promptTokens: (id: ToolId) => promptTokens(id).tokens,
      openVectorIndex: vectorIndexes({ store, ...vectors }),
      readVectors: vectorReader({ store, ...(inPlace && { inPlace }) }),
      ...(inPlace && { inPlace }),
    }
    return openKit(parts, handedOn)
  })
  const shared = new Map<string, Sharing>()
  const promptTokens = (id: ToolId) => {
    const entry = byId.get(id)
    return entry ? tokens.of(entry) : NO_TOKENS
  }

  const catalog: Catalog = {
    tools,
    tool(id) {
      const entry = byId.get(id)
      if (entry) return entry
      throw new Problem('not-found', `There is no tool “${id}” in this catalog.`)
    },
    has: (id) => byId.has(id),
    promptTokens,
    tokensOf: tokens.of,
    countTokens: (pause, counting = {}) => tokens.sum(pause, counting),
    history,
    servers,
    commonTexts,
    kit: (name) => kits.of(name),
    async renew(name, signal) {
      const isRenewed = await kits.renew(name, signal)
      if (isRenewed) shared.clear()
      return isRenewed
    },
    sharing: (models) => remember(shared, models, () => sharing()),
    relabel: () => labelled.forget(),
    drafted: (changed) => draftedCatalog(catalog, changed, tokenCounter),
    withHistory: (bundles) =>
      openCatalog(tools, store, { ...ports, history: () => Promise.resolve(bundles) }),
    isInPlace: inPlace !== undefined,
    searchedIn: (inPlace) => openCatalog(tools, store, { ...ports, inPlace }),
    handOn: (changed) => ({
      all: once.handOn(changed),
      kits: kits.handOn(changed),
      tokens: tokens.known,
    }),
  }
  return catalog
}

function draftedCatalog(
  catalog: Catalog,
  changed: readonly CatalogTool[],
  tokenCounter: TokenCounter,
): Catalog {
  const drafts = new Map(changed.map((entry) => [idOf(entry), entry]))
  const kits = new Map<string, OpenKit>()
  const tokensOf = (entry: CatalogTool) => countOf(entry, tokenCounter).tokens
  return {
    ...catalog,
    tools: [
      ...catalog.tools.map((entry) => drafts.get(idOf(entry)) ?? entry),
      ...changed.filter((entry) => !catalog.has(idOf(entry))),
    ],
    tool: (id) => drafts.get(id) ?? catalog.tool(id),
    has: (id) => drafts.has(id) || catalog.has(id),
    kit: (name) =>
      remember(kits, name, () => {
        const kit = catalog.kit(name)
        return { ...kit, ...kit.drafted(changed, tokensOf) }
      }),
    tokensOf: (entry) =>
      drafts.has(idOf(entry)) ? countOf(entry, tokenCounter) : catalog.tokensOf(entry),
    promptTokens(id) {
      const entry = drafts.get(id)
      return entry ? countOf(entry, tokenCounter) : catalog.promptTokens(id)
    },
    sharing: () => sharing(),
    drafted: (more) => catalog.drafted([...changed, ...more]),
  }
}

interface KitInUse {
  kit: OpenKit
  /** Of the embedder that it searches with; absent until that is needed. */
  fingerprint?: string
}

/** What kits of an earlier catalog hand on, by embedder. */
type HandedOnKits = ReadonlyMap<string, HandedOn>

interface Kits {
  of(name: string): OpenKit
  renew: Catalog['renew']
  handOn(changed: ReadonlySet<ToolId>): HandedOnKits
}

/** The kits of one catalog by their embedder, each opened when it is first asked for. */
function kitsOf(
  embedders: EmbedderSource,
  earlier: HandedOnKits | undefined,
  open: (embedder: () => Promise<Embedder>, handedOn: HandedOn | undefined) => OpenKit,
): Kits {
  const inUse = new Map<string, KitInUse>()
  const fromEarlier = new Map(earlier)
  const opened = (name: string): KitInUse => {
    const embedder = async () => {
      const found = await embedders.open(name, new AbortController().signal)
      made.fingerprint = found.fingerprint
      return found
    }
    const made: KitInUse = { kit: open(embedder, fromEarlier.get(name)) }
    fromEarlier.delete(name)
    return made
  }
  return {
    of: (name) => remember(inUse, name, () => opened(name)).kit,
    async renew(name, signal) {
      const known = inUse.get(name)
      if (known?.fingerprint === undefined) return false
      const now = await embedders.open(name, signal).catch(() => undefined)
      signal.throwIfAborted()
      // One that is away may be the same when it is back.
      if (!now || now.fingerprint === known.fingerprint || inUse.get(name) !== known) return false
      inUse.delete(name)
      return true
    },
    handOn: (changed) =>
      new Map([
        ...[...fromEarlier].map(
          ([name, handedOn]) => [name, withChanged(handedOn, changed)] as const,
        ),
        ...[...inUse].map(([name, { kit }]) => [name, kit.handOn(changed)] as const),
      ]),
  }
}

/** What the workspace keeps of a kind, read once; where that fails, the next one tries again. */
function readOnce<Kind extends 'bundles' | 'fieldWeights' | 'standardFields' | 'servers'>(
  store: Pick<WorkspaceStore, 'read'>,
  kind: Kind,
): () => Promise<readonly ListedOf<RecordKinds[Kind]>[]> {
  let records: Promise<readonly ListedOf<RecordKinds[Kind]>[]> | undefined
  return () => {
    records ??= store.read(kind).then((read) => read[kind])
    records.catch(() => (records = undefined))
    return records
  }
}

/** What servers say of themselves, by their names, read once. */
function serverTextsOf(store: Pick<WorkspaceStore, 'read'>) {
  const texts = readOnce(store, 'servers')
  return async (): Promise<ReadonlyMap<string, string>> =>
    new Map((await texts()).map(({ server, description }) => [server, description]))
}

const NO_TOKENS: TokenCount = { tokens: 0, isEstimate: false }

function remember<Key, Value>(known: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const found = known.get(key)
  if (found !== undefined) return found
  const value = compute()
  known.set(key, value)
  return value
}
