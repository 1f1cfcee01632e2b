import type { Command } from 'commander'
import { drawnCatalogText } from '../../../domain/run/catalog-size'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { namesOf } from '../recipe-choice'
import { runListText } from '../runs-text'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}

export function addRunsCommand(program: Command, run: Run): void {
  program
    .command('runs')
    .description('list what was measured in a workspace')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => listRuns(session, flags)))
}

async function listRuns(session: CommandSession, { workspace, json }: Flags): Promise<void> {
  const dir = await session.workspace(workspace)
  const runs = await session.request('evaluation.runs', { dir })
  if (json) return session.printJson({ runs })
  if (runs.length === 0) {
    return session.print('Nothing is measured yet. Measure with: pegboard eval --golden NAME')
  }
  const named = await withNames(session, dir, runs)
  session.print(runListText(named, await session.request('evaluation.measures', {})))
}

/** With what the recipes are called in the workspace instead of their ids, and the size of a smaller catalog, for text to read. */
async function withNames(
  session: CommandSession,
  dir: string,
  runs: readonly MeasuredRun[],
): Promise<MeasuredRun[]> {
  const nameOf = namesOf(await session.request('recipes.list', { dir }))
  return runs.map((run) => ({
    ...run,
    recipe: [nameOf(run), drawnCatalogText(run) ?? []].flat().join(' · '),
  }))
}
