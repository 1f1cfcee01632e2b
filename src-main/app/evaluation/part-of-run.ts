import { TIER_MEANINGS, type Tier } from '../../domain/query/tier'
import { Problem } from '../../domain/problem'
import type { QueryOutcome, Run } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { cutoffsOfRun } from '../../evaluation/columns'
import { summarise } from '../../evaluation/summarise'
import { tierReader } from '../../evaluation/tiers/tier-of'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Session } from '../workspaces/session'

interface QueryTier {
  tier: Tier
  isByHand: boolean
  /** What its golden set says of it today besides. */
  tags: readonly string[]
}

/**
 * Tells how queries of a golden set are worded: by what it says of them today, else by rule. A
 * query with its labels is told once, however many runs hold it. `pause` is awaited between
 * queries.
 */
export async function tierTeller(
  session: Session,
  goldenSet: string,
  pause: () => Promise<unknown>,
): Promise<(outcomes: readonly QueryOutcome[]) => Promise<QueryTier[]>> {
  const catalog = await session.catalog()
  const golden = await session.goldenQueries(goldenSet).catch(() => [])
  const tagsOf = new Map(golden.map(({ id, tags }) => [id, tags]))
  const tierOf = tierReader((id) => (catalog.has(id) ? catalog.tool(id) : undefined))
  const known = new Map<string, QueryTier>()
  return async (outcomes) => {
    const all: QueryTier[] = []
    for (const { id, text, golden: tools } of outcomes) {
      await pause()
      const key = JSON.stringify([id, text, tools])
      const tags = tagsOf.get(id) ?? []
      const told = known.get(key) ?? { ...tierOf({ text, tools, tags }), tags }
      known.set(key, told)
      all.push(told)
    }
    return all
  }
}

/** What a run says of other queries than those it measured, or of all of them alone. */
const OF_ALL: ReadonlySet<string> = new Set<keyof Run>([
  ...(['leaks', 'modelUse', 'nothingFits', 'negatives', 'sameSize'] as const),
  ...(['dependencyErrors', 'shortened', 'repeated', 'remarks'] as const),
])

/**
 * The part of a run whose queries are of one tier, as a run of its own.
 * @throws Problem `bad-input` where none is.
 */
export async function partOfRun(
  session: Session,
  { run, outcomes }: { run: Run; outcomes: readonly QueryOutcome[] },
  { id, tier }: { id: string; tier: Tier },
): Promise<{ run: Run; outcomes: QueryOutcome[] }> {
  const { clock } = session
  const { signal } = new AbortController()
  const tell = await tierTeller(session, run.goldenSet, yieldToEventLoop(clock, signal))
  const tiers = await tell(outcomes)
  const own = outcomes.filter((_, at) => tiers[at]?.tier === tier)
  if (own.length === 0) {
    throw new Problem(
      'bad-input',
      `No query of this run ${TIER_MEANINGS[tier]}.`,
      'Choose another tier, or all queries.',
    )
  }
  const catalog = await session.catalog()
  const summary = await summarise(own, cutoffsOfRun(run), {
    promptTokens: (tool: ToolId) => catalog.promptTokens(tool).tokens,
    clock,
    signal,
  })
  const kept = Object.fromEntries(Object.entries(run).filter(([field]) => !OF_ALL.has(field)))
  return { run: { ...(kept as Run), ...summary, id, tier }, outcomes: own }
}
