import type { Dependency, DependencyKind } from '../tool/tool'
import type { EarnedEdges } from './earned-edges'
import type { Edge } from './tool-graph'

/** What an edge's kind is called, and what it says, for people. */
export const EDGE_KINDS: Record<DependencyKind, { label: string; means: string }> = {
  'tool-direct': {
    label: 'tool, direct',
    means: 'The tool cannot do its work without the other one.',
  },
  'tool-indirect': {
    label: 'tool, indirect',
    means: 'The tool may need the other one, depending on the case.',
  },
  'parameter-direct': {
    label: 'parameter, direct',
    means: 'The other tool gives the value of a parameter.',
  },
  'parameter-indirect': {
    label: 'parameter, indirect',
    means: 'The other tool may help to find or check the value of a parameter.',
  },
}

/** Every kind, in the order that they are listed in; also for the window, which loads no schema. */
export const KINDS_OF_EDGES = Object.keys(EDGE_KINDS) as readonly DependencyKind[]

/** An edge in one line: the tool it leads to, its kind, and its parameter where it concerns one. */
export const edgeText = (edge: { on: string; kind: DependencyKind; parameter?: string }): string =>
  `${edge.on} (${EDGE_KINDS[edge.kind].label}${edge.parameter === undefined ? '' : `: ${edge.parameter}`})`

/**
 * Edges of one tool. Published graphs have 25 at most; this many would fill any model's context.
 */
export const MOST_EDGES = 500

/** Characters of why a tool is needed: a paragraph. */
export const LONGEST_REASON = 1000

/** An edge that says what an earlier one of the same tool says already. */
export interface DuplicateEdge {
  edge: Edge
  earlier: Edge
}

/**
 * Among the edges of one tool, those that lead to the same tool for the same parameter as an
 * earlier one, of whatever kind. Edges to one tool for different parameters are no duplicates: both
 * parameters need it.
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

/**
 * What an edge of a tool is about: which tool is needed, and for which parameter. Equal for
 * duplicates.
 */
export const subjectOf = ({ on, parameter }: Pick<Dependency, 'on' | 'parameter'>): string =>
  JSON.stringify([on, parameter ?? ''])

/** What edges earned, in a sentence or two. */
export function earnedText({ asked, queries, total, edges }: EarnedEdges): string {
  const of = asked < queries ? `${asked} of ${queries}` : String(queries)
  const where = `in ${of} queries asked again today`
  if (total === 0) return `No edge brought a tool that was not found anyway, ${where}.`
  const what = `${total} ${total === 1 ? 'edge' : 'edges'} brought tools that were not found anyway`
  const shown = edges.length < total ? ` The best and the worst ${edges.length} of them:` : ''
  return `${what}, ${where}.${shown}`
}
