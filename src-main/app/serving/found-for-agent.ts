import { Problem, type ProblemCode } from '../../domain/problem'
import { FilterOptions } from '../../pipeline/recipes/options'
import { foundFor, type Finding, type Found, type FoundIn } from '../agent/find-tools'
import type { Call } from '../app'

/** What is wrong with what was asked, or what a person has to decide: words alone would hide it. */
const NOT_OF_THE_RECIPE: readonly ProblemCode[] = [
  'bad-input',
  'not-found',
  'conflict',
  'cancelled',
  'asks-model',
  'asks-start',
  'newer-version',
]

/**
 * What the recipe finds, without waiting long for what does not answer; where it can find nothing,
 * what words alone do among the same tools.
 */
export async function foundForAgent(at: FoundIn, finding: Finding, call: Call): Promise<Found> {
  const { wordsAlone } = at.context.recipes
  try {
    return await foundFor(at, { ...finding, goesOn: 'in time' }, call)
  } catch (error) {
    if (call.signal.aborted || finding.recipe === wordsAlone || !isOfTheRecipe(error)) throw error
    const { tags, servers, visibilities } = FilterOptions.parse(finding.options)
    const options = { tags, servers, visibilities }
    const found = await foundFor(at, { ...finding, recipe: wordsAlone, options }, call)
    const why = `Only words were searched: ${error.message}`
    return { ...found, degraded: [why, ...found.degraded], failed: [why, ...found.failed] }
  }
}

const isOfTheRecipe = (error: unknown): error is Error =>
  error instanceof Error && !(error instanceof Problem && NOT_OF_THE_RECIPE.includes(error.code))
