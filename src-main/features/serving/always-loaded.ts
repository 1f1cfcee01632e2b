import { z } from 'zod'
import { namedTools } from '../../app/catalog/named-tools'
import type { AppContext } from '../../app/context'
import type { Session } from '../../app/workspaces/session'
import { developmentSets } from '../../app/workspaces/used-sets'
import { Dir } from '../../contract/workspace'
import type { ServedRequest } from '../../domain/served/request'
import type { ToolId } from '../../domain/tool/tool'
import type { AlwaysLoadedAnswer, AlwaysLoadedTool } from './shared/answers'

export const AlwaysLoadedInput = z.object({
  dir: Dir,
  most: z.number().int().min(1).max(20).default(5).describe('how many tools at most'),
  share: z
    .number()
    .min(0.01)
    .max(1)
    .default(0.2)
    .describe('of sessions, or of golden queries, that a tool is used in at least'),
})

/** Fewer sessions, or queries, say nothing of which tools most of them need. */
const FEWEST = { sessions: 5, queries: 20 }

/**
 * The few tools that so many sessions need that they are better in the prompt from the start than
 * searched for each time.
 */
export async function alwaysLoaded(
  context: AppContext,
  { dir, most, share }: z.output<typeof AlwaysLoadedInput>,
): Promise<AlwaysLoadedAnswer> {
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog()
  const sessions = usedInSessions((await context.requestLog.read(dir)).all())
  const queries = await rightInQueries(session)
  const tools = [...new Set([...sessions.uses.keys(), ...queries.uses.keys()])]
    .filter((tool) => catalog.has(tool))
    .map((tool) => ({
      tool,
      ofSessions: shareOf(sessions, tool, FEWEST.sessions),
      ofQueries: shareOf(queries, tool, FEWEST.queries),
    }))
    .filter(({ ofSessions = 0, ofQueries = 0 }) => Math.max(ofSessions, ofQueries) >= share)
    .sort(
      (a, b) =>
        (b.ofSessions ?? 0) - (a.ofSessions ?? 0) || (b.ofQueries ?? 0) - (a.ofQueries ?? 0),
    )
    .slice(0, most)
  const named = new Map(
    namedTools(
      tools.map(({ tool }) => tool),
      catalog,
    ).map((each) => [each.tool, each]),
  )
  const rows = tools.flatMap(({ tool, ofSessions, ofQueries }): AlwaysLoadedTool[] => {
    const known = named.get(tool)
    if (!known) return []
    return [
      {
        tool: known,
        tokens: catalog.promptTokens(tool).tokens,
        ...(ofSessions !== undefined && { ofSessions }),
        ...(ofQueries !== undefined && { ofQueries }),
      },
    ]
  })
  return {
    sessions: sessions.count,
    queries: queries.count,
    fewest: FEWEST,
    share,
    tools: rows,
    tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
    tokenizer: context.tokenCounter.tokenizer,
  }
}

/** In how many of so many a tool is used. */
interface Uses {
  count: number
  uses: Map<ToolId, number>
}

const shareOf = ({ count, uses }: Uses, tool: ToolId, fewest: number): number | undefined =>
  count < fewest ? undefined : (uses.get(tool) ?? 0) / count

function usesOf(all: readonly Iterable<ToolId>[]): Uses {
  const uses = new Map<ToolId, number>()
  for (const tools of all) {
    for (const tool of new Set(tools)) uses.set(tool, (uses.get(tool) ?? 0) + 1)
  }
  return { count: all.length, uses }
}

/**
 * By the sessions in which a tool was fetched or called without a fault: of others nobody knows
 * what was used.
 */
function usedInSessions(requests: readonly ServedRequest[]): Uses {
  const used = new Map<string, Set<ToolId>>()
  for (const { session, did, tools, fault } of requests) {
    if (did === 'search' || fault !== undefined || tools.length === 0) continue
    const before = used.get(session) ?? new Set()
    for (const tool of tools) before.add(tool)
    used.set(session, before)
  }
  return usesOf([...used.values()])
}

/** By the right tools of golden queries of development sets; a test set decides nothing. */
async function rightInQueries(session: Session): Promise<Uses> {
  const right: (readonly ToolId[])[] = []
  for (const { name } of await developmentSets(session)) {
    for (const { tools } of await session.goldenQueries(name)) {
      if (tools.length > 0) right.push(tools)
    }
  }
  return usesOf(right)
}
