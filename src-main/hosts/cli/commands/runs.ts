import type { Command } from 'commander'
import type { Run as MeasuredRun } from '../../../domain/run'
import { namesOf } from '../recipe-choice'
import { findRun } from '../run-choice'
import { differencesText, runListText, runsText } from '../runs-text'
import type { CommandSession, Run } from '../session'

interface Flags {
  workspace: string
  json?: boolean
}

export function addRunsCommands(program: Command, run: Run): void {
  program
    .command('runs')
    .description('list what was measured in a workspace')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((flags: Flags) => run((session) => listRuns(session, flags)))
  program
    .command('compare')
    .description('show how runs differ from the first one, query by query')
    .argument('<baseline>', 'the run to compare with, by the beginning of its id')
    .argument('<runs...>', 'the runs to compare')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--json', 'print one JSON object')
    .action((baseline: string, runs: string[], flags: Flags) =>
      run((session) => compareRuns(session, [baseline, ...runs], flags)),
    )
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

async function compareRuns(
  session: CommandSession,
  given: string[],
  { workspace, json }: Flags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const found = []
  for (const id of given) found.push(await findRun(session, dir, id))
  const [baseline = '', ...runs] = found.map(({ id }) => id)
  const comparisons = await session.request('evaluation.compare', { dir, baseline, runs })
  if (json) return session.printJson({ comparisons })
  const measures = await session.request('evaluation.measures', {})
  const named = await withNames(session, dir, found)
  session.print(runsText(named, measures))
  session.print(`\n${differencesText(comparisons, named, measures)}`)
}

/** With what the recipes are called in the workspace instead of their ids, for text to read. */
async function withNames(
  session: CommandSession,
  dir: string,
  runs: readonly MeasuredRun[],
): Promise<MeasuredRun[]> {
  const nameOf = namesOf(await session.request('recipes.list', { dir }))
  return runs.map((run) => ({ ...run, recipe: nameOf(run) }))
}
