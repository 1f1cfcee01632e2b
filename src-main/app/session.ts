import type { GoldenQuery } from '../domain/golden-set'
import type { CatalogTool } from '../domain/tool'
import type { WorkspaceChange, WorkspaceStore } from '../ports/workspace-store'
import { openCatalog, type Catalog } from './catalog'
import type { AppPorts } from './ports'

/** One open workspace with its catalog in memory. */
export interface Session {
  readonly store: WorkspaceStore
  /** As of the last commit, also another process's. */
  catalog(): Promise<Catalog>
  /** One golden set's queries, read once a revision. */
  goldenQueries(set: string): Promise<GoldenQuery[]>
  commit(change: WorkspaceChange, expected?: number): Promise<number>
  close(): Promise<void>
}

export type OnChange = (dir: string, revision: number) => void

export function openSession(store: WorkspaceStore, ports: AppPorts, onChange: OnChange): Session {
  let current: { revision: number; catalog: Catalog } | undefined
  let loading: Promise<Catalog> | undefined
  let golden: { revision: number; sets: Map<string, Promise<GoldenQuery[]>> } | undefined

  const hold = async (revision: number, catalog: Catalog) => {
    const old = current?.catalog
    current = { revision, catalog }
    if (old && old !== catalog) await old.close()
    return catalog
  }

  const load = async (): Promise<Catalog> => {
    const { revision } = await store.info()
    if (current?.revision === revision) return current.catalog
    const changedElsewhere = current !== undefined
    const catalog = await hold(revision, openCatalog(await store.tools(), store, ports))
    if (changedElsewhere) onChange(store.dir, revision)
    return catalog
  }
  const catalog = () => (loading ??= load().finally(() => (loading = undefined)))

  return {
    store,
    catalog,
    async goldenQueries(set) {
      await catalog()
      const revision = current?.revision ?? 0
      if (golden?.revision !== revision) golden = { revision, sets: new Map() }
      const { sets } = golden
      const queries = sets.get(set) ?? store.goldenQueries(set)
      sets.set(set, queries)
      queries.catch(() => sets.delete(set))
      return queries
    },
    async commit(change, expected) {
      const before = await catalog()
      const base = current?.revision ?? 0
      const revision = await store.commit(change, expected)
      if (revision === base + 1) {
        const tools = change.tools && applyTo(before.tools, change.tools)
        await hold(revision, tools ? openCatalog(tools, store, ports) : before)
      }
      onChange(store.dir, revision)
      return revision
    },
    async close() {
      await current?.catalog.close()
      await store.close()
    },
  }
}

function applyTo(
  tools: CatalogTool[],
  { put = [], remove = [] }: NonNullable<WorkspaceChange['tools']>,
): CatalogTool[] {
  const byId = new Map(tools.map((entry) => [entry.tool.id, entry]))
  for (const id of remove) byId.delete(id)
  for (const entry of put) byId.set(entry.tool.id, entry)
  return [...byId.values()].sort((a, b) => (a.tool.id < b.tool.id ? -1 : 1))
}
