import type { ReportRow } from '../../domain/catalog/import'
import type { Bundle } from '../../domain/query/bundle'
import { LOGGED } from '../../domain/query/logged-queries'
import type { ToolId } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'

/**
 * Bundles of files with the time at which they came here, but for what the files say themselves.
 */
export const datedBundles = (bundles: readonly Bundle[], loggedAt: string): Bundle[] =>
  bundles.map((bundle) => ({ loggedAt, from: 'file', ...bundle }))

/** What becomes of the bundles of files. */
export interface SettledBundles {
  put: Bundle[]
  rows: ReportRow[]
}

/**
 * The bundles to write. One with the id of a bundle here takes its place where it is of the same
 * query; else it gets an id of its own. Those that are too many for a workspace are left out.
 */
export function settleBundles(
  stored: readonly Bundle[],
  imported: readonly Bundle[],
  ids: ReadonlyMap<ToolId, ToolId>,
): SettledBundles {
  const here = new Map(stored.map((bundle) => [bundle.id, bundle]))
  const taken = new Set<string>()
  const put = imported.flatMap((bundle) => {
    const tools = [...new Set(bundle.tools.map((id) => ids.get(id) ?? id))]
    const isFree = (id: string): boolean =>
      !taken.has(id) && (here.get(id)?.query ?? bundle.query) === bundle.query
    let { id } = bundle
    for (let number = 2; !isFree(id); number += 1) id = `${bundle.id}#${number}`
    taken.add(id)
    const before = here.get(id)
    const isSame = before && canonical(before.tools) === canonical(tools)
    return isSame ? [] : [{ ...bundle, id, tools }]
  })
  return withinBounds(stored.length, put, here)
}

function withinBounds(
  stored: number,
  put: readonly Bundle[],
  here: ReadonlyMap<string, Bundle>,
): SettledBundles {
  let room = LOGGED.mostQueries - stored
  const kept = put.filter(({ id }) => here.has(id) || room-- > 0)
  const beyond = put.length - kept.length
  return { put: kept, rows: beyond > 0 ? [beyondBounds('bundles', beyond)] : [] }
}

/** What the report says of logged queries that a workspace has no room for. */
export const beyondBounds = (where: string, entries: number): ReportRow => ({
  outcome: 'skipped',
  where,
  why: `A workspace keeps ${LOGGED.mostQueries} logged queries: ${entries} more were left out`,
  fix: 'Remove logged queries that are out of date, and import the files again.',
  entries,
})
