import { z } from 'zod'
import type { EvaluationRunAnswer } from '../../contract/evaluation'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { recipeOf } from '../../pipeline/recipes/recipe'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { EvaluationRunInput, runExperiment } from './experiment'
import type { MeasuredRuns } from './measured-runs'
import { infoOf } from '../recipes/works-with'

export const MeasureDemoInput = z.object({ dir: Dir })

/**
 * Measures search by words alone, the recipe that the demo works with, and the same with an
 * adaptive k, which learns from golden queries when no tool fits. What is measured already is taken
 * as it is.
 * @throws Problem `bad-input` where it is no demo, or judged on no golden set.
 */
export async function measureDemo(
  context: AppContext & { measured: MeasuredRuns },
  { dir }: z.output<typeof MeasureDemoInput>,
  call: Call,
): Promise<EvaluationRunAnswer> {
  const { isDemo, worksWith } = await infoOf(context, await context.sessions.of(dir))
  const { recipe, options, judgedOn } = worksWith
  if (!isDemo || judgedOn === undefined) {
    throw new Problem(
      'bad-input',
      isDemo ? 'This demo is judged on no golden set.' : 'This workspace is no demo.',
      'Measure recipes on a golden set instead.',
    )
  }
  const learns = recipeOf(context.recipes, recipe).adaptiveWhere !== undefined
  const plan = EvaluationRunInput.parse({
    dir,
    goldenSet: judgedOn,
    resume: true,
    recipes: [
      { recipe: 'bm25' },
      { recipe, options },
      ...(learns ? [{ recipe, options: { ...options, size: 'adaptive' } }] : []),
    ],
  })
  return runExperiment(context, plan, call)
}
