import type { WorksWith } from '../../domain/recipe/choice'
import { idOf } from '../../domain/tool/stored-tool'
import type { FoundIn } from '../agent/find-tools'
import type { Catalog } from '../workspaces/catalog'
import { admittedBy } from '../query/answering'
import { toolNaming, type ToolNaming } from './tool-naming'

/** Which workspace is served, by what. */
export type ServingOf = WorksWith & { dir: string }

/** By recipe and options, as long as the catalog lives. */
const namings = new WeakMap<Catalog, Map<string, ToolNaming>>()
/** Whoever serves more only waits for making them again. */
const MOST_NAMINGS = 20

/** How those tools are called that the recipe may find: known whether or not it can search. */
export async function servedNaming(
  { context, catalog }: FoundIn,
  asked: ServingOf,
): Promise<ToolNaming> {
  const made = namings.get(catalog) ?? new Map<string, ToolNaming>()
  namings.set(catalog, made)
  const key = JSON.stringify([asked.recipe, asked.options])
  const known = made.get(key)
  if (known) return known
  const admitted = await admittedBy(context, { ...asked, catalog })
  const naming = toolNaming(catalog.tools.filter((entry) => admitted?.has(idOf(entry)) !== false))
  if (made.size >= MOST_NAMINGS) made.clear()
  made.set(key, naming)
  return naming
}
