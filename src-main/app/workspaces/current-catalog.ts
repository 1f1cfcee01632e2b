import { changedIds } from '../../domain/tool/changed-ids'
import { storedTool, withLayer } from '../../domain/tool/stored-tool'
import type { AuthorLayer, CatalogTool, ToolId } from '../../domain/tool/tool'
import { ToolsById } from '../../domain/tool/tools-by-id'
import type { Derived } from '../../pipeline/knowledge-base/derived'
import type { IndexesInPlace } from '../../ports/in-place'
import type { WorkspaceChange, WorkspaceState, WorkspaceStore } from '../../ports/workspace-store'
import { openCatalog, type Catalog, type FromEarlier } from './catalog'
import type { OnTools } from '../requests/call-progress'
import { giveCachedTraits, cachedOfCatalog, cachedOfTools } from './cached-data'
import type { AppPorts } from '../ports'
import { sharedReading } from './shared-reading'

/** Author's layers by tool, also of tools that are not in the catalog now. */
export type Layers = ReadonlyMap<ToolId, AuthorLayer>

/** The catalog that one commit left, in memory. */
export interface LoadedCatalog {
  state: WorkspaceState
  layers: Layers
  catalog: Catalog
}

/** The catalog as of the last commit of any process. */
export interface CurrentCatalog {
  /**
   * Calls `take` with the catalog of a commit no older than this call. Where it has to be read,
   * `onTools` is told how far that is.
   */
  load<Result>(take: (loaded: LoadedCatalog) => Result, onTools?: OnTools): Promise<Result>
  /** Moves on by a change that was committed to `base`, without reading it again. */
  advance(base: LoadedCatalog, change: WorkspaceChange, state: WorkspaceState): void
}

/** Told the workspace and what it is as of now. */
export type OnChange = (dir: string, state: WorkspaceState) => void

/** What a catalog is opened with that was read. */
interface Opened {
  derived?: Derived
  inPlace?: IndexesInPlace
}

/** @param onChange called once for each commit that is seen, but for the first. */
export function currentCatalog(
  store: WorkspaceStore,
  ports: AppPorts,
  onChange: OnChange,
): CurrentCatalog {
  let current: LoadedCatalog | undefined

  const hold = (loaded: LoadedCatalog): LoadedCatalog => {
    const old = current
    current = loaded
    if (old) onChange(store.dir, loaded.state)
    return loaded
  }
  const open = (
    tools: readonly CatalogTool[],
    state: WorkspaceState,
    { derived = cachedOfTools(store, state, tools), inPlace }: Opened = {},
  ): Catalog => {
    // Of another workspace that took the folder's place, nothing is taken over.
    const isSame = current?.state.id === state.id
    const earlier = current && isSame ? handedOn(current.catalog, tools) : undefined
    return openCatalog(tools, store, {
      ...ports,
      derived,
      learned: cachedOfCatalog(store, state),
      ...(earlier && { earlier }),
      ...(inPlace && { inPlace }),
    })
  }

  async function loadNow(give: (loaded: LoadedCatalog) => void, onTools: OnTools): Promise<void> {
    const now = await store.state()
    if (current && isSameState(current.state, now)) return give(current)
    if (current && hasSameSources(current.state, now)) {
      current.catalog.relabel()
      return give(hold({ ...current, state: now }))
    }
    const { state, tools, layers, inPlace } = await store.catalog(onTools)
    if (current && isSameState(current.state, state)) return give(current)
    const derived = cachedOfTools(store, state, tools)
    await giveCachedTraits(tools, derived)
    const loaded = {
      state,
      layers: new Map(layers.map(({ tool, layer }) => [tool, layer])),
      catalog: open(tools, state, { derived, ...(inPlace && { inPlace }) }),
    }
    give(hold(loaded))
  }

  return {
    // Each commit is read once.
    load: sharedReading(loadNow),
    advance(base, change, state) {
      // Where it was read meanwhile, or another one after it, there is nothing to move on.
      if (current !== base) return
      const { tools, layers: relayered, servers, standardFields, bundles, fieldWeights } = change
      if (![tools, relayered, servers, standardFields, bundles, fieldWeights].some(changes)) {
        if (changes(change.goldenSets) || changes(change.goldenUses)) base.catalog.relabel()
        hold({ ...base, state })
        return
      }
      const layers = after(base.layers, change.layers, ({ tool, layer }) => [tool, layer])
      hold({ state, layers, catalog: open(toolsAfter(base, change, layers), state) })
    },
  }
}

/**
 * The share of tools that may be others for what was made of an earlier catalog to be worth
 * patching.
 */
const MOST_CHANGED = 0.1

/** What a later catalog of these tools takes over. */
function handedOn(earlier: Catalog, tools: readonly CatalogTool[]): FromEarlier | undefined {
  const changed = changedIds(earlier.tools, tools)
  return changed.size <= MOST_CHANGED * tools.length ? earlier.handOn(changed) : undefined
}

/** The tools as a change leaves them, by id; those that it does not name are not even read. */
function toolsAfter(
  base: LoadedCatalog,
  { tools: changed, layers: relayered }: WorkspaceChange,
  layers: Layers,
): readonly CatalogTool[] {
  const { catalog } = base
  const layerOf = (id: ToolId): AuthorLayer => layers.get(id) ?? {}
  const then = new Map<ToolId, CatalogTool | undefined>()
  const entryOf = (id: ToolId) => {
    if (then.has(id)) return then.get(id)
    return catalog.has(id) ? catalog.tool(id) : undefined
  }
  for (const id of changed?.remove ?? []) then.set(id, undefined)
  for (const tool of changed?.put ?? []) {
    then.set(tool.id, storedTool({ id: tool.id, read: () => tool }, layerOf(tool.id)))
  }
  const touched = [...(relayered?.remove ?? []), ...(relayered?.put ?? []).map(({ tool }) => tool)]
  for (const id of touched) {
    const entry = entryOf(id)
    if (entry) then.set(id, withLayer(entry, layerOf(id)))
  }
  return new ToolsById(catalog.tools).with(then).list
}

/**
 * Whether two states are of one commit of one workspace, in a folder that was not replaced between
 * them.
 */
export const isSameState = (a: WorkspaceState, b: WorkspaceState): boolean =>
  a.id === b.id && a.commit === b.commit && a.stamp === b.stamp

/** Whether a change to one kind of record changes anything. */
export const changes = (part: PartOfChange<unknown, unknown> | undefined): boolean =>
  (part?.put?.length ?? 0) + (part?.remove?.length ?? 0) > 0

/**
 * Whether the catalog in memory holds just what a later commit names: another process kept runs,
 * say. The same commit in files of another time is a folder that was put back.
 */
const hasSameSources = (a: WorkspaceState, b: WorkspaceState): boolean =>
  a.id === b.id && a.commit !== b.commit && a.sources === b.sources

interface PartOfChange<Key, Item> {
  put?: readonly Item[]
  remove?: readonly Key[]
}

function after<Key, Value, Item>(
  before: ReadonlyMap<Key, Value>,
  { put = [], remove = [] }: PartOfChange<Key, Item> = {},
  entryOf: (item: Item) => [Key, Value],
): Map<Key, Value> {
  const next = new Map(before)
  for (const key of remove) next.delete(key)
  for (const [key, value] of put.map(entryOf)) next.set(key, value)
  return next
}
