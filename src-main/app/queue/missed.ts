import type { MissedQuery } from '../../contract/to-do'
import { isHeld } from '../../domain/run/operating-point'
import type { QueryOutcome, Run } from '../../domain/run/run'
import type { ToolId } from '../../domain/tool/tool'
import { toolsAt } from '../../evaluation/judged'

/** What a tool is asked for, and what of that it is not given to. */
export interface MissedOfTool {
  /** Golden queries that it is right for. */
  asked: number
  queries: MissedQuery[]
}

/**
 * The k at which misses of a run are counted: the wanted one where the run holds its sets, else its
 * largest; none where its recipe decides how many tools there are.
 */
export function countedAt(run: Pick<Run, 'k' | 'curve'>, wanted: number): number | undefined {
  if (run.k.length === 0) return undefined
  return isHeld(run, wanted) ? wanted : run.k.at(-1)
}

/** By each tool that some query is to be given: how many there are, and those that are not. */
export async function missedByTool(
  outcomes: readonly QueryOutcome[],
  k: number | undefined,
  pause: () => Promise<unknown>,
): Promise<Map<ToolId, MissedOfTool>> {
  const tools = new Map<ToolId, MissedOfTool>()
  for (const outcome of outcomes) {
    await pause()
    // What was answered without a part of the recipe is no measurement of it.
    if (outcome.degraded !== undefined) continue
    const given = new Set(toolsAt(outcome, k))
    for (const tool of outcome.golden) {
      const at = tools.get(tool) ?? { asked: 0, queries: [] }
      tools.set(tool, at)
      at.asked++
      if (given.has(tool)) continue
      const { id, text, tools: ranked } = outcome
      const place = ranked.indexOf(tool) + 1
      at.queries.push({ id, text, ...(place > 0 && { place }), kept: ranked.length })
    }
  }
  return tools
}
