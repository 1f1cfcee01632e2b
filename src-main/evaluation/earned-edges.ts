import type { EarnedEdge } from '../domain/earned-edge'
import type { EdgeWitness, PlacedTool } from '../domain/query'
import { isDependency } from '../domain/tool-groups'
import type { ToolId } from '../domain/tool'

/** Edges that are listed: half of them the most useful, half the most harmful. */
const MOST_LISTED = 20

/** A golden query and the tools that it was given. */
interface Answered {
  golden: readonly ToolId[]
  tools: readonly PlacedTool[]
}

/**
 * What edges earned, the most useful first. A tool counts for every edge that brought it, and only where nothing that was
 * searched found it: else it might be there without them.
 */
export function earnedEdges(answers: readonly Answered[]): EarnedEdge[] {
  const earned = new Map<string, EarnedEdge>()
  for (const { golden, tools } of answers) {
    for (const { tool, witnesses } of tools.filter(isDependency)) {
      const isRight = golden.includes(tool)
      for (const { from, edge } of edgesOf(witnesses)) {
        const key = JSON.stringify([from, tool])
        const before = earned.get(key) ?? { from, on: tool, edge, right: 0, wrong: 0 }
        const [right, wrong] = [before.right + (isRight ? 1 : 0), before.wrong + (isRight ? 0 : 1)]
        earned.set(key, { ...before, right, wrong })
      }
    }
  }
  return [...earned.values()].sort((a, b) => gain(b) - gain(a) || b.right - a.right)
}

const gain = ({ right, wrong }: EarnedEdge): number => right - wrong

/** Each edge once: several tools may have led to it. */
function edgesOf(witnesses: PlacedTool['witnesses']): EdgeWitness[] {
  const edges = witnesses.flatMap((each) => (each.kind === 'edge' ? [each] : []))
  return [...new Map(edges.map((each) => [each.from, each])).values()]
}

/** Of many edges the best and the worst. */
export const bothEnds = (edges: readonly EarnedEdge[]): EarnedEdge[] =>
  edges.length <= MOST_LISTED
    ? [...edges]
    : [...edges.slice(0, MOST_LISTED / 2), ...edges.slice(-MOST_LISTED / 2)]
