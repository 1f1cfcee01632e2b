import { sameOptions } from '../../domain/recipe/option'
import type { WorksWith } from '../../domain/recipe/choice'
import type { Outdated } from '../../domain/run/outdated'
import type { Run } from '../../domain/run/run'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { ofDevelopment } from '../golden/set-uses'
import { parseOptions } from '../recipes/recipe-options'
import { outdatedAmong } from './outdated'
import { storedRuns } from './store'

/**
 * The run of what a workspace works with on a development set: the newest that is current, else the
 * newest with what is outdated of it.
 */
export async function fittingRun(
  context: AppContext,
  { dir, worksWith }: { dir: string; worksWith: WorksWith },
  call: Pick<Call, 'signal'>,
): Promise<{ run: Run; outdated?: Outdated[] } | undefined> {
  const session = await context.sessions.of(dir)
  const isFitting = (run: Run) => isOf(context.recipes, run, worksWith)
  const measured = await ofDevelopment(session, await storedRuns(session))
  const runs = fittingRuns(measured.filter(isFitting), worksWith)
  const outdated = await outdatedAmong(context, { dir, runs }, call)
  const run = runs.find(({ id }) => !(id in outdated)) ?? runs[0]
  const parts = run && outdated[run.id]
  return run && { run, ...(parts && { outdated: parts }) }
}

/**
 * The runs of these that are whole and on the whole catalog; those on the set it is judged on,
 * where there are any.
 */
function fittingRuns(runs: readonly Run[], works: WorksWith): Run[] {
  const fitting = runs.filter((run) => run.leftOut === undefined && run.catalogSize === undefined)
  const judged = fitting.filter(({ goldenSet }) => goldenSet === works.judgedOn)
  return judged.length > 0 ? judged : fitting
}

/** Whether something was measured with the recipe and options that a workspace works with. */
export function isOf(
  recipes: Recipes,
  measured: Pick<Run, 'recipe' | 'options'>,
  { recipe: id, options }: Pick<WorksWith, 'recipe' | 'options'>,
): boolean {
  if (measured.recipe !== id) return false
  const recipe = recipeOf(recipes, id)
  return sameOptions(measured.options, parseOptions(recipe, options), parseOptions(recipe, {}))
}
