import { z } from 'zod'
import { Runs } from '../../contract/advice'
import { Dir } from '../../contract/workspace'
import { Problem } from '../../domain/problem'
import { TIERS, type Tier } from '../../domain/query/tier'
import { isHeld } from '../../domain/run/operating-point'
import { estimate } from '../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../../app/app'
import type { AppContext } from '../../app/context'
import type { MeasuredRuns, OpenRun } from '../../app/evaluation/measured-runs'
import { cutoffOf } from '../../app/evaluation/outcomes'
import { recommendedK } from '../../app/evaluation/recommended-k'
import type { RecallByTier, TierRow } from './shared/answers'
import { tierTeller } from '../../app/evaluation/part-of-run'

export const EvaluationTiersInput = z.object({
  dir: Dir,
  runs: Runs.describe('the runs, by their ids'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'the k to look at; left out: the one that is recommended of the runs, or whole sets of recipes that decide k themselves',
    ),
})

/**
 * Recall of runs by how their queries are worded.
 * @throws Problem `bad-input` for runs of different golden sets, and where no run holds tool sets
 * for the k.
 */
export async function recallByTier(
  context: AppContext & { measured: MeasuredRuns },
  { dir, runs, k: wanted }: z.output<typeof EvaluationTiersInput>,
  call: Call,
): Promise<RecallByTier> {
  const pause = yieldToEventLoop(context.clock, call.signal)
  const opened: OpenRun[] = []
  for (const id of runs) opened.push(await context.measured.of(dir, id))
  const [first] = opened
  if (!first) return { rows: [] }
  requireOneSet(opened)
  const k = wanted ?? (await recommendedK(context, { dir, runs }, call))
  const isHeldBy = ({ run }: OpenRun) => k === undefined || run.k.length === 0 || isHeld(run, k)
  // Where none holds the k, the first says which there are.
  if (!opened.some(isHeldBy)) cutoffOf(first.run, k)
  const tell = await tierTeller(await context.sessions.of(dir), first.run.goldenSet, pause)
  const rows = new Map<Tier, TierRow>(TIERS.map((tier) => [tier, { tier, runs: [] }]))
  for (const { run, outcomes, judged } of opened.filter(isHeldBy)) {
    const tiers = await tell(outcomes)
    const { recall } = judged(cutoffOf(run, k))
    for (const [tier, of] of Map.groupBy(tiers.keys(), (at) => tiers[at]?.tier)) {
      const [found] = await estimate([Float64Array.from(of, (at) => recall[at] ?? 0)], pause)
      const byHand = of.filter((at) => tiers[at]?.isByHand).length
      if (tier && found) {
        rows.get(tier)?.runs.push({ run: run.id, queries: of.length, byHand, recall: found })
      }
    }
  }
  return {
    ...(k !== undefined && { k }),
    rows: [...rows.values()].filter((row) => row.runs.length > 0),
  }
}

function requireOneSet(opened: readonly OpenRun[]): void {
  const sets = [...new Set(opened.map(({ run }) => run.goldenSet))]
  if (sets.length < 2) return
  throw new Problem(
    'bad-input',
    `The runs cannot stand side by side: they were measured on the golden sets ${sets.map((set) => `“${set}”`).join(', ')}.`,
    'Choose runs of one golden set.',
  )
}
