import type { PlacedTool, Ranking } from '../../domain/query'
import type { DependencyKind } from '../../domain/tool'
import type { Settings } from '../../domain/trace'
import type { Admitted, Kit } from '../kit'
import { stage, type Pipeline, type Stage, type Step } from '../stage'
import { MOST_NEEDED, walk, type LedTo, type ToolGraph, type Walk, type WalkBounds } from './walk'

export interface SeedOptions {
  /** How many of the first tools are walked from. */
  seeds: number
  /** The kinds of edges that are followed. */
  edges: readonly DependencyKind[]
  /** Edges from a seed; left out: as far as they lead. */
  farthest?: number | undefined
}

/** A catalog's graph, and what of it may leave. */
export interface GraphParts {
  kit: Pick<Kit, 'tools' | 'dependencies' | 'hasDependencies'>
  among: Admitted
  /** What is done instead where no tool depends on another; left out: nothing. */
  otherwise?: Pipeline<Ranking, Ranking> | undefined
}

/** A tool that was found, with all that it needs. */
export interface Seed extends Walk {
  placed: PlacedTool
}

/** What of the options shapes which tools are taken along. */
const seedSettings = ({ seeds, edges, farthest }: SeedOptions): Settings => ({
  seeds,
  edges: edges.join(', '),
  ...(farthest !== undefined && { farthest }),
})

/** A stage that takes along what the first tools of a ranking need. */
export interface TakeAlong extends Pick<Stage<Ranking, Ranking>, 'name' | 'settings' | 'absent'> {
  /** Makes a ranking of the tools found, which are walked from in their order, and of what they need. */
  join(ranking: Ranking, seeds: Seed[], step: Step): PlacedTool[]
}

/**
 * Walks from the first tools of a ranking, and says in the trace which edges led nowhere. In a catalog without any edges it says
 * so, and does what stands for it then.
 */
export function takeAlong(
  { kit, among, otherwise }: GraphParts,
  options: SeedOptions,
  { join, settings, ...about }: TakeAlong,
): Stage<Ranking, Ranking> {
  const bounds: WalkBounds = { kinds: options.edges, farthest: options.farthest }
  const graph: ToolGraph = {
    dependencies: (tool) => kit.dependencies(tool),
    stateOf: (tool) => {
      if (!kit.tools.has(tool)) return 'gone'
      return among.tools?.has(tool) === false ? 'kept-back' : 'admitted'
    },
  }
  const instead = otherwise && { label: 'without dependencies', pipeline: otherwise }
  return stage({
    ...about,
    gives: 'ranking',
    settings: { ...seedSettings(options), ...settings },
    sources: [among, kit.hasDependencies],
    ...(instead && { inside: [instead] }),
    async run(ranking, step) {
      if (!(await kit.hasDependencies.prepare())) {
        const why = 'no tool of this catalog depends on another, so that tools are searched only'
        return step.degrade(why, instead ? await step.branch(instead, ranking) : ranking)
      }
      const seeds = ranking.tools
        .slice(0, options.seeds)
        .map((placed) => ({ placed, ...walk(graph, placed.tool, bounds) }))
      if (step.recorded) tell(seeds, step)
      const tools = join(ranking, seeds, step)
      return { ...ranking, order: 'given', tools, seeds: seeds.map(({ placed }) => placed.tool) }
    },
  })
}

/** Says in the trace which edges led nowhere. */
function tell(seeds: readonly Seed[], step: Step): void {
  const keptBack = uniqueEdges(seeds.flatMap((seed) => seed.keptBack))
  const gone = uniqueEdges(seeds.flatMap((seed) => seed.gone))
  dropEnds(keptBack, 'needed, but kept back by the filters', step)
  dropEnds(gone, 'needed, but not in the catalog', step)
  if (seeds.some(({ isCut }) => isCut)) {
    step.note({ 'needs more tools than are taken along': `beyond ${MOST_NEEDED} for one tool` })
  }
}

/** Edges that are named in the trace. */
const MOST_NAMED = 5

function dropEnds(edges: readonly LedTo[], why: string, step: Step): void {
  const named = edges.slice(0, MOST_NAMED).map(({ tool, witness }) => `${witness.from} → ${tool}`)
  const more = edges.length > named.length ? ', …' : ''
  const tools = edges.map(({ tool, witness }) => ({ tool, witnesses: [witness] }))
  step.drop(tools, `${why} (${named.join(', ')}${more})`)
}

/** The edges by the tools they lead to, the first of each. */
const uniqueEdges = (edges: readonly LedTo[]): LedTo[] =>
  [...new Map(edges.toReversed().map((edge) => [edge.tool, edge])).values()].reverse()
