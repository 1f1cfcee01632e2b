import type { EdgeWitness, PlacedTool } from '../../domain/query/query'
import { DependencyKind, type ToolId } from '../../domain/tool/tool'
import { expandDependencies, type GraphParts, type WalkedSeed } from './expand-dependencies'

/**
 * Tools whose own edges are followed, and how many of them must need a tool: one edge may be wrong,
 * two that agree seldom are.
 */
const SEEDS = 3
const AGREEING = 2
/** Of so many places wanted, one may go to a dependency. */
const PLACES_PER_DEPENDENCY = 5

/**
 * Gives the last places wanted, at most one in five, to what at least two of the first three tools
 * need themselves. Those that lose theirs stand behind the cut; a tool that one of the three needs
 * keeps its place. Pegboard's own, see `README.md`.
 */
export const lastPlaces = (graph: GraphParts) =>
  expandDependencies(
    graph,
    { seeds: SEEDS, edges: DependencyKind.options, farthest: 1 },
    {
      name: 'take sure dependencies along',
      settings: { 'needed by at least': AGREEING, 'one place of': PLACES_PER_DEPENDENCY },
      // Which tools stand among the first k is what it is about.
      readsK: 'any',
      absent: 'neither found nor needed by two of the first tools',
      join({ plan, tools }, seeds, step) {
        const places = Math.max(0, step.k - plan.kept.length)
        const moved = withNeeds({ tools, places }, edgesByTool(seeds))
        step.note({ 'taken along': moved.taken })
        return moved.tools
      },
    },
  )

/** The edges of the seeds by the tool that they lead to, in the order of the walks. */
function edgesByTool(seeds: readonly WalkedSeed[]): Map<ToolId, EdgeWitness[]> {
  const edges = new Map<ToolId, EdgeWitness[]>()
  for (const { tool, edge } of seeds.flatMap(({ needed }) => needed)) {
    edges.set(tool, [...(edges.get(tool) ?? []), edge])
  }
  return edges
}

function withNeeds(
  { tools, places }: { tools: readonly PlacedTool[]; places: number },
  needed: ReadonlyMap<ToolId, EdgeWitness[]>,
): { tools: PlacedTool[]; taken: number } {
  const first = tools.slice(0, places)
  const given = new Set(first.map(({ tool }) => tool))
  const most = Math.floor(places / PLACES_PER_DEPENDENCY)
  const last = first.slice(places - most).filter(({ tool }) => !needed.has(tool))
  const free = places - first.length
  const taken = [...needed]
    .filter(([tool, edges]) => edges.length >= AGREEING && !given.has(tool))
    .slice(0, Math.min(most, free + last.length))
    .map(([tool, witnesses]): PlacedTool => ({ tool, witnesses }))
  const displaced = last.slice(last.length - Math.max(0, taken.length - free))
  const moved = new Set([...taken, ...displaced].map(({ tool }) => tool))
  const stays = ({ tool }: PlacedTool) => !moved.has(tool)
  const behind = [...displaced, ...tools.slice(places).filter(stays)]
  return { tools: [...first.filter(stays), ...taken, ...behind], taken: taken.length }
}
