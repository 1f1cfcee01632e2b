import { z } from 'zod'
import type { FailedQueries } from '../../contract/evaluation'
import { Problem } from '../../domain/problem'
import { FailureFilter } from '../../domain/run/failure'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { failedPlaces } from './failed-places'
import { EvaluationFailuresInput, reportFailures } from './failure-report'
import { placesOfGolden } from './golden-places'
import type { MeasuredRuns } from './measured-runs'
import { namedRuns, RunName } from './named-runs'
import { pageOfOutcomes } from './outcomes'
import { runsTogether } from './together'

const { dir, k } = EvaluationFailuresInput.shape

export const EvaluationFailedQueriesInput = z.object({
  dir,
  run: RunName.describe('the run, by number or the beginning of its id'),
  k,
  lost: FailureFilter.default({}).describe('only those that failed so'),
  baseline: RunName.optional().meta({
    title: 'run',
    description: 'another run of the same queries, to compare with',
  }),
  show: z.enum(['fixed', 'broken']).optional().meta({
    title: 'which',
    description: 'only queries that it fixed, or broke, beside the baseline',
  }),
  limit: z.number().int().min(0).max(1000).default(10).describe('how many queries to list'),
})
type Input = z.output<typeof EvaluationFailedQueriesInput>

/**
 * Where a run fails, and the worst of its queries with the places of their golden tools.
 * @throws Problem `bad-input` where what changed is wanted and no baseline is named.
 */
export async function failedQueries(
  context: AppContext & { measured: MeasuredRuns },
  { dir: place, run: name, baseline: besideName, k: at, lost, show, limit }: Input,
  call: Call,
): Promise<FailedQueries> {
  if (show && besideName === undefined) {
    throw new Problem(
      'bad-input',
      `To show what is ${show}, it takes a run to compare with.`,
      'Name it: --baseline RUN',
    )
  }
  const named = { dir: place, runs: [name], all: false }
  const together = await runsTogether(context, named, call)
  const [beside] =
    besideName === undefined ? [] : await namedRuns(context, { dir: place, runs: [besideName] })
  const run = together.runs[0]?.run.id ?? ''
  const where = { dir: place, run, k: at }
  const report = await reportFailures(context, where, call)
  const page = { ...where, search: '', offset: 0, limit: Math.max(1, limit) }
  const { total, rows } = await pageOfOutcomes(
    context,
    {
      ...page,
      show: show ?? 'failed',
      ...(show === 'fixed' ? {} : { lost }),
      ...(beside && { baseline: beside.id }),
    },
    { ...call, failedPlaces: (by) => failedPlaces(context, { ...where, lost: by }, call) },
  )
  const shown = rows.slice(0, limit)
  const queries = shown.map(({ id }) => id)
  const places =
    queries.length === 0 ? [] : await placesOfGolden(context, { ...where, queries }, call)
  return {
    ...together,
    report,
    total,
    queries: shown.map((row, query) => ({ ...row, places: places[query] ?? [] })),
  }
}
