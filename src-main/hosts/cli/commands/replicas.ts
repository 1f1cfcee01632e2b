import { z } from 'zod'
import type { ActionInput } from '../../../app/actions'
import { Dir } from '../../../contract/workspace'
import { figuresBeside } from '../../../domain/experiment/replicas/figures'
import { repeatedPlan, tableFor, unfitReasons } from '../../../domain/experiment/replicas/fitting'
import { REPLICAS, replicaOf } from '../../../domain/experiment/replicas/registry'
import type { Replica, ReplicaTable } from '../../../domain/experiment/replicas/replica'
import type { AgentBeside } from '../../../domain/experiment/replicas/simple-agent'
import { Problem } from '../../../domain/problem'
import type { Run } from '../../../domain/run/run'
import { command, type CommandGroup, type Given } from '../command'
import { openExperimentText, troubleLines } from '../experiment-text'
import { GOLDEN } from '../plan-choice'
import { plainText } from '../print-table'
import { namesOf } from '../recipe-choice'
import { measureAgentPart } from '../replica-agent'
import { agentBesideText, protocolText, publishedText, replicasText } from '../replica-text'
import type { CommandSession } from '../session'
import { measureRest, notAllMeasured, openedWith } from './experiments'

/** Leaves room for a number behind it. */
const LONGEST_NAME = 76

const Which = z.string().describe('which one')

const RUN_FLAGS = {
  replica: Which,
  dir: Dir,
  golden: GOLDEN,
  table: z.string().optional().meta({
    title: 'id',
    description: 'which of its tables; left out: the one made for such a golden set',
  }),
  name: z.string().optional().describe('what the experiment is called'),
}

export const replicas: CommandGroup = {
  summary: 'published experiments, to be repeated: their protocol, their figures and ours',
  byDefault: 'list',
  commands: {
    list: command({
      summary: 'list them',
      input: {},
      run: () => REPLICAS,
      json: (all) => ({ replicas: all }),
      print: replicasText,
    }),
    show: command({
      summary: 'say how one was measured, and what differs here',
      args: ['replica'],
      input: { replica: Which },
      run: (_, { replica }) => replicaOf(replica),
      print: protocolText,
    }),
    run: command({
      summary: 'repeat one on a golden set, as an experiment; what is measured already stays',
      args: ['replica'],
      input: RUN_FLAGS,
      asksModels: true,
      run: repeat,
      json: ({ opened, table, runs, agent, warnings }) => ({
        experiment: opened,
        figures: figuresBeside(table, opened.cells, runs).map(({ run, ...beside }) => ({
          ...beside,
          run: run?.id,
        })),
        ...(agent && { agent }),
        warnings,
      }),
      print: besideLines,
      failure: ({ opened }) => notAllMeasured(opened),
    }),
  },
}

interface Repeated {
  opened: Awaited<ReturnType<typeof openedWith>>['opened']
  table: ReplicaTable
  /** Those of the experiment among others. */
  runs: Run[]
  /** What the chat model was asked, where that is part of it. */
  agent: AgentBeside[] | undefined
  warnings: readonly string[]
}

async function repeat(
  session: CommandSession,
  { dir, replica: id, golden, table: wanted, name }: Given<typeof RUN_FLAGS>,
  { isJson }: { isJson: boolean },
): Promise<Repeated> {
  const replica = replicaOf(id)
  const { tools } = await session.request('workspace.read', { dir })
  const goldenSet = (await session.request('golden.list', { dir })).find(
    (each) => each.name === golden,
  )
  if (!goldenSet) {
    const message = `There is no golden set “${plainText(golden)}”.`
    throw new Problem('not-found', message, 'They are listed by: pegboard golden --workspace DIR')
  }
  const table = chosenTable(replica, wanted) ?? fitting(replica, goldenSet)
  const warnings = unfitReasons(table, { goldenSet, tools })
  if (!isJson) session.print(`${protocolText(replica)}\n`)
  for (const warning of warnings) session.remark(warning)
  const experiment = await experimentOf(session, dir, {
    name: name ?? `${replica.title} · ${table.title}`.slice(0, LONGEST_NAME),
    repeats: { replica: replica.id, table: table.id },
    plan: repeatedPlan(table, { goldenSet, tools }),
  })
  const failed = await measureRest(session, { dir, id: experiment })
  const agent =
    table.agent && (await measureAgentPart(session, table.agent, { dir, goldenSet, tools }))
  const { opened, unsaved } = await openedWith(session, { dir, id: experiment }, failed)
  const runs = [...(await session.request('evaluation.runs', { dir })), ...unsaved]
  return { opened, table, runs, agent, warnings }
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

async function besideLines(
  { opened, table, runs, agent }: Repeated,
  { dir }: { dir: string },
  session: CommandSession,
): Promise<string[]> {
  const nameOf = namesOf(await session.request('recipes.list', { dir }))
  return [
    `${plainText(opened.name)}, on “${plainText(opened.goldenSet)}”\n`,
    openExperimentText(opened, { runs, nameOf }),
    ...troubleLines(opened, { nameOf }),
    `\n${publishedText(table, { opened, runs, nameOf })}`,
    ...(table.agent && agent ? [`\n${agentBesideText(table.agent, agent)}`] : []),
  ]
}
