import { z } from 'zod'
import { Runs } from '../../contract/advice'
import type { EvaluationRunAnswer } from '../../contract/evaluation'
import { Dir } from '../../contract/workspace'
import { plansAgain } from '../../domain/experiment/again'
import { comparableInUse } from '../../domain/run/comparable-runs'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { Why } from '../golden/set-uses'
import { runExperiment } from './experiment'
import type { MeasuredRuns } from './measured-runs'
import { outdatedAmong } from './outdated'
import { storedRuns } from './store'

export const EvaluationMeasureAgainInput = z.object({
  dir: Dir,
  runs: Runs.optional().describe(
    'the runs, by their ids; left out: of those measured last on the same queries, all that are outdated',
  ),
  why: Why,
})
export type EvaluationMeasureAgainInput = z.output<typeof EvaluationMeasureAgainInput>

/**
 * Measures what runs measured on what is in use now, and keeps the new runs. What was measured just
 * so already is taken as it is.
 * @throws Problem as {@link runExperiment}.
 */
export async function measureAgain(
  context: AppContext & { measured: MeasuredRuns },
  { dir, runs: given, why }: EvaluationMeasureAgainInput,
  call: Call,
): Promise<EvaluationRunAnswer> {
  const ids = given ?? (await lastOutdated(context, dir, call))
  const runs = await Promise.all(ids.map(async (id) => (await context.measured.of(dir, id)).run))
  const answer: EvaluationRunAnswer = { runs: [], reused: [], failed: [] }
  for (const plan of plansAgain(runs)) {
    const input = { ...plan, dir, why, keep: true, resume: true }
    const done = await runExperiment(context, input, call)
    answer.runs.push(...done.runs)
    answer.reused.push(...done.reused)
    answer.failed.push(...done.failed)
  }
  return answer
}

async function lastOutdated(context: AppContext, dir: string, call: Call): Promise<string[]> {
  const runs = await storedRuns(await context.sessions.of(dir))
  const outdated = await outdatedAmong(context, { dir, runs }, call)
  return comparableInUse(runs, outdated).flatMap(({ id }) => (id in outdated ? [id] : []))
}
