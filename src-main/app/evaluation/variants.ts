import type { EvaluationRunAnswer, FailedCell } from '../../contract/evaluation'
import type { Variant } from '../../domain/experiment/plan'
import { Problem } from '../../domain/problem'
import { sameOptions } from '../../domain/recipe/option'
import type { Run } from '../../domain/run/run'
import { recipeOf, type Recipes } from '../../pipeline/recipes/recipe'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { parseOptions } from '../recipes/recipe-options'
import { runExperiment } from './experiment'
import type { MeasuredRuns } from './measured-runs'

type Context = AppContext & { measured: MeasuredRuns }
/** What variants are measured on, and whether that is kept. */
export type MeasuredOn = Omit<Parameters<typeof runExperiment>[1], 'recipes'>

/** A baseline, and what stands beside it on the same queries of the same catalog. */
export interface Variants {
  baseline: Variant
  others: readonly Variant[]
}

interface MeasuredVariants {
  baseline: Run
  /** `others[i]` belongs to the other variant `i`; undefined where it could not be measured. */
  others: (Run | undefined)[]
  failed: FailedCell[]
}

/**
 * Measures variants beside a baseline, all in one experiment, so that they can be compared query by
 * query.
 * @throws Problem where the baseline cannot be measured, and as {@link runExperiment}.
 */
export async function measureVariants(
  context: Context,
  { baseline, others }: Variants,
  on: MeasuredOn,
  call: Call,
): Promise<MeasuredVariants> {
  const done = await runExperiment(context, { ...on, recipes: [baseline, ...others] }, call)
  const found = inOrder(done, [baseline, ...others], context.recipes)
  const [whole, ...rest] = found
  if (whole) return { baseline: whole, others: rest, failed: done.failed }
  const [lost] = done.failed
  throw new Problem(
    lost?.problem.code ?? 'unavailable',
    `The baseline could not be measured. ${lost?.problem.message ?? ''}`.trim(),
    lost?.problem.fix,
  )
}

/**
 * The run of each variant, told by what was measured: a run of before is taken as it is, and one
 * that failed only as it was to be stored was measured all the same.
 */
export function inOrder(
  { runs, failed }: Pick<EvaluationRunAnswer, 'runs' | 'failed'>,
  variants: readonly Variant[],
  recipes: Recipes,
): (Run | undefined)[] {
  const all = [...runs, ...failed.flatMap(({ run }) => run ?? [])]
  return variants.map(({ recipe, options, embedder }) => {
    const defaults = parseOptions(recipeOf(recipes, recipe), {})
    return all.find(
      (run) =>
        run.recipe === recipe &&
        sameOptions(run.options, options, defaults) &&
        (embedder === undefined || run.embedder === undefined || run.embedder === embedder),
    )
  })
}

/**
 * Recall of each query by each variant, the baseline's first; nothing is kept.
 * @throws Problem where one of them cannot be measured.
 */
export async function recallOfVariants(
  context: Context,
  variants: readonly Variant[],
  { k, ...on }: Omit<MeasuredOn, 'k' | 'keep' | 'resume'> & { k: number },
  call: Call,
): Promise<Float64Array[]> {
  const plan = { ...on, recipes: [...variants], k: [k], keep: false, resume: false }
  const { runs, failed } = await runExperiment(context, plan, call)
  const [lost] = failed
  if (lost) throw new Problem('internal', lost.problem.message, lost.problem.fix)
  return Promise.all(
    runs.map(async (run) => (await context.measured.of(on.dir, run.id)).judged(k).recall),
  )
}
