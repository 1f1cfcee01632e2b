import type { EvaluationOutcomesAnswer, OutcomeRow } from '../../contract/evaluation'
import { isChanged, CHANGED_SHOWS } from '../../domain/run/changed-queries'
import { countedErrors, dependencyErrorsOf } from '../../domain/graph/dependency-errors'
import { FailureFilter } from '../../domain/run/failure'
import { asksForAgent } from '../../domain/run/failure-words'
import { Problem } from '../../domain/problem'
import type { QueryOutcome, Run } from '../../domain/run/run'
import { pairedWith } from '../../evaluation/compare'
import { toolsAt } from '../../evaluation/judged'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import { containing } from '../requests/containing'
import { sameSized } from './at-cutoff'
import { recallAt, type MeasuredRuns, type OpenRun } from './measured-runs'
import { z } from 'zod'
import { DependencyError } from '../../domain/graph/facts'
import { SearchText } from '../../contract/search-text'
import { Dir } from '../../contract/workspace'
import { page } from '../../contract/page'

export const EvaluationOutcomesInput = z.object({
  dir: Dir,
  run: z.string().describe('the run, by its id'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'the cut-off to look at; left out: the run’s largest; of no matter where the recipe decides how many tools there are',
    ),
  show: z
    .enum(['all', 'failed', 'missed', ...CHANGED_SHOWS])
    .default('all')
    .describe(
      'which queries: all, those that miss some golden tool, those that miss all, or what became of them beside the baseline',
    ),
  error: DependencyError.optional().describe('only those with this error of dependencies'),
  lost: FailureFilter.optional().describe(
    'only failed ones, also where the agent failed, and of these only such; why is as far as evaluation.failures found it, and a few that are left are looked up',
  ),
  baseline: z.string().optional().describe('the run to hold them against, at the same k'),
  search: SearchText,
  ...page(200),
})
export type EvaluationOutcomesInput = z.output<typeof EvaluationOutcomesInput>

type Input = EvaluationOutcomesInput

/** How it is stopped, and who tells which queries fail so. */
interface OutcomesCall extends Pick<Call, 'signal'> {
  /** By place in the run's outcomes, in the order to list them. */
  failedPlaces?: (lost: FailureFilter) => Promise<ReadonlySet<number>>
}

/** One page of a run's queries, the worst recall first. */
export async function pageOfOutcomes(
  { measured, clock }: { measured: MeasuredRuns; clock: Clock },
  input: Input,
  { signal, failedPlaces }: OutcomesCall,
): Promise<EvaluationOutcomesAnswer> {
  const open = await measured.of(input.dir, input.run)
  const k = cutoffOf(open.run, input.k)
  const { recall, errors, order } = open.judged(k)
  const isSought = containing(input.search)
  const sought = input.search
    ? order.filter((at) => isSought(open.outcomes[at] as QueryOutcome))
    : order
  const failed = sought.filter((at) => (recall[at] as number) < 1)
  const missed = failed.filter((at) => recall[at] === 0)
  const { error, lost } = input
  const ofKind = lost && failedPlaces ? await lostBy(await failedPlaces(lost)) : await shownOf()
  const shown = error ? ofKind.filter((at) => errors[at]?.includes(error)) : ofKind
  return {
    total: shown.length,
    failed: failed.length,
    missed: missed.length,
    ...(open.run.dependencyErrors && {
      errors: countedErrors(Array.from(sought, (at) => errors[at] ?? [])),
    }),
    rows: Array.from(shown.subarray(input.offset, input.offset + input.limit), (at) =>
      rowOf(open.outcomes[at] as QueryOutcome, k),
    ),
  }

  async function lostBy(places: ReadonlySet<number>): Promise<Uint32Array> {
    // What the agent failed may be all there.
    const isOfAgent = lost !== undefined && asksForAgent(lost) && input.show === 'failed'
    const ofKind = new Set(isOfAgent ? sought : await shownOf())
    return Uint32Array.from([...places].filter((at) => ofKind.has(at)))
  }

  async function shownOf(): Promise<Uint32Array> {
    if (input.show === 'all') return sought
    if (input.show === 'failed') return failed
    if (input.show === 'missed') return missed
    const baseline = await baselineOf(measured, input)
    const cutoff = cutoffOf(baseline.run, input.k)
    const sized = sameSized(baseline, open)
    const before = await pairedWith(open, sized.baseline, yieldToEventLoop(clock, signal))
    const isCut = sized.most !== undefined
    const isShown = isChanged[input.show]
    return sought.filter((at) =>
      isShown({
        before: recallAt(before[at] as QueryOutcome, cutoff),
        after: isCut ? recallAt(sized.run.outcomes[at] as QueryOutcome, k) : (recall[at] as number),
      }),
    )
  }
}

async function baselineOf(measured: MeasuredRuns, { dir, baseline }: Input): Promise<OpenRun> {
  if (baseline === undefined) {
    throw new Problem('bad-input', 'Name the baseline that the run is compared with.')
  }
  return measured.of(dir, baseline)
}

/**
 * The k to look at; undefined where the recipe decided how many tools there are.
 * @throws Problem `bad-input` where the run holds no tool sets for it.
 */
export function cutoffOf({ k: measured, curve }: Run, k: number | undefined): number | undefined {
  const largest = measured.at(-1)
  if (largest === undefined) return undefined
  const wanted = k ?? largest
  if (curve?.k ? measured.includes(wanted) : wanted <= largest) return wanted
  throw new Problem(
    'bad-input',
    `The run holds no tool sets for k = ${wanted}.`,
    curve?.k
      ? `It was measured at ${measured.join(', ')}: choose one of these, or evaluate again.`
      : `Choose a k of at most ${largest}, or evaluate again with a larger one.`,
  )
}

function rowOf(outcome: QueryOutcome, k: number | undefined): OutcomeRow {
  const given = toolsAt(outcome, k)
  const errors = dependencyErrorsOf({ ...outcome, given })
  const places = new Map(given.map((tool, at) => [tool, at + 1]))
  return {
    ...outcome,
    given,
    goldenRanks: outcome.golden.map((tool) => places.get(tool) ?? null),
    recall: recallAt(outcome, k),
    ...(errors.length > 0 && { errors }),
  }
}
