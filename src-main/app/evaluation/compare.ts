import type { Comparison } from '../../domain/run/comparison'
import { Problem } from '../../domain/problem'
import { isHeld } from '../../domain/run/operating-point'
import { compare, correctedFor, type Tested } from '../../evaluation/compare'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import { asSets, meanSize, measuredAt, sameSized } from './at-cutoff'
import type { MeasuredRuns, OpenRun } from './measured-runs'
import { z } from 'zod'
import { MOST_RECIPES } from '../../domain/experiment/plan'
import { Dir } from '../../contract/workspace'

export const EvaluationCompareInput = z.object({
  dir: Dir,
  baseline: z.string().describe('the run to compare with, by its id'),
  runs: z.array(z.string()).min(1).max(MOST_RECIPES).describe('the others, by their ids'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('also at this k, even where the runs were not measured at it'),
  tellRefusals: z
    .boolean()
    .default(false)
    .describe('a run that cannot be compared says so by itself, and the others are compared'),
})
export type EvaluationCompareInput = z.output<typeof EvaluationCompareInput>

/** How each run differs from the baseline, corrected for how many there are. */
export async function compareRuns(
  { measured, clock }: { measured: MeasuredRuns; clock: Clock },
  { dir, baseline: id, runs, k, tellRefusals }: EvaluationCompareInput,
  { signal, emit }: Call,
): Promise<Comparison[]> {
  const pause = yieldToEventLoop(clock, signal)
  const openAt = async (run: string) => measuredAt(await measured.of(dir, run), k, pause)
  const baseline = await openAt(id)
  const comparisons: Tested[] = []
  for (const [at, run] of runs.entries()) {
    emit({ what: 'Comparing runs', done: at, total: runs.length })
    const open = await openAt(run)
    const compared = compareOnce(baseline, open, { clock, signal })
    comparisons.push(await (tellRefusals ? orRefused(compared, { baseline: id, open }) : compared))
  }
  return correctedFor(comparisons)
}

/** By baseline and run: as neither ever changes, nor does how they differ. */
const known = new WeakMap<OpenRun, WeakMap<OpenRun, Tested>>()

async function compareOnce(
  baseline: OpenRun,
  run: OpenRun,
  call: Parameters<typeof compare>[2],
): Promise<Tested> {
  const ofBaseline = known.get(baseline) ?? new WeakMap<OpenRun, Tested>()
  known.set(baseline, ofBaseline)
  const comparison = ofBaseline.get(run) ?? (await compareEither(baseline, run, call))
  ofBaseline.set(run, comparison)
  return comparison
}

/**
 * As many tools of each: of one whose search gives no more than so many, the other's first so many;
 * of a recipe that decides how many there are, as many of one that does not as it gives on average.
 */
async function compareEither(
  wholeBaseline: OpenRun,
  wholeRun: OpenRun,
  call: Parameters<typeof compare>[2],
): Promise<Tested> {
  const { baseline, run, most } = sameSized(wholeBaseline, wholeRun)
  const isAdaptive = ({ run: { k } }: OpenRun) => k.length === 0
  const limited = most !== undefined && { most }
  if (isAdaptive(wholeBaseline) === isAdaptive(wholeRun)) {
    return { ...(await compare(baseline, run, call)), ...limited }
  }
  const isPicked = isAdaptive(wholeRun)
  const size = meanSize(isPicked ? run : baseline)
  const fixed = isPicked ? wholeBaseline : wholeRun
  if (!isHeld(fixed.run, size)) throw noneOfThatSize(fixed.run.recipe, size)
  const compared = isPicked
    ? await compare(asSets(baseline, size), run, call)
    : await compare(baseline, asSets(run, size), call)
  return { ...compared, ...limited, meanSize: size }
}

const noneOfThatSize = (recipe: string, size: number): Problem =>
  new Problem(
    'bad-input',
    `Can’t compare: one recipe picks its own k, ${size} on average, and “${recipe}” was not measured with as many tools.`,
    `Evaluate “${recipe}” at k = ${size}.`,
  )

async function orRefused(
  compared: Promise<Tested>,
  { baseline, open }: { baseline: string; open: OpenRun },
): Promise<Tested> {
  try {
    return await compared
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'bad-input') throw error
    const { message, fix } = error
    return {
      baseline,
      run: open.run.id,
      queries: open.run.queries,
      few: false,
      measures: {},
      onlyBaseline: [],
      onlyRun: [],
      refused: { message, ...(fix && { fix }) },
    }
  }
}
