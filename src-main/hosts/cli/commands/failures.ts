import { Option, type Command } from 'commander'
import type { ActionInput } from '../../../app/actions'
import { tracedOutcome } from '../../../contract/traced-answer'
import { earnedText } from '../../../domain/graph/edge'
import { FailureClass, type FailureFilter } from '../../../domain/run/failure'
import { Problem } from '../../../domain/problem'
import type { Run as MeasuredRun } from '../../../domain/run/run'
import { answerDifference } from '../../../domain/trace/difference'
import type { ToolId } from '../../../domain/tool/tool'
import { wholeNumber } from '../arguments'
import { failedQueryText, failuresText } from '../failures-text'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText, tableText } from '../print-table'
import { findRun } from '../run-choice'
import type { CommandSession, Run } from '../session'
import { differenceLines } from '../trace-list-text'
import { traceText } from '../trace-text'

interface Flags {
  workspace: string
  k?: number
  class?: FailureFilter['fate']
  agentFailed?: boolean
  step?: string
  tool?: string
  tag?: string
  server?: string
  queryTag?: string
  baseline?: string
  show?: 'fixed' | 'broken'
  query?: string
  edges?: boolean
  limit: number
  ollama?: string
  json?: boolean
}

export function addFailuresCommand(program: Command, run: Run): void {
  program
    .command('failures')
    .description('show why queries of a run failed, counted, and the worst of them')
    .argument('<run>', 'the run, by the beginning of its id')
    .requiredOption('--workspace <dir>', 'the workspace')
    .option('--k <n>', 'the cut-off to look at; left out: the run’s largest', wholeNumber(1))
    .addOption(
      new Option('--class <class>', 'only queries that fail by a tool so').choices(
        FailureClass.options,
      ),
    )
    .option('--agent-failed', 'only queries in which the agent failed a tool that it was given')
    .option('--step <name>', 'only queries of which this step dropped a tool')
    .option('--tool <id>', 'only queries that miss this tool')
    .option('--tag <tag>', 'only queries that miss a tool with this tag')
    .option('--server <name>', 'only queries that miss a tool of this server')
    .option('--query-tag <tag>', 'only queries with this tag')
    .option('--baseline <run>', 'another run of the same queries, to compare with')
    .addOption(
      new Option(
        '--show <which>',
        'only queries that it fixed, or broke, beside the baseline',
      ).choices(['fixed', 'broken']),
    )
    .option('--query <id>', 'one query with its trace; beside the baseline, what differs')
    .option(
      '--edges',
      'only what edges earned: how often a tool that one brought was right, or wrong',
    )
    .option('--limit <n>', 'how many queries to list', wholeNumber(0), 10)
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((given: string, flags: Flags) => run((session) => show(session, given, flags), flags))
}

async function show(session: CommandSession, given: string, flags: Flags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const run = await findRun(session, dir, given)
  if (flags.edges) return showEdges(session, { dir, run: run.id, k: flags.k }, flags)
  const baseline =
    flags.baseline === undefined ? undefined : await findRun(session, dir, flags.baseline)
  if (flags.query !== undefined) return showQuery(session, { dir, runs: [run, baseline] }, flags)
  if (flags.show && !baseline) {
    throw new Problem(
      'bad-input',
      `What is ${flags.show} is so beside another run.`,
      'Name it: --baseline RUN',
    )
  }
  const where = { dir, run: run.id, k: flags.k }
  const report = await session.request('evaluation.failures', where)
  const { total, rows } = await session.request('evaluation.outcomes', {
    ...where,
    ...(flags.show === 'fixed' ? {} : { lost: filterOf(flags) }),
    ...(baseline && { baseline: baseline.id }),
    show: flags.show ?? 'failed',
    limit: Math.max(1, flags.limit),
  })
  const shown = rows.slice(0, flags.limit)
  const places = await placesOf(
    session,
    where,
    shown.map(({ id }) => id),
  )
  const queries = shown.map((row, at) => ({ ...row, places: places[at] ?? [] }))
  if (flags.json) return session.printJson({ ...report, listed: { total, queries } })
  session.print(failuresText(report))
  if (shown.length === 0) return
  session.print(
    `\n${flags.show ?? 'Failed'} queries, the worst first (${shown.length} of ${total}):`,
  )
  for (const { places: found, ...row } of queries) session.print(failedQueryText(row, found))
}

async function showEdges(
  session: CommandSession,
  of: ActionInput<'evaluation.earnedEdges'>,
  { json }: Flags,
): Promise<void> {
  const earned = await session.request('evaluation.earnedEdges', of)
  if (json) return session.printJson(earned)
  session.print(earnedText(earned))
  if (earned.edges.length === 0) return
  const rows = earned.edges.map(({ from, on, right, wrong }) => [
    ...[plainText(from), plainText(on)],
    ...[String(right), String(wrong)],
  ])
  session.print(tableText(['tool', 'needs', 'right', 'wrong'], rows))
}

/** As many as one request may name. */
const TOGETHER = 50

async function placesOf(
  session: CommandSession,
  where: Omit<ActionInput<'evaluation.locate'>, 'queries'>,
  queries: readonly string[],
) {
  const places = []
  for (let from = 0; from < queries.length; from += TOGETHER) {
    const some = queries.slice(from, from + TOGETHER)
    places.push(...(await session.request('evaluation.locate', { ...where, queries: some })))
  }
  return places
}

const filterOf = (flags: Flags): FailureFilter => ({
  ...(flags.class && { fate: flags.class }),
  ...(flags.agentFailed && { agent: true as const }),
  ...(flags.step !== undefined && { stage: flags.step }),
  ...(flags.tool !== undefined && { tool: flags.tool as ToolId }),
  ...(flags.tag !== undefined && { tag: flags.tag }),
  ...(flags.server !== undefined && { server: flags.server }),
  ...(flags.queryTag !== undefined && { queryTag: flags.queryTag }),
})

interface Compared {
  dir: string
  runs: [MeasuredRun, MeasuredRun | undefined]
}

/** One query with its trace; beside another run both, and what differs. */
async function showQuery(
  session: CommandSession,
  { dir, runs: [run, baseline] }: Compared,
  { query = '', k, json }: Flags,
): Promise<void> {
  const traceOf = (of: MeasuredRun) =>
    session.request('evaluation.trace', { dir, run: of.id, query, k })
  const traced = await traceOf(run)
  const before = baseline && (await traceOf(baseline))
  const difference =
    before && answerDifference(tracedOutcome(baseline, k, before), tracedOutcome(run, k, traced))
  if (json) return session.printJson({ ...traced, ...(before && { baseline: before, difference }) })
  session.print(plainText(traced.text))
  for (const { tool, verdict } of traced.lost)
    session.print(`${plainText(tool)}: ${plainText(verdict)}`)
  if (!traced.same)
    session.print('Asked again on today’s catalog, it is given other tools than in the run.')
  if (difference)
    session.print(
      `\nFrom ${baseline?.recipe} to ${run.recipe}:\n${differenceLines(difference).join('\n')}`,
    )
  if (before) session.print(`\n${baseline.recipe}\n${traceText(before.trace)}`)
  session.print(`\n${run.recipe}\n${traceText(traced.trace)}`)
}
