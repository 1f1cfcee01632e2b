import { z } from 'zod'
import type { Call } from '../../app/app'
import type { AppContext } from '../../app/context'
import { EvaluationRunInput } from '../../app/evaluation/experiment'
import type { MeasuredRuns } from '../../app/evaluation/measured-runs'
import { measureVariants, type MeasuredOn } from '../../app/evaluation/variants'
import { parseOptions } from '../../app/recipes/recipe-options'
import { Why } from '../../app/golden/set-uses'
import { Dir } from '../../contract/workspace'
import { measuredOn } from '../../domain/experiment/again'
import { Problem } from '../../domain/problem'
import { RecipeOptions } from '../../domain/recipe/choice'
import { sameOptions } from '../../domain/recipe/option'
import { At, compared } from './read'
import type { AblationMeasured } from './shared/answers'
import { wholeOf, wholeRunId } from './whole'

const plan = EvaluationRunInput.shape

export const AblationMeasureInput = z.object({
  dir: Dir,
  run: z
    .string()
    .optional()
    .describe('a run whose recipe is taken apart, by its id: all is measured as it was'),
  goldenSet: plan.goldenSet.optional().describe('without a run: the golden set'),
  recipe: z.string().optional().describe('without a run: the recipe, by its id'),
  options: RecipeOptions.default({}).describe('without a run: options of the recipe'),
  k: plan.k.describe('without a run: cut-offs'),
  sample: plan.sample,
  why: Why,
  at: At,
})
type Input = z.output<typeof AblationMeasureInput>

/**
 * Measures a recipe whole and without each of its parts in turn, and keeps the runs. What was
 * measured just so already is taken as it is.
 * @throws Problem where the whole recipe cannot be measured.
 */
export async function measureAblation(
  context: AppContext & { measured: MeasuredRuns },
  input: Input,
  call: Call,
): Promise<AblationMeasured> {
  const { dir, at, why } = input
  const { recipe: id, options: given, ...on } = await subjectOf(context, input)
  const whole = wholeOf(context.recipes, { recipe: id, options: given })
  const { recipe, options, parts } = whole
  const others = parts.map((part) => ({
    recipe: recipe.id,
    options: part.options,
    leftOut: part.label,
  }))
  const baseline = { recipe: recipe.id, options }
  const measured = await measureVariants(context, { baseline, others }, { ...on, dir, why }, call)
  const answer = await compared(
    context,
    { dir, at, whole, run: measured.baseline, runs: measured.others },
    call,
  )
  const defaults = parseOptions(recipe, {})
  const failed = measured.failed.map((cell) => ({
    ...cell,
    label: parts.find((part) => sameOptions(part.options, cell.options, defaults))?.label,
  }))
  return { ...answer, failed }
}

type Subject = Omit<MeasuredOn, 'dir' | 'why'> & Required<Pick<Input, 'recipe' | 'options'>>

/** What is taken apart: as a run was measured, or as it is asked for. */
async function subjectOf(
  { measured, sessions }: AppContext & { measured: MeasuredRuns },
  { dir, run: id, goldenSet, recipe, options, k, sample }: Input,
): Promise<Subject> {
  const how = { keep: true, resume: true }
  if (id !== undefined) {
    const { run } = await measured.of(dir, wholeRunId(id))
    const { embedder } = run
    return { ...measuredOn(run), recipe: run.recipe, options: run.options, embedder, ...how }
  }
  if (goldenSet !== undefined && recipe !== undefined) {
    return { goldenSet, recipe, options, k, sample, ...how }
  }
  // A folder that is no workspace is told first.
  await sessions.of(dir)
  throw new Problem('bad-input', 'Name a run, or a golden set and a recipe to measure on it.')
}
