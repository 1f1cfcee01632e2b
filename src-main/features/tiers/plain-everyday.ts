import { z } from 'zod'
import type { Call } from '../../app/app'
import type { AppContext } from '../../app/context'
import type { MeasuredRuns, OpenRun } from '../../app/evaluation/measured-runs'
import { cutoffOf } from '../../app/evaluation/outcomes'
import { tierTeller } from '../../app/evaluation/part-of-run'
import { recommendedK } from '../../app/evaluation/recommended-k'
import type { Catalog } from '../../app/workspaces/catalog'
import { MOST_RECIPES } from '../../domain/experiment/plan'
import { isHeld } from '../../domain/run/operating-point'
import type { QueryOutcome } from '../../domain/run/run'
import { estimate } from '../../evaluation/statistics/statistics'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { EvaluationTiersInput } from './by-tier'
import { kindOf } from './kind-of'
import type { Kind, KindCount, PlainEveryday } from './shared/answers'

export const EvaluationPlainEverydayInput = EvaluationTiersInput.extend({
  runs: z.array(z.string()).min(1).max(MOST_RECIPES).describe('the runs, by their ids'),
})

/** Of fewer, one query more or less is over ten points: then neither kind is told. */
const LEAST_OF_KIND = 10

type Tell = Awaited<ReturnType<typeof tierTeller>>

/**
 * How runs did on plain and on everyday requests, in the order asked for; without those that hold
 * no tool sets for the k, or measured too few of either kind.
 */
export async function plainEveryday(
  context: AppContext & { measured: MeasuredRuns },
  { dir, runs, k: wanted }: z.output<typeof EvaluationPlainEverydayInput>,
  call: Call,
): Promise<PlainEveryday[]> {
  const pause = yieldToEventLoop(context.clock, call.signal)
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog()
  const k = wanted ?? (await recommendedK(context, { dir, runs }, call))
  const tellers = new Map<string, Tell>()
  const told: PlainEveryday[] = []
  for (const id of runs) {
    const open = await context.measured.of(dir, id)
    const { goldenSet, k: measured } = open.run
    if (k !== undefined && measured.length > 0 && !isHeld(open.run, k)) continue
    const tell = tellers.get(goldenSet) ?? (await tierTeller(session, goldenSet, pause))
    tellers.set(goldenSet, tell)
    const found = await countedOf(open, { k: cutoffOf(open.run, k), tell, catalog, pause })
    if (found) told.push(found)
  }
  return told
}

async function countedOf(
  { run, outcomes, judged }: OpenRun,
  {
    k,
    tell,
    catalog,
    pause,
  }: { k: number | undefined; tell: Tell; catalog: Catalog; pause: () => Promise<unknown> },
): Promise<PlainEveryday | undefined> {
  const tiers = await tell(outcomes)
  const { recall } = judged(k)
  const queries: Record<Kind, { recall: number; isByHand: boolean }[]> = { plain: [], everyday: [] }
  for (const [at, tier] of tiers.entries()) {
    const told = kindOf(tier)
    if (told && (told.isByHand || isKnown(outcomes[at], catalog))) {
      queries[told.kind].push({ recall: recall[at] ?? 0, isByHand: told.isByHand })
    }
  }
  const { plain, everyday } = queries
  if (Math.min(plain.length, everyday.length) < LEAST_OF_KIND) return undefined
  const counted = async (of: typeof plain): Promise<KindCount> => {
    const [mean] = await estimate([Float64Array.from(of, (each) => each.recall)], pause)
    return {
      queries: of.length,
      byHand: of.filter(({ isByHand }) => isByHand).length,
      found: of.filter((each) => each.recall >= 1).length,
      recall: mean ?? { mean: 0, ci95: [0, 0] },
    }
  }
  return {
    run: run.id,
    ...(k !== undefined && { k }),
    plain: await counted(plain),
    everyday: await counted(everyday),
    others: outcomes.length - plain.length - everyday.length,
  }
}

/** Of tools that left the catalog, nothing is known that words could be near to. */
const isKnown = (outcome: QueryOutcome | undefined, catalog: Catalog): boolean =>
  outcome?.golden.some((tool) => catalog.has(tool)) ?? false
