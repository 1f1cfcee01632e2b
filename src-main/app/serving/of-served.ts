import type { WorksWith } from '../../domain/recipe/choice'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import type { FoundIn } from '../agent/find-tools'
import { admittedBy } from '../query/answering'
import type { Catalog } from '../workspaces/catalog'

/** Which workspace is served, by what. */
export type ServingOf = WorksWith & { dir: string }

/** Whoever serves more, by recipe and options, only waits for making them again. */
const MOST_MADE = 20

/**
 * What is made of those tools that the recipe may find, whether or not it can search: once for a
 * recipe and its options, as long as the catalog lives.
 */
export function ofServed<Made>(make: (served: readonly CatalogTool[]) => Made | Promise<Made>) {
  const made = new WeakMap<Catalog, Map<string, Promise<Made>>>()
  return async ({ context, catalog }: FoundIn, asked: ServingOf): Promise<Made> => {
    const ofCatalog = made.get(catalog) ?? new Map<string, Promise<Made>>()
    made.set(catalog, ofCatalog)
    const key = JSON.stringify([asked.recipe, asked.options])
    const known = ofCatalog.get(key)
    if (known !== undefined) return known
    const making = async () => {
      const admitted = await admittedBy(context, { ...asked, catalog })
      return make(catalog.tools.filter((entry) => admitted?.has(idOf(entry)) !== false))
    }
    if (ofCatalog.size >= MOST_MADE) ofCatalog.clear()
    const now = making()
    ofCatalog.set(key, now)
    now.catch(() => ofCatalog.delete(key))
    return now
  }
}
