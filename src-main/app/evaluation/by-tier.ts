import { z } from 'zod'
import { Runs } from '../../contract/advice'
import type { TierRow } from '../../contract/tier'
import { Dir } from '../../contract/workspace'
import { TIERS, type Tier } from '../../domain/query/tier'
import { estimate } from '../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { AppContext } from '../context'
import type { MeasuredRuns } from './measured-runs'
import { tiersOf } from './part-of-run'

export const EvaluationTiersInput = z.object({
  dir: Dir,
  runs: Runs.describe('the runs, by their ids'),
  k: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('the k to look at; left out: whole sets, of recipes that decide k themselves'),
})

/** Recall of runs by how their queries are worded. */
export async function recallByTier(
  context: AppContext & { measured: MeasuredRuns },
  { dir, runs, k }: z.output<typeof EvaluationTiersInput>,
  { signal }: Call,
): Promise<TierRow[]> {
  const pause = yieldToEventLoop(context.clock, signal)
  const session = await context.sessions.of(dir)
  const rows = new Map<Tier, TierRow>()
  for (const id of runs) {
    const open = await context.measured.of(dir, id)
    const tiers = await tiersOf(session, open.run, open.outcomes)
    const { recall } = open.judged(open.run.k.length > 0 ? k : undefined)
    const places = Map.groupBy(tiers.keys(), (at) => tiers[at]?.tier ?? 'paraphrased')
    for (const [tier, of] of places) {
      const [found] = await estimate([Float64Array.from(of, (at) => recall[at] ?? 0)], pause)
      const row = rows.get(tier) ?? {
        ...{ tier, queries: of.length, runs: [] },
        byHand: of.filter((at) => tiers[at]?.isByHand).length,
      }
      if (found) row.runs.push({ run: id, recall: found })
      rows.set(tier, row)
    }
  }
  return TIERS.flatMap((tier) => rows.get(tier) ?? [])
}
