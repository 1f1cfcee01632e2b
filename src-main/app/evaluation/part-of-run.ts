import { TIER_MEANINGS, type Tier } from '../../domain/query/tier'
import { Problem } from '../../domain/problem'
import type { QueryOutcome, Run } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { cutoffsOfRun } from '../../evaluation/columns'
import { summarise } from '../../evaluation/summarise'
import { tierReader } from '../../evaluation/tiers/tier-of'
import type { Session } from '../workspaces/session'

/** How each query of a run is worded: by what its golden set says of it today, else by rule. */
export async function tiersOf(
  session: Session,
  { goldenSet }: Pick<Run, 'goldenSet'>,
  outcomes: readonly QueryOutcome[],
): Promise<{ tier: Tier; isByHand: boolean }[]> {
  const catalog = await session.catalog()
  const golden = await session.goldenQueries(goldenSet).catch(() => [])
  const tags = new Map(golden.map((query) => [query.id, query.tags]))
  const tierOf = tierReader((id) => (catalog.has(id) ? catalog.tool(id) : undefined))
  return outcomes.map(({ id, text, golden: tools }) => {
    const tagged = tags.get(id)
    return tierOf({ text, tools, ...(tagged && { tags: tagged }) })
  })
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
  const tiers = await tiersOf(session, run, outcomes)
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
    clock: session.clock,
    signal: new AbortController().signal,
  })
  const kept = Object.fromEntries(Object.entries(run).filter(([field]) => !OF_ALL.has(field)))
  return { run: { ...(kept as Run), ...summary, id, tier }, outcomes: own }
}
