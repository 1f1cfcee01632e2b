import { catalogTools } from '../domain/catalog-tool'
import type { AuthorLayer, Tool, ToolId, ToolLayer } from '../domain/tool'
import type { WorkspaceChange, WorkspaceState, WorkspaceStore } from '../ports/workspace-store'
import { openCatalog, type Catalog } from './catalog'
import { lease, type Lease } from './lease'
import type { AppPorts } from './ports'
import { sharedReading } from './shared-reading'

/** Author's layers by tool, also of tools that are not in the catalog now. */
export type Layers = ReadonlyMap<ToolId, AuthorLayer>

/** The catalog that one commit left, in memory. */
export interface LoadedCatalog {
  state: WorkspaceState
  tools: ReadonlyMap<ToolId, Tool>
  layers: Layers
  catalog: Lease<Catalog>
}

/** The catalog as of the last commit of any process. */
export interface CurrentCatalog {
  /**
   * Calls `take` with the catalog of a commit no older than this call; nothing can retire it before `take` returns.
   */
  load<Result>(take: (loaded: LoadedCatalog) => Result): Promise<Result>
  /** Moves on by a change that was committed to `base`, without reading it again. */
  advance(base: LoadedCatalog, change: WorkspaceChange, state: WorkspaceState): void
  close(): Promise<void>
}

/** Told the workspace and what it is as of now. */
export type OnChange = (dir: string, state: WorkspaceState) => void

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
    // That an index cannot be closed is nothing to fail a commit or a read for.
    if (old && old.catalog !== loaded.catalog) old.catalog.retire().catch(() => undefined)
    if (old) onChange(store.dir, loaded.state)
    return loaded
  }
  const open = (tools: Tool[], layers: ToolLayer[]): Lease<Catalog> =>
    lease(openCatalog(catalogTools(tools, layers), store, ports))

  async function loadNow(give: (loaded: LoadedCatalog) => void): Promise<void> {
    const now = await store.state()
    if (current && isSameState(current.state, now)) return give(current)
    const { state, tools, layers } = await store.read('tools', 'layers')
    if (current && isSameState(current.state, state)) return give(current)
    const loaded = {
      state,
      tools: new Map(tools.map((tool) => [tool.id, tool])),
      layers: new Map(layers.map(({ tool, layer }) => [tool, layer])),
      catalog: open(tools, layers),
    }
    give(hold(loaded))
  }

  return {
    // Each commit is read once.
    load: sharedReading(loadNow),
    advance(base, change, state) {
      // Where it was read meanwhile, or another one after it, there is nothing to move on.
      if (current !== base) return
      if (![change.tools, change.layers, change.bundles].some(changes)) {
        hold({ ...base, state })
        return
      }
      const tools = after(base.tools, change.tools, (tool) => [tool.id, tool])
      const layers = after(base.layers, change.layers, ({ tool, layer }) => [tool, layer])
      const written = [...layers].map(([tool, layer]) => ({ tool, layer }))
      hold({ state, tools, layers, catalog: open([...tools.values()], written) })
    },
    async close() {
      await current?.catalog.retire()
    },
  }
}

/** Whether two states are of one commit of one workspace, in a folder that was not replaced between them. */
export const isSameState = (a: WorkspaceState, b: WorkspaceState): boolean =>
  a.id === b.id && a.commit === b.commit && a.stamp === b.stamp

/** Whether a change to one kind of record changes anything. */
export const changes = (part: PartOfChange<unknown, unknown> | undefined): boolean =>
  (part?.put?.length ?? 0) + (part?.remove?.length ?? 0) > 0

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
