import { drawnCatalogText } from '../../../domain/run/catalog-size'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { asks } from '../command'
import { namesOf } from '../recipe-choice'
import { runListText } from '../runs-text'
import type { CommandSession } from '../session'

export const runs = asks('evaluation.runs', {
  json: (found) => ({ runs: found }),
  async print(found, { dir }, session) {
    if (found.length === 0) {
      return 'Nothing is measured yet. Measure with: pegboard eval --golden NAME'
    }
    const named = await withNames(session, dir, found)
    return runListText(named, await session.request('evaluation.measures', {}))
  },
})

/** With what the recipes are called in the workspace instead of their ids, and the size of a smaller catalog, for text to read. */
async function withNames(
  session: CommandSession,
  dir: string,
  found: readonly MeasuredRun[],
): Promise<MeasuredRun[]> {
  const nameOf = namesOf(await session.request('recipes.list', { dir }))
  return found.map((run) => ({
    ...run,
    recipe: [nameOf(run), drawnCatalogText(run) ?? []].flat().join(' · '),
  }))
}
