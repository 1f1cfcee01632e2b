import type { Need, PlacedTool, Ranking } from '../../domain/query/query'
import type { DependencyKind } from '../../domain/tool/tool'
import type { Settings } from '../../domain/trace/trace'
import type { Admitted, Kit } from '../kit'
import { stage, type Pipeline, type Stage, type Step } from '../stage'
import { MOST_NEEDED, walk, type ToolGraph, type Walk, type WalkBounds } from './walk'

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
export interface WalkedSeed {
  placed: PlacedTool
  /** What may leave of it. */
  needed: readonly Need[]
}

/** What of the options shapes which tools are taken along. */
const seedSettings = ({ seeds, edges, farthest }: SeedOptions): Settings => ({
  seeds,
  edges: edges.join(', '),
  ...(farthest !== undefined && { farthest }),
})

/** A stage that takes along what the first tools of a ranking need. */
interface TakeAlong extends Pick<
  Stage<Ranking, Ranking>,
  'name' | 'settings' | 'absent' | 'readsK'
> {
  /**
   * Makes a ranking of the tools found, which are walked from in their order, and of what they
   * need.
   */
  join(ranking: Ranking, seeds: WalkedSeed[], step: Step): PlacedTool[]
}

/**
 * Walks from the first tools of a ranking, and says in the trace which edges led nowhere. In a
 * catalog without any edges it says so, and does what stands for it then.
 */
export function expandDependencies(
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
        const why = 'no tool of this catalog depends on another: searched tools only'
        return step.degrade(why, instead ? await step.branch(instead, ranking) : ranking)
      }
      const placed = ranking.tools.slice(0, options.seeds)
      const walks = placed.map(({ tool }) => walk(graph, tool, bounds))
      if (step.recorded) tell(walks, step)
      const walked = placed.map((each, at) => ({ placed: each, needed: admitted(walks[at]) }))
      const seeds = walks.map(({ tool, needs }) => ({ tool, needs }))
      return { ...ranking, order: 'given', tools: join(ranking, walked, step), seeds }
    },
  })
}

const admitted = (walked: Walk | undefined): Need[] =>
  (walked?.needs ?? []).filter(({ state }) => state === 'admitted')

/** Says in the trace which edges led nowhere. */
function tell(walks: readonly Walk[], step: Step): void {
  dropEnds(walks, { state: 'kept-back', why: 'needed, but kept back by the filters' }, step)
  dropEnds(walks, { state: 'gone', why: 'needed, but not in the catalog' }, step)
  if (walks.some(({ isCut }) => isCut)) {
    step.note({ 'needs more tools than are taken along': `beyond ${MOST_NEEDED} for one tool` })
  }
}

/** Edges that are named in the trace. */
const MOST_NAMED = 5

function dropEnds(
  walks: readonly Walk[],
  { state, why }: { state: Need['state']; why: string },
  step: Step,
): void {
  const ends = new Map<string, Need>()
  for (const need of walks.flatMap(({ needs }) => needs)) {
    if (need.state === state && !ends.has(need.tool)) ends.set(need.tool, need)
  }
  const all = [...ends.values()]
  const named = all.slice(0, MOST_NAMED).map(({ tool, edge }) => `${edge.from} → ${tool}`)
  const more = all.length > named.length ? ', …' : ''
  step.drop(
    all.map(({ tool, edge }) => ({ tool, witnesses: [edge] })),
    `${why} (${named.join(', ')}${more})`,
  )
}
