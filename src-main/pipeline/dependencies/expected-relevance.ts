import { byScore, type PlacedTool, type ScorePart, type Ranking } from '../../domain/query/query'
import type { ToolId } from '../../domain/tool/tool'
import { scorePartsOf } from '../../domain/trace/score'
import { share, sharesOf } from '../score-shares'
import { stage } from '../stage'
import {
  expandDependencies,
  type GraphParts,
  type SeedOptions,
  type WalkedSeed,
} from './expand-dependencies'

/**
 * Scores are compared with those of so many of the first tools; chosen with {@link TEMPERATURE}.
 */
const COMPARED_WITH = 100
/**
 * Of the softmax over standard scores; .4 to .6 are as good on the development mains of ToolLinkOS.
 */
const TEMPERATURE = 0.6
/**
 * Where a model gave the order: a place has this much of the chance of the one before. About .6,
 * .27, .12 for three.
 */
const BY_PLACE = 0.45

/**
 * How likely each tool is the one meant, `odds[i]` for `tools[i]`, in parts of the first, which has
 * 1: by the standard scores among the first hundred, or by places where not every tool has a score.
 */
function oddsOf(tools: readonly PlacedTool[]): number[] {
  const scores = tools.flatMap(({ score }) => score ?? [])
  if (scores.length < tools.length) return tools.map((_, at) => BY_PLACE ** at)
  const deviation = deviationOf(scores.slice(0, COMPARED_WITH))
  const [first = 0] = scores
  // Scores that are all one tell nothing of which is meant.
  if (deviation === 0) return scores.map(() => 1)
  return scores.map((score) => Math.exp((score - first) / deviation / TEMPERATURE))
}

/** The odds as shares of the first `most` together. */
function chancesOf(odds: readonly number[], most: number): number[] {
  const sum = odds.slice(0, most).reduce((total, each) => total + each, 0)
  return odds.map((each) => each / sum)
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/**
 * What the part of a score is called that says how likely a tool is the one meant, of the first
 * few.
 */
const CHANCE = 'chance'

const chancePart = (chance: number): ScorePart => ({
  kind: 'score',
  source: CHANCE,
  score: chance,
})

/** 0 for a tool that was not among the first few. */
const chanceOf = ({ witnesses }: Pick<PlacedTool, 'witnesses'>): number =>
  scorePartsOf(witnesses).find(({ source }) => source === CHANCE)?.score ?? 0

/**
 * What a tool of a walk is worth beside the one before it; flat around .95 on development mains of
 * ToolLinkOS.
 */
const DECAY = 0.95
/** Tools whose chances are compared for places of their own. */
const COMPARED = 5

interface RelevanceOptions extends SeedOptions {
  /**
   * Tools at least so likely to be meant stay in the ranking, so that places can be kept for them.
   */
  reserve: number
  /** Whether the other tools that were found follow behind. */
  fill: boolean
}

/**
 * Orders tools by how likely they are needed: a seed by the chance that it is the tool meant, and
 * what it needs by that chance as well, a little less at each further place of the walk; summed
 * over the seeds, so that what several of them need comes first. Behind these stand other tools
 * that were found. Pegboard's own, see `README.md`.
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

/**
 * The tools with the chance that each is the one meant as their score: beside the other seeds, and
 * beside those compared.
 */
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

/**
 * Of the places wanted, so that what the likeliest tool needs is not pushed out in turn where few
 * are wanted.
 */
const MOST_RESERVED = 0.5

/**
 * Keeps up to half of the places wanted for the tools that are likeliest to be meant, each at least
 * with this chance. Where they would be cut, they take the last places that dependencies hold: else
 * what one seed needs pushes the other seeds out.
 */
export const reservePlaces = (least: number) =>
  stage<Ranking, Ranking>({
    name: 'reserve places',
    gives: 'ranking',
    settings: { 'chance at least': least },
    // Which tools stand among the first k is what it is about.
    readsK: 'any',
    run(ranking, step) {
      const places = Math.max(0, step.k - ranking.plan.kept.length)
      const likely = ranking.tools
        .filter((placed) => chanceOf(placed) >= least)
        .sort((a, b) => chanceOf(b) - chanceOf(a))
      const reserved = new Set(likely.slice(0, Math.ceil(places * MOST_RESERVED)))
      const isReserved = (placed: PlacedTool) => reserved.has(placed)
      const first = ranking.tools.slice(0, places)
      const free = first.filter((placed) => !isReserved(placed)).length
      const outside = ranking.tools.slice(places).filter(isReserved).slice(0, free)
      step.note({ moved: outside.length })
      if (outside.length === 0) return ranking
      const displaced = first.filter((placed) => !isReserved(placed)).slice(-outside.length)
      const into = new Map(displaced.map((placed, at) => [placed, outside[at] as PlacedTool]))
      const moved = new Set<PlacedTool>(outside)
      const rest = ranking.tools.slice(places).filter((placed) => !moved.has(placed))
      const within = first.map((placed) => into.get(placed) ?? placed)
      return { ...ranking, order: 'given', tools: [...within, ...displaced, ...rest] }
    },
  })
