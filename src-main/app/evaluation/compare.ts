import type { Comparison } from '../../domain/run/comparison'
import { Problem } from '../../domain/problem'
import { compare, correctedFor } from '../../evaluation/compare'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import type { MeasuredRuns, OpenRun } from './measured-runs'
import { z } from 'zod'
import { MOST_RECIPES } from '../../domain/experiment/plan'
import { Dir } from '../../contract/workspace'

export const EvaluationCompareInput = z.object({
  dir: Dir,
  baseline: z.string().describe('the run to compare with, by its id'),
  runs: z.array(z.string()).min(1).max(MOST_RECIPES).describe('the others, by their ids'),
  tellRefusals: z
    .boolean()
    .default(false)
    .describe('a run that cannot be compared says so by itself, and the others are compared'),
})
export type EvaluationCompareInput = z.output<typeof EvaluationCompareInput>

/** How each run differs from the baseline, corrected for how many there are. */
export async function compareRuns(
  { measured, clock }: { measured: MeasuredRuns; clock: Clock },
  { dir, baseline: id, runs, tellRefusals }: EvaluationCompareInput,
  { signal, emit }: Call,
): Promise<Comparison[]> {
  const baseline = await measured.of(dir, id)
  const comparisons: Comparison[] = []
  for (const [at, run] of runs.entries()) {
    emit({ what: 'Comparing runs', done: at, total: runs.length })
    const open = await measured.of(dir, run)
    const compared = compareOnce(baseline, open, { clock, signal })
    comparisons.push(await (tellRefusals ? orRefused(compared, { baseline: id, open }) : compared))
  }
  return correctedFor(comparisons)
}

/** By baseline and run: as neither ever changes, nor does how they differ. */
const known = new WeakMap<OpenRun, WeakMap<OpenRun, Comparison>>()

async function compareOnce(
  baseline: OpenRun,
  run: OpenRun,
  call: Parameters<typeof compare>[2],
): Promise<Comparison> {
  const ofBaseline = known.get(baseline) ?? new WeakMap<OpenRun, Comparison>()
  known.set(baseline, ofBaseline)
  const comparison = ofBaseline.get(run) ?? (await compare(baseline, run, call))
  ofBaseline.set(run, comparison)
  return comparison
}

async function orRefused(
  compared: Promise<Comparison>,
  { baseline, open }: { baseline: string; open: OpenRun },
): Promise<Comparison> {
  try {
    return await compared
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'bad-input') throw error
    const { message, fix } = error
    return {
      ...{ baseline, run: open.run.id, queries: open.run.queries, few: false },
      ...{ measures: {}, onlyBaseline: [], onlyRun: [] },
      refused: { message, ...(fix && { fix }) },
    }
  }
}
