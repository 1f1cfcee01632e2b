import type { Bundle } from '../../domain/bundle'
import type { ToolId } from '../../domain/tool'
import { canonical } from '../canonical'

/**
 * The bundles to write. One with the id of a bundle here takes its place where it is of the same query; else it gets an id
 * of its own.
 */
export function settleBundles(
  stored: readonly Bundle[],
  imported: readonly Bundle[],
  ids: ReadonlyMap<ToolId, ToolId>,
): Bundle[] {
  const here = new Map(stored.map((bundle) => [bundle.id, bundle]))
  const taken = new Set<string>()
  return imported.flatMap((bundle) => {
    const tools = [...new Set(bundle.tools.map((id) => ids.get(id) ?? id))]
    const isFree = (id: string): boolean =>
      !taken.has(id) && (here.get(id)?.query ?? bundle.query) === bundle.query
    let { id } = bundle
    for (let number = 2; !isFree(id); number += 1) id = `${bundle.id}#${number}`
    taken.add(id)
    const settled = { id, query: bundle.query, tools }
    return canonical(here.get(id)) === canonical(settled) ? [] : [settled]
  })
}
