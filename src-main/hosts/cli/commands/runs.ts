import { actions, type ActionAnswer } from '../../../features/actions'
import { columnsCsv } from '../../../contract/columns/column'
import { outdatedColumn, RUN_COLUMNS } from '../../../contract/columns/runs'
import { drawnCatalogText } from '../../../domain/run/catalog-size'
import type { OutdatedRuns } from '../../../domain/run/outdated'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { command } from '../command'
import { namesOf } from '../recipe-choice'
import { runListText } from '../runs-text'
import type { CommandSession } from '../session'

export const runs = command({
  summary: 'list the measured runs that a workspace keeps, and which are of what is in use now',
  input: { dir: actions['evaluation.runs'].input.shape.dir },
  async run(
    session,
    { dir },
  ): Promise<{ runs: ActionAnswer<'evaluation.runs'>; outdated: OutdatedRuns }> {
    const found = await session.request('evaluation.runs', { dir })
    const isNone = found.length === 0
    return {
      runs: found,
      outdated: isNone ? {} : await session.request('evaluation.outdated', { dir }),
    }
  },
  json: ({ runs: found, outdated }) => ({
    runs: found.map((run) => ({ ...run, outdated: outdated[run.id] ?? [] })),
  }),
  csv: ({ runs: found, outdated }) =>
    columnsCsv<MeasuredRun>({ ...RUN_COLUMNS, outdated: outdatedColumn(outdated) }, found),
  async print({ runs: found, outdated }, { dir }, session) {
    if (found.length === 0) {
      return 'Nothing is measured yet. Measure with: pegboard eval --golden NAME'
    }
    const named = await withNames(session, dir, found)
    const measures = await session.request('evaluation.measures', {})
    const again =
      Object.keys(outdated).length === 0
        ? []
        : ['', 'Measure again what is not of what is in use now: pegboard again']
    return [runListText(named, { measures, outdated }), ...again]
  },
})

/**
 * With what the recipes are called in the workspace instead of their ids, and the size of a smaller
 * catalog, for text to read.
 */
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
