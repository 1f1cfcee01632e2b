import { type EdgeDecision, edgeKey } from '../../../domain/proposal/edge-decision'
import { dependenciesOf } from '../../../domain/tool/catalog-tool'
import { idOf, importedDependencies } from '../../../domain/tool/stored-tool'
import type { CatalogTool, Dependency, ToolId } from '../../../domain/tool/tool'
import type { Known } from './edge-clues'

/** What the edges of a catalog teach. */
export interface Taught extends Known {
  /** Tools of which all edges are known: what else looks like one was hardly forgotten. */
  annotated: ReadonlySet<ToolId>
}

/** A tool with what its parameters are called. */
interface Taking {
  id: ToolId
  parameters: readonly { name: string }[]
}

/**
 * A tool is annotated where it has an edge that no proposal brought, or where none came with the
 * import and its author's layer says that it needs nothing. Where an author removed all that came,
 * nothing is known. Of a tool that has accepted proposals alone, the other candidates may be right
 * as well.
 * @param described those of the tools at least that may be annotated
 */
export function taughtBy(
  entries: readonly CatalogTool[],
  described: readonly Taking[],
  decisions: readonly EdgeDecision[],
): Taught {
  const accepted = new Set(
    decisions.flatMap(({ from, on, verdict }) =>
      verdict === 'accepted' ? [edgeKey(from, on)] : [],
    ),
  )
  const edges = new Map<ToolId, readonly Dependency[]>()
  const annotated = new Set<ToolId>()
  for (const entry of entries) {
    const id = idOf(entry)
    const own = dependenciesOf(entry)
    if (own.length === 0 && !needsNothing(entry)) continue
    edges.set(id, own)
    const isProposed = ({ on }: Dependency) => accepted.has(edgeKey(id, on))
    if (own.length === 0 || !own.every(isProposed)) annotated.add(id)
  }
  const byParameter = new Map<string, ToolId[]>()
  for (const { id, parameters } of described) {
    if (!edges.has(id)) continue
    for (const name of new Set(parameters.map((parameter) => parameter.name))) {
      const holders = byParameter.get(name)
      if (holders) holders.push(id)
      else byParameter.set(name, [id])
    }
  }
  return { edges, annotated, byParameter, dependents: dependentsIn(edges) }
}

const needsNothing = (entry: CatalogTool): boolean =>
  entry.layer.dependencies?.length === 0 && importedDependencies(entry).length === 0

/** Whether anything may be known of a tool's edges. */
export const mayBeAnnotated = (entry: CatalogTool): boolean =>
  entry.layer.dependencies !== undefined || importedDependencies(entry).length > 0

/** How many tools need each tool. */
export function dependentsIn(edges: Known['edges']): Map<ToolId, number> {
  const dependents = new Map<ToolId, number>()
  for (const [, own] of edges) {
    for (const on of new Set(own.map((edge) => edge.on))) {
      dependents.set(on, (dependents.get(on) ?? 0) + 1)
    }
  }
  return dependents
}
