import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  giveTraits,
  idOf,
  importedTraits,
  rowVersionOf,
  type Traits,
} from '../../domain/tool/stored-tool'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import {
  FEWEST_KEPT,
  packJson,
  unpackJson,
  type Derived,
} from '../../pipeline/knowledge-base/derived'
import { mapYielding } from '../../pipeline/knowledge-base/map-yielding'
import type { CachedBytes } from '../../pipeline/kit'
import type { CatalogName, WorkspaceStore } from '../../ports/workspace-store'

type Store = Pick<WorkspaceStore, 'derived' | 'keepDerived'>

/** Tools of a catalog of which something was kept, by id: `versions[i]` is that of `ids[i]`. */
interface KnownTools {
  ids: ToolId[]
  versions: string[]
}

/** The share of tools that may be others for what was kept of them to be of use. */
const MOST_CHANGED = 0.1

/**
 * What was made of a catalog’s tools, kept for later processes: also for those that find some tools
 * changed, and are told which.
 * @param tools by id
 */
export function cachedOfTools(
  store: Store,
  state: CatalogName,
  tools: readonly CatalogTool[],
): Derived {
  let versions: Promise<string[]> | undefined
  const versionsNow = () => (versions ??= mapYielding(tools, (entry) => [versionOf(entry)]))
  const known = new Map<string, Promise<Since | undefined>>()
  const since = (of: CatalogName) => {
    const name = nameOf(of)
    const found = known.get(name) ?? changedSince(of)
    known.set(name, found)
    return found
  }
  const changedSince = async (of: CatalogName): Promise<Since | undefined> => {
    if (nameOf(of) === nameOf(state)) return { ids: undefined, changed: NOTHING }
    const kept = await store.derived(listName(of))
    const then = kept && unpackJson<KnownTools>(kept.content)
    if (!then || nameOf(kept.of) !== nameOf(of)) return undefined
    const changed = await changedIn(then, { ids: tools.map(idOf), versions: await versionsNow() })
    return changed.size <= MOST_CHANGED * tools.length ? { ids: then.ids, changed } : undefined
  }
  let isListed = false
  return {
    async read(name) {
      const kept = await store.derived(name)
      const found = kept && (await since(kept.of))
      return kept && found && { content: kept.content, ...found }
    },
    async keep(name, content) {
      await store.keepDerived(name, state, content)
      if (isListed || tools.length < FEWEST_KEPT) return
      isListed = true
      // Whoever has something to keep of all tools has read them all.
      const list: KnownTools = { ids: tools.map(idOf), versions: await versionsNow() }
      await store.keepDerived(listName(state), state, packJson(list))
      const traits = await mapYielding(tools, (entry) => [importedTraits(entry)])
      await store.keepDerived(TRAITS, state, packJson(traits))
    },
  }
}

/** What was kept of just the catalog as it is. */
export const cachedOfCatalog = (store: Store, state: CatalogName): CachedBytes => ({
  async read(name) {
    const kept = await store.derived(name)
    return kept && nameOf(kept.of) === nameOf(state) ? kept.content : undefined
  },
  keep: (name, content) => store.keepDerived(name, state, content),
})

interface Since {
  /** The tools as they were then; absent where they are the same. */
  ids: readonly ToolId[] | undefined
  changed: ReadonlySet<ToolId>
}

const NOTHING: ReadonlySet<ToolId> = new Set()

const nameOf = ({ id, catalog }: CatalogName): string => JSON.stringify([id, catalog])

const listName = (of: CatalogName): string => `tools of ${nameOf(of)}`

async function changedIn(then: KnownTools, now: KnownTools): Promise<Set<ToolId>> {
  const versions = new Map(then.ids.map((id, at) => [id, then.versions[at]]))
  const changed = new Set<ToolId>()
  await new Promise(setImmediate)
  now.ids.forEach((id, at) => {
    if (versions.get(id) !== now.versions[at]) changed.add(id)
    versions.delete(id)
  })
  for (const gone of versions.keys()) changed.add(gone)
  return changed
}

/**
 * Names what a tool and its layer say: told by its row, where that is known, without reading it.
 */
function versionOf(entry: CatalogTool): string {
  const row = rowVersionOf(entry) ?? hash('sha1', JSON.stringify(entry.tool), 'base64')
  const layer = JSON.stringify(entry.layer)
  return layer === '{}' ? row : `${row} ${hash('sha1', layer, 'base64')}`
}

const TRAITS = 'traits of tools'

/** Tools read to see whether the traits kept are theirs. */
const SAMPLE = 16

/**
 * Gives tools the traits kept of them, if there are any, so that filtering a large catalog need not
 * read every tool.
 * @param tools by id.
 */
export async function giveCachedTraits(
  tools: readonly CatalogTool[],
  derived: Derived,
): Promise<void> {
  if (tools.length < FEWEST_KEPT) return
  const kept = await derived.read(TRAITS)
  const traits = kept && unpackJson<Traits[]>(kept.content)
  if (!kept || !traits) return
  await new Promise(setImmediate)
  const { ids, changed } = kept
  const byId = ids && new Map(ids.map((id, at) => [id, traits[at]]))
  const own = (entry: CatalogTool, at: number) => {
    if (!byId) return traits[at]
    return changed.has(idOf(entry)) ? undefined : byId.get(idOf(entry))
  }
  const step = Math.ceil(tools.length / SAMPLE)
  const areTheirs =
    traits.length === (ids ?? tools).length &&
    tools.every((entry, at) => {
      const found = at % step === 0 ? own(entry, at) : undefined
      return !found || isDeepStrictEqual(importedTraits(entry), found)
    })
  if (!areTheirs) return
  await mapYielding([...tools.entries()], ([at, entry]) => {
    const found = own(entry, at)
    if (found) giveTraits(entry, found)
    return []
  })
}
