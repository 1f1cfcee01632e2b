import type { Command } from 'commander'
import type { FailedCell } from '../../../contract/evaluation'
import type { ActionInput } from '../../../app/actions'
import { Problem } from '../../../domain/problem'
import { unfitReasons, repeatedPlan, tableFor } from '../../../domain/experiment/replicas/fitting'
import { figuresBeside } from '../../../domain/experiment/replicas/figures'
import { REPLICAS, replicaOf } from '../../../domain/experiment/replicas/registry'
import type { Replica, ReplicaTable } from '../../../domain/experiment/replicas/replica'
import type { AgentBeside } from '../../../domain/experiment/replicas/simple-agent'
import { openExperimentText, troubleLines } from '../experiment-text'
import { OLLAMA_OPTION } from '../ollama-option'
import { plainText } from '../print-table'
import { namesOf } from '../recipe-choice'
import { measureAgentPart } from '../replica-agent'
import { agentBesideText, protocolText, publishedText, replicasText } from '../replica-text'
import type { CommandSession, Run } from '../session'
import { asTheyFailed } from '../unsaved-runs'
import { measureRest, requireAll } from './experiments'

/** Leaves room for a number behind it. */
const LONGEST_NAME = 76

interface RunFlags {
  workspace: string
  golden: string
  table?: string
  name?: string
  ollama?: string
  json?: boolean
}

export function addReplicasCommand(program: Command, run: Run): void {
  const replicas = program
    .command('replicas')
    .description('published experiments, to be repeated: their protocol, their figures and ours')
  replicas
    .command('list', { isDefault: true })
    .description('list them')
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: boolean }) =>
      run(async (session) => {
        if (json) session.printJson({ replicas: REPLICAS })
        else session.print(replicasText(REPLICAS))
      }),
    )
  replicas
    .command('show')
    .description('say how one was measured, and what differs here')
    .argument('<replica>', 'which one')
    .action((id: string) => run(async (session) => session.print(protocolText(replicaOf(id)))))
  replicas
    .command('run')
    .description('repeat one on a golden set, as an experiment; what is measured already stays')
    .argument('<replica>', 'which one')
    .requiredOption('--workspace <dir>', 'the workspace')
    .requiredOption('--golden <name>', 'the golden set')
    .option('--table <id>', 'which of its tables; left out: the one made for such a golden set')
    .option('--name <name>', 'what the experiment is called')
    .option(...OLLAMA_OPTION)
    .option('--json', 'print one JSON object')
    .action((id: string, flags: RunFlags) => run((session) => repeat(session, id, flags), flags))
}

async function repeat(session: CommandSession, id: string, flags: RunFlags): Promise<void> {
  const dir = await session.workspace(flags.workspace)
  const replica = replicaOf(id)
  const { tools } = await session.request('workspace.read', { dir })
  const goldenSet = (await session.request('golden.list', { dir })).find(
    ({ name }) => name === flags.golden,
  )
  if (!goldenSet) {
    const message = `There is no golden set “${plainText(flags.golden)}”.`
    throw new Problem('not-found', message, 'They are listed by: pegboard golden --workspace DIR')
  }
  const table = chosenTable(replica, flags.table) ?? fitting(replica, goldenSet)
  const warnings = unfitReasons(table, { goldenSet, tools })
  if (!flags.json) session.print(`${protocolText(replica)}\n`)
  for (const warning of warnings) session.remark(warning)
  const experiment = await experimentOf(session, dir, {
    name: flags.name ?? `${replica.title} · ${table.title}`.slice(0, LONGEST_NAME),
    repeats: { replica: replica.id, table: table.id },
    plan: repeatedPlan(table, { goldenSet, tools }),
  })
  const failed = await measureRest(session, { dir, id: experiment })
  const agent =
    table.agent && (await measureAgentPart(session, table.agent, { dir, goldenSet, tools }))
  await printBeside(session, { dir, experiment, failed, table, warnings, agent, json: flags.json })
}

/** @throws Problem `not-found` naming the tables there are. */
function chosenTable({ tables }: Replica, id: string | undefined): ReplicaTable | undefined {
  const found = tables.find((table) => table.id === id)
  if (id === undefined || found) return found
  const fix = `Choose one of: ${tables.map((table) => table.id).join(', ')}.`
  throw new Problem('not-found', `There is no table “${id}”.`, fix)
}

/** @throws Problem `bad-input` where it cannot be told which table is meant. */
function fitting(replica: Replica, goldenSet: { name: string; queries: number }): ReplicaTable {
  const table = tableFor(replica, goldenSet)
  if (table) return table
  const message = `None of the tables of “${replica.id}” is made for a golden set like “${goldenSet.name}”.`
  const ids = replica.tables.map(({ id }) => id).join(', ')
  throw new Problem('bad-input', message, `Say which to repeat all the same, with --table: ${ids}.`)
}

type Wanted = Omit<ActionInput<'experiments.save'>, 'dir'>

/** The experiment that repeats just this already, or else a new one. Gives its id. */
async function experimentOf(
  session: CommandSession,
  dir: string,
  { name, ...wanted }: Wanted,
): Promise<string> {
  const all = await session.request('experiments.list', { dir })
  const known = all.find(
    ({ goldenSet, repeats }) =>
      goldenSet === wanted.plan.goldenSet &&
      repeats?.replica === wanted.repeats?.replica &&
      repeats?.table === wanted.repeats?.table,
  )
  if (known) return known.id
  const isTaken = all.some((one) => one.name === name)
  const saved = { dir, ...wanted, name: isTaken ? `${name} (${all.length + 1})` : name }
  return (await session.request('experiments.save', saved)).id
}

interface Repeated {
  dir: string
  experiment: string
  /** What failed just now. */
  failed: readonly FailedCell[]
  table: ReplicaTable
  warnings: readonly string[]
  /** What the chat model was asked, where that is part of it. */
  agent: AgentBeside[] | undefined
  json?: boolean | undefined
}

async function printBeside(
  session: CommandSession,
  { dir, experiment, failed, table, warnings, agent, json }: Repeated,
): Promise<void> {
  const stored = await session.request('experiments.show', { dir, id: experiment })
  const opened = { ...stored, cells: asTheyFailed(stored.cells, failed) }
  const unsaved = failed.flatMap(({ run }) => run ?? [])
  const runs = [...(await session.request('evaluation.runs', { dir })), ...unsaved]
  if (json) {
    const figures = figuresBeside(table, opened.cells, runs).map(({ run, ...beside }) => ({
      ...beside,
      run: run?.id,
    }))
    session.printJson({ experiment: opened, figures, ...(agent && { agent }), warnings })
  } else {
    const nameOf = namesOf(await session.request('recipes.list', { dir }))
    session.print(`${plainText(opened.name)}, on “${plainText(opened.goldenSet)}”
`)
    session.print(openExperimentText(opened, { runs, nameOf }))
    for (const line of troubleLines(opened, { nameOf })) session.print(line)
    session.print(`\n${publishedText(table, { opened, runs, nameOf })}`)
    if (table.agent && agent) session.print(`\n${agentBesideText(table.agent, agent)}`)
  }
  requireAll(opened)
}
