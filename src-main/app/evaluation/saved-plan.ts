import { ExperimentPlan } from '../../domain/experiment/plan'
import { Problem } from '../../domain/problem'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import { canonical } from '../../domain/value/canonical'
import { parseOptions } from '../recipes/recipe-options'
import type { Session } from '../workspaces/session'
import { experimentCalled } from './noted-cells'

/**
 * The plan with all options and the embedder of each of its recipes: neither defaults nor a
 * workspace's embedder that change later change it.
 * @param embedder the workspace's
 * @throws Problem for a recipe that is not there, and for options that do not fit.
 */
export const wholePlan = (
  recipes: Recipes,
  plan: ExperimentPlan,
  embedder: string,
): ExperimentPlan => ({
  ...plan,
  recipes: plan.recipes.map((choice) => ({
    ...choice,
    embedder: choice.embedder ?? plan.embedder ?? embedder,
    options: parseOptions(recipeOf(recipes, choice.recipe), choice.options),
  })),
})

/**
 * Refuses what is not the plan of the saved experiment.
 * @throws Problem `not-found`, `conflict`.
 */
export async function requirePlan(
  session: Session,
  id: string,
  plan: ExperimentPlan,
): Promise<void> {
  const { name, plan: saved } = await experimentCalled(session, id)
  if (canonical(ExperimentPlan.parse(plan)) === canonical(saved)) return
  throw new Problem(
    'conflict',
    `The experiment “${name}” measures something else.`,
    'Open it again and go on, or save this as another experiment.',
  )
}
