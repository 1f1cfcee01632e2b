import { z } from 'zod'
import type { ProposedTier } from '../../contract/tier'
import { Dir } from '../../contract/workspace'
import type { Problem } from '../../domain/problem'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { tierReader } from '../../evaluation/tiers/tier-of'
import { shownBy } from '../../pipeline/prompts/quoted'
import { tellTier } from '../../pipeline/prompts/tell-tier'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { chatModelOf, noChatModel } from '../models/chat-model'
import { runJob } from '../models/job'

/** What one request asks a model of: a question each. */
const MOST = 1_000

export const GoldenProposeTiersInput = z.object({
  dir: Dir,
  set: z.string().describe('its name'),
  ids: z
    .array(z.string().max(1_000))
    .max(MOST)
    .optional()
    .describe(`the queries, by their ids; left out: the first ${MOST} without a tier`),
})

/**
 * Has the chat model say how golden queries are worded. Nothing is written: whoever agrees gives
 * them the tags. Queries that name no tool are not asked about, as there is nothing to say.
 */
export async function proposeTiers(
  context: AppContext,
  { dir, set, ids }: z.output<typeof GoldenProposeTiersInput>,
  call: Call,
): Promise<{ proposed: ProposedTier[]; failed: string[]; left: number }> {
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog()
  const tierOf = tierReader((id) => (catalog.has(id) ? catalog.tool(id) : undefined))
  const isWanted = ids && new Set(ids)
  const queries = (await session.goldenQueries(set))
    .filter((query) => query.tools.length > 0)
    .filter((query) => isWanted?.has(query.id) ?? !tierOf(query).isByHand)
    .slice(0, MOST)
  const { ask } = await chatModelOf(context, { session, dir, signal: call.signal }, noModel)
  const shown = shownBy({ tools: new Map(catalog.tools.map((entry) => [entry.tool.id, entry])) })
  const proposed: ProposedTier[] = []
  const ended = await runJob<GoldenQuery, GoldenQuery, never>(
    {
      what: 'Asking the model',
      unit: 'queries',
      stage: 'tell how a query is worded',
      items: queries,
      find: (query) => Promise.resolve(query),
      async ask(query, { question }) {
        const { id, text, tools } = query
        const { answer } = await question((asking) =>
          ask(tellTier, { text, tools: shown(tools) }, asking),
        )
        const { tier: now } = tierOf(query)
        proposed.push({ id, text, now, tier: answer.tier })
      },
    },
    { ...call, clock: context.clock },
  )
  return { proposed, ...ended }
}

const noModel = (): Problem =>
  noChatModel(
    'say how queries are worded',
    'Without one the rule tells it, and the tag tier:NAME says it by hand.',
  )
