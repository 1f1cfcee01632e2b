import { byScore, type PlacedTool, type ScorePart } from '../../domain/query'
import type { ToolId } from '../../domain/tool'
import { share, sharesOf } from '../score-shares'
import { chanceOf, chancePart, chancesOf, oddsOf } from './chances'
import {
  expandDependencies,
  type GraphParts,
  type SeedOptions,
  type WalkedSeed,
} from './expand-dependencies'

/** What a tool of a walk is worth beside the one before it; flat around .95 on development mains of ToolLinkOS. */
const DECAY = 0.95
/** Tools whose chances are compared for places of their own. */
const COMPARED = 5

export interface RelevanceOptions extends SeedOptions {
  /** Tools at least so likely to be meant stay in the ranking, so that places can be kept for them. */
  reserve: number
  /** Whether the other tools that were found follow behind. */
  fill: boolean
}

/**
 * Orders tools by how likely they are needed: a seed by the chance that it is the tool meant, and what it needs by that
 * chance as well, a little less at each further place of the walk; summed over the seeds, so that what several of them need
 * comes first. Behind these stand other tools that were found. Pegboard's own, see `README.md`.
 */
export const expectedRelevance = (graph: GraphParts, options: RelevanceOptions) =>
  expandDependencies(graph, options, {
    name: 'expected relevance',
    settings: { decay: DECAY, 'fill up': options.fill },
    absent: 'neither found nor needed by a tool that was found',
    join({ tools }, seeds, step) {
      const found = withChances(tools, seeds.length)
      const needed = expectedOf(seeds, found, (placed) => isLikely(placed, options))
      const others = found.filter(({ tool }) => !needed.has(tool))
      const kept = options.fill ? others : others.filter((placed) => isLikely(placed, options))
      step.drop(
        others.filter((placed) => !kept.includes(placed)),
        `beyond the first ${options.seeds}, and needed by none of them`,
      )
      return [...[...needed.values()].sort(byScore), ...kept]
    },
  })

const isLikely = (placed: PlacedTool, { reserve }: RelevanceOptions): boolean =>
  reserve > 0 && chanceOf(placed) >= reserve

/** The tools with the chance that each is the one meant as their score: beside the other seeds, and beside those compared. */
function withChances(tools: readonly PlacedTool[], seeds: number): PlacedTool[] {
  const odds = oddsOf(tools)
  const besideSeeds = chancesOf(odds, seeds)
  const besideCompared = chancesOf(odds, COMPARED)
  return tools.map((placed, at) => {
    const score = besideSeeds[at] as number
    const chance = at < COMPARED ? [chancePart(besideCompared[at] as number)] : []
    const parts = partsOf(placed, score)
    return { tool: placed.tool, score, witnesses: [...placed.witnesses, ...chance, ...parts] }
  })
}

/** A chance, told by what the tool was found by; as one where that would not add up. */
function partsOf(placed: PlacedTool, chance: number): ScorePart[] {
  const { score = 0 } = placed
  const shares = sharesOf(placed)
  if (score <= 0) return [share(METHOD, { name: 'found', score: chance })]
  return shares.map((each) => share(METHOD, { ...each, score: (chance * each.score) / score }))
}

const METHOD = 'expected'

/**
 * The seeds and all they need, each with what it is worth for every seed together.
 * @param isLikely whether a tool that is needed is also likely enough to be meant for that to count
 */
function expectedOf(
  seeds: readonly WalkedSeed[],
  found: readonly PlacedTool[],
  isLikely: (placed: PlacedTool) => boolean,
): Map<ToolId, PlacedTool> {
  const expected = new Map<ToolId, PlacedTool>()
  const likely = new Map(found.filter(isLikely).map((placed) => [placed.tool, placed]))
  for (const placed of found.slice(0, seeds.length)) expected.set(placed.tool, placed)
  for (const [at, { needed, placed: seed }] of seeds.entries()) {
    const chance = found[at]?.score ?? 0
    for (const [place, { tool, edge }] of needed.entries()) {
      const worth = chance * DECAY ** (place + 1)
      const part = share(METHOD, { name: `for ${seed.tool}`, origin: 'graph', score: worth })
      const { score = 0, witnesses = [] } = expected.get(tool) ?? likely.get(tool) ?? {}
      expected.set(tool, { tool, score: score + worth, witnesses: [...witnesses, edge, part] })
    }
  }
  return expected
}
