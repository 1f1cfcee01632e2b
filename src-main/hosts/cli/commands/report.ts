import { resolve } from 'node:path'
import type { Command } from 'commander'
import { wholeNumber } from '../arguments'
import { runsTogether } from '../run-choice'
import { saveOffered } from '../save-offered'
import type { CommandSession, Run } from '../session'

interface ReportFlags {
  workspace: string
  baseline?: string
  k?: number
  out: string
}

export function addReportCommand(program: Command, run: Run): void {
  program
    .command('report')
    .description('write runs beside one another as one HTML file, which opens without Pegboard')
    .argument(
      '[runs...]',
      'the runs, by number or the beginning of an id; left out: the newest, and those before it on the same queries and size of catalog',
    )
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--baseline <run>', 'which of them the others are compared with; left out: the first')
    .option(
      '--k <n>',
      'the k to look at; left out: the middle one of those measured',
      wholeNumber(1),
    )
    .requiredOption('--out <file>', 'where to write it, such as report.html')
    .action((runs: string[], flags: ReportFlags) =>
      run((session) => writeReport(session, runs, flags)),
    )
}

async function writeReport(
  session: CommandSession,
  given: readonly string[],
  { workspace, baseline, k, out }: ReportFlags,
): Promise<void> {
  const dir = await session.workspace(workspace)
  const runs = await runsTogether(session, { dir, given, baseline })
  const offered = await session.request('evaluation.report', {
    dir,
    runs: runs.map(({ run }) => run.id),
    labels: runs.map(({ label }) => label),
    ...(k !== undefined && { k }),
  })
  await saveOffered(session, offered, resolve(session.terminal.cwd(), out))
}
