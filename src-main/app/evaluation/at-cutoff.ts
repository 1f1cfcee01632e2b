import { z } from 'zod'
import { Runs } from '../../contract/advice'
import { Dir } from '../../contract/workspace'
import { countedErrors } from '../../domain/graph/dependency-errors'
import { partsOfName } from '../../domain/measure/name'
import { isHeld, largestSet } from '../../domain/run/operating-point'
import type { Estimate, Run } from '../../domain/run/run'
import { columnsOf, cutoffsOfRun } from '../../evaluation/columns'
import { toolsAt } from '../../evaluation/judged'
import { estimate } from '../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import type { MeasuredRuns, OpenRun } from './measured-runs'

export const EvaluationAtInput = z.object({
  dir: Dir,
  runs: Runs.describe('the runs, by their ids'),
  k: z.number().int().min(1).describe('the k to look at'),
})
type EvaluationAtInput = z.output<typeof EvaluationAtInput>

type Pause = () => Promise<unknown>

export async function runsAt(
  { measured, clock }: { measured: MeasuredRuns; clock: Clock },
  { dir, runs, k }: EvaluationAtInput,
  { signal }: Call,
): Promise<Run[]> {
  const pause = yieldToEventLoop(clock, signal)
  const found: Run[] = []
  for (const id of runs) found.push((await measuredAt(await measured.of(dir, id), k, pause)).run)
  return found
}

/** By run and k: as a run never changes, nor does what it says at a k. */
const known = new WeakMap<OpenRun, Map<number, OpenRun>>()

/**
 * A run as if this k were among those it was measured at, where it holds tool sets for it; else as
 * it is. How many tokens each query took is noted at the k measured alone: at others the curve
 * knows the mean.
 */
export async function measuredAt(
  open: OpenRun,
  k: number | undefined,
  pause: Pause,
): Promise<OpenRun> {
  if (k === undefined || open.run.k.includes(k) || !isHeld(open.run, k)) return open
  const ofRun = known.get(open) ?? new Map<number, OpenRun>()
  known.set(open, ofRun)
  const found = ofRun.get(k) ?? (await withCutoff(open, k, pause))
  ofRun.set(k, found)
  return found
}

async function withCutoff(open: OpenRun, k: number, pause: Pause): Promise<OpenRun> {
  const { run, outcomes } = open
  const cutoffs = [...run.k, k].sort((a, b) => a - b)
  const errors = run.dependencyErrors && [
    ...run.dependencyErrors.map((counts, at) => ({ at: run.k[at] as number, counts })),
    { at: k, counts: countedErrors(open.judged(k).errors) },
  ]
  return {
    ...open,
    run: {
      ...run,
      k: cutoffs,
      measures: { ...run.measures, ...(await measuresAt(open, k, pause)) },
      ...(errors && {
        dependencyErrors: errors.sort((a, b) => a.at - b.at).map(({ counts }) => counts),
      }),
    },
    outcomes: outcomes.map((outcome) => ({
      ...outcome,
      promptTokensAt: cutoffs.map((cutoff) => tokensOf(outcome, run, cutoff)),
    })),
  }
}

async function measuresAt(
  { run, outcomes }: OpenRun,
  k: number,
  pause: Pause,
): Promise<Record<string, Estimate>> {
  const columns = await columnsOf(outcomes, { k: [k], nested: cutoffsOfRun(run).nested }, pause)
  const own = [...columns].filter(([name]) => {
    const { measure, k: cutoff } = partsOfName(name)
    return cutoff === k && measure !== 'PromptTokens'
  })
  const estimates = await estimate(
    own.map(([, values]) => values),
    pause,
  )
  return Object.fromEntries(own.map(([name], at) => [name, estimates[at] as Estimate]))
}

/** NaN where that was not noted. */
function tokensOf({ promptTokens, promptTokensAt }: Outcome, { k }: Run, cutoff: number): number {
  const at = k.indexOf(cutoff)
  if (at < 0) return NaN
  return promptTokensAt?.[at] ?? (at === k.length - 1 ? promptTokens : NaN)
}

type Outcome = OpenRun['outcomes'][number]

/** How many tools the sets of a recipe with adaptive k hold on average, as a k. */
export function meanSize({ outcomes }: Pick<OpenRun, 'outcomes'>): number {
  const all = outcomes.reduce((sum, { tools }) => sum + tools.length, 0)
  return Math.max(1, Math.round(all / (outcomes.length || 1)))
}

/**
 * What a run with a fixed number of tools gave at this k, as if its recipe had decided for as many:
 * to be held against one that does.
 */
export function asSets({ run, outcomes, ...open }: OpenRun, k: number): OpenRun {
  const { curve: _, ...rest } = run
  return {
    ...open,
    run: { ...rest, k: [] },
    outcomes: outcomes.map((outcome) => {
      const { sets: _sets, promptTokensAt: _tokens, ...whole } = outcome
      return { ...whole, tools: toolsAt(outcome, k), promptTokens: tokensOf(outcome, run, k) }
    }),
  }
}

/** Two runs with as many tools each, where a search of one gives no more than `most`. */
interface SameSized {
  baseline: OpenRun
  run: OpenRun
  most?: number
}

/**
 * No query of either run is given more tools than one search of the other gives at most. As they
 * are where neither gives more.
 */
export function sameSized(baseline: OpenRun, run: OpenRun): SameSized {
  const most = Math.min(largestSet(baseline.run), largestSet(run.run))
  const givesMore = ({ run: { k }, outcomes }: OpenRun) =>
    k.length > 0 ? (k.at(-1) as number) > most : outcomes.some(({ tools }) => tools.length > most)
  if (![baseline, run].some(givesMore)) return { baseline, run }
  return { baseline: firstOf(baseline, most), run: firstOf(run, most), most }
}

/**
 * A run as if its recipe gave no more tools than so many. Where none was measured at so many, none
 * are known at larger k.
 */
function firstOf({ run, outcomes, ...open }: OpenRun, most: number): OpenRun {
  const isKnown = run.k.length === 0 || isHeld(run, most)
  const cutoffs = isKnown ? run.k : run.k.filter((k) => k <= most)
  return {
    ...open,
    run: { ...run, k: cutoffs },
    outcomes: outcomes.map((outcome) => {
      const { sets, promptTokensAt: _tokens, ...whole } = outcome
      const smaller = Object.entries(sets ?? {}).filter(([k]) => Number(k) <= most)
      const isWhole = outcome.tools.length <= most
      return {
        ...whole,
        tools: isKnown ? toolsAt(outcome, most).slice(0, most) : outcome.tools,
        ...(smaller.length > 0 && { sets: Object.fromEntries(smaller) }),
        promptTokens: isWhole ? outcome.promptTokens : NaN,
        promptTokensAt: cutoffs.map((k) => tokensOf(outcome, run, isWhole ? k : Math.min(k, most))),
      }
    }),
  }
}
