import { z } from 'zod'
import type { EvaluationRunAnswer } from '../../contract/evaluation'
import { MOST_RECIPES, Variant } from '../../domain/experiment/plan'
import { Problem } from '../../domain/problem'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { MOST_CELLS } from './cells'
import { EvaluationRunInput, runExperiment } from './experiment'
import type { MeasuredRuns } from './measured-runs'

/** More variants than anybody reads. */
const MOST_VARIANTS = 2000

export const EvaluationSweepInput = EvaluationRunInput.extend({
  recipes: z
    .array(Variant)
    .min(1)
    .max(MOST_VARIANTS)
    .describe('recipes with their options; each is measured with every size and seed'),
})
type Input = z.output<typeof EvaluationSweepInput>

/**
 * Measures many variants, as many at once as one experiment takes; a test set is looked at once.
 * @throws Problem `conflict` where another program changed what is measured meanwhile, and as
 * {@link runExperiment}.
 */
export async function sweepVariants(
  context: AppContext & { measured: MeasuredRuns },
  { recipes, ...on }: Input,
  call: Call,
): Promise<EvaluationRunAnswer> {
  const all: EvaluationRunAnswer = { runs: [], reused: [], failed: [] }
  const atOnce = variantsAtOnce(on)
  for (let from = 0; from < recipes.length; from += atOnce) {
    const part = { ...on, recipes: recipes.slice(from, from + atOnce) }
    const next = await runExperiment(context, { ...part, isSameLook: from > 0 }, call).catch(
      (error: unknown) => {
        throw from > 0 && on.keep ? stopCounting(error, all.runs.length) : error
      },
    )
    requireSame(all, next)
    add(all, next)
  }
  return all
}

/** A stop says of its own experiment what is kept; what those before it kept is kept as well. */
function stopCounting(error: unknown, before: number): unknown {
  if (!(error instanceof Problem) || error.code !== 'cancelled') return error
  return new Problem('cancelled', `Stopped. At least ${before} measurements are kept.`, error.fix)
}

function variantsAtOnce({ catalogSizes }: Pick<Input, 'catalogSizes'>): number {
  const each = catalogSizes ? catalogSizes.tools.length * catalogSizes.seeds.length : 1
  return Math.max(1, Math.min(MOST_RECIPES, Math.floor(MOST_CELLS / each)))
}

function add(
  all: EvaluationRunAnswer,
  { runs, reused, failed, shared }: EvaluationRunAnswer,
): void {
  all.runs.push(...runs)
  all.reused.push(...reused)
  all.failed.push(...failed)
  if (!shared) return
  const { asked = 0, taken = 0 } = all.shared ?? {}
  all.shared = { asked: asked + shared.asked, taken: taken + shared.taken }
}

function requireSame(before: EvaluationRunAnswer, next: EvaluationRunAnswer): void {
  const isSameCatalog = isAlike(catalogOf(before), catalogOf(next))
  if (isSameCatalog && isAlike(goldenOf(before), goldenOf(next))) return
  throw new Problem(
    'conflict',
    'The catalog or the golden set changed meanwhile, so the runs so far cannot be compared with the rest.',
    'Measure the same again: the workspace is measured as it is, and the runs that still fit are reused.',
  )
}

/** Of which catalog; a run that was measured before may name an older one that is the same. */
const catalogOf = ({ runs, reused }: EvaluationRunAnswer): string | undefined =>
  runs.find(({ id }) => !reused.includes(id))?.catalog.content

const goldenOf = ({ runs: [run] }: EvaluationRunAnswer): string | undefined =>
  run?.provenance?.goldenHash

const isAlike = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other
