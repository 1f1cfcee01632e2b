import { toolsIn } from '../../domain/query/query'
import type { Fate, LostBy } from '../../domain/run/failure'
import type { ToolId } from '../../domain/tool/tool'
import { scorePartsOf } from '../../domain/trace/score'
import { flatSteps, type PathStep } from '../../pipeline/record'

/** What became of a tool in a recorded run. */
export interface Loss {
  fate: Extract<Fate, 'found' | 'cut' | 'below-depth' | 'dropped' | 'never-found'>
  /** From 1, see {@link MissingTool}. */
  rank?: number
  by?: LostBy
}

const NEVER: Loss = { fate: 'never-found' }

/**
 * Where a run lost a tool: at the step after the last that held it, or, where no step held it, in the search inside the steps
 * that has it furthest up. @param steps of a run that looked beyond its depths
 */
export function lossIn(steps: readonly PathStep[], tool: ToolId): Loss {
  const ranking = steps.filter(({ step }) => ranks(step.output.shape))
  const held = ranking.findLastIndex(({ step }) => placeIn(step.output, tool) !== undefined)
  const last = ranking[held]
  if (last && held === ranking.length - 1) {
    return { fate: 'found', ...rankIn(last.step.output, tool) }
  }
  const next = ranking[held + 1]
  if (last && next) return dropAt(next, tool) ?? leftOutBy(next, rankIn(last.step.output, tool))
  return furthestUp(ranking.flatMap((each) => lossesWithin(each, tool)))
}

/** Whether some search by words looked and met no word of the query in the tool's document. */
export function sharesNoWord(steps: readonly PathStep[], tool: ToolId): boolean {
  let looked = false
  for (const { step } of flatSteps(steps)) {
    looked ||= step.words.size > 0
    const all = [...toolsIn(step.output), ...step.dropped.flatMap(({ tools }) => tools)]
    const { witnesses = [] } = all.find((placed) => placed.tool === tool) ?? {}
    if (scorePartsOf(witnesses).some(({ terms }) => Object.keys(terms ?? {}).length > 0))
      return false
  }
  return looked
}

const ranks = (shape: string): boolean => shape === 'ranking' || shape === 'tool-set'

function placeIn(shape: Parameters<typeof toolsIn>[0], tool: ToolId): number | undefined {
  const at = toolsIn(shape).findIndex((placed) => placed.tool === tool)
  return at < 0 ? undefined : at + 1
}

function rankIn(shape: Parameters<typeof toolsIn>[0], tool: ToolId): Pick<Loss, 'rank'> {
  const rank = placeIn(shape, tool)
  return rank === undefined ? {} : { rank }
}

/** A step that was given a tool, or found it inside, and does not say what became of it. */
const leftOutBy = ({ step }: PathStep, { rank }: Pick<Loss, 'rank'>): Loss => ({
  fate: 'dropped',
  ...(rank !== undefined && { rank }),
  by: { stage: step.stage.name },
})

/** What the step says of a tool that it did not pass on; undefined where it says nothing. */
function dropAt({ step }: PathStep, tool: ToolId): Loss | undefined {
  for (const { tools, firstRank, why } of step.dropped) {
    const at = tools.findIndex((placed) => placed.tool === tool)
    if (at < 0) continue
    const by = { stage: step.stage.name, why }
    if (firstRank === undefined) return { fate: 'dropped', by, ...rankIn(step.input, tool) }
    const rank = firstRank + at
    if (step.output.shape === 'tool-set') return { fate: 'cut', rank }
    // A search is given a plan; what is given a ranking and cuts it has found nothing itself.
    return ranks(step.input.shape) ? { fate: 'dropped', rank, by } : { fate: 'below-depth', rank }
  }
  return undefined
}

/** How a step that never held the tool lost it, itself or in the pipelines that it ran. */
function lossesWithin(each: PathStep, tool: ToolId): Loss[] {
  const inside = each.branches.map((branch) => lossIn(branch.steps, tool))
  const losses = inside.map((loss) => (loss.fate === 'found' ? leftOutBy(each, loss) : loss))
  return [dropAt(each, tool) ?? NEVER, ...losses].filter(({ fate }) => fate !== 'never-found')
}

/** Several searches may have found it, all too deep: the best of its places tells how far it was from being ranked. */
const furthestUp = (losses: readonly Loss[]): Loss =>
  losses.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity))[0] ?? NEVER
