import type { ToDoBasis } from '../../contract/to-do'
import { isMeasuredByItself, msAgain } from '../../domain/run/measured-by-itself'
import type { ToolId } from '../../domain/tool/tool'
import { recipeOf } from '../../pipeline/recipes/recipe'
import type { WorkspacePlace } from '../context'
import { fittingRun } from '../evaluation/fitting-run'
import type { MeasuredRuns } from '../evaluation/measured-runs'
import { infoOf } from '../recipes/works-with'
import { countedAt, missedByTool, type MissedOfTool } from './missed'

export interface QueuePlace extends WorkspacePlace {
  context: WorkspacePlace['context'] & { measured: MeasuredRuns }
}

export interface Missed {
  basis: ToDoBasis
  tools: ReadonlyMap<ToolId, MissedOfTool>
}

/**
 * What a run of the workspace's recipe on a development set misses: the newest that is current,
 * else the newest.
 */
export async function missedIn(
  { context, session, dir, call }: QueuePlace,
  pause: () => Promise<unknown>,
): Promise<Missed | undefined> {
  const { worksWith } = await infoOf(context, session)
  const found = await fittingRun(context, { dir, worksWith }, call)
  if (!found) return undefined
  const { run, outdated: parts } = found
  const { outcomes } = await context.measured.of(dir, run.id)
  const k = countedAt(run, worksWith.k)
  const tools = await missedByTool(outcomes, k, pause)
  const { id, recipe, goldenSet, queries, startedAt } = run
  const basis = {
    run: id,
    recipe: recipeOf(context.recipes, recipe).title,
    goldenSet,
    queries,
    measuredAt: startedAt,
    ...(k !== undefined && { k }),
    ...(parts && {
      outdated: {
        parts,
        againMs: msAgain(run, parts),
        byItself: isMeasuredByItself([run], { [run.id]: parts }),
      },
    }),
  }
  return { basis, tools }
}
