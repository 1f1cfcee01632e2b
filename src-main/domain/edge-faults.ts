import type { Dependency } from './tool'
import type { Edge } from './tool-graph'

/** An edge that says what an earlier one of the same tool says already. */
export interface DuplicateEdge {
  edge: Edge
  earlier: Edge
}

/**
 * Among the edges of one tool, those that lead to the same tool for the same parameter as an earlier one, of whatever kind.
 * Edges to one tool for different parameters are no duplicates: both parameters need it.
 */
export function duplicateEdges(edges: readonly Edge[]): DuplicateEdge[] {
  const first = new Map<string, Edge>()
  return edges.flatMap((edge) => {
    const subject = subjectOf(edge)
    const earlier = first.get(subject)
    if (earlier) return [{ edge, earlier }]
    first.set(subject, edge)
    return []
  })
}

/** What an edge of a tool is about: which tool is needed, and for which parameter. Equal for duplicates. */
export const subjectOf = ({ on, parameter }: Pick<Dependency, 'on' | 'parameter'>): string =>
  JSON.stringify([on, parameter ?? ''])
