import { z } from 'zod'
import type { ActionAnswer, ActionInput } from '../../../features/actions'
import { Dir } from '../../../contract/workspace'
import { figuresBeside, type FigureBeside } from '../../../domain/experiment/replicas/figures'
import { repeatedPlan, tableFor, unfitReasons } from '../../../domain/experiment/replicas/fitting'
import { replicaOf, REPLICAS } from '../../../domain/experiment/replicas/registry'
import type { AgentPart, Replica, ReplicaTable } from '../../../domain/experiment/replicas/replica'
import {
  agentBeside,
  askedOfAgent,
  type AgentBeside,
} from '../../../domain/experiment/replicas/simple-agent'
import { Problem } from '../../../domain/problem'
import type { Estimate, Run } from '../../../domain/run/run'
import { previewText } from '../../../features/agent-evaluation/commands/agent-runs-text'
import { command, type CommandGroup, type Given } from '../command'
import { distinctNames, openExperimentText, troubleLines } from '../experiment-text'
import { GOLDEN } from '../plan-choice'
import { plainText, tableText } from '../print-table'
import { namesOf } from '../recipe-choice'
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
  summary: 'published experiments: their protocol and figures, and repeating them',
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
    throw new Problem('not-found', message, 'List them: pegboard golden --workspace DIR')
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

/** The experiment that repeats just this already, or else a new one. Gives its id. */
async function experimentOf(
  session: CommandSession,
  dir: string,
  { name, ...wanted }: Omit<ActionInput<'experiments.save'>, 'dir'>,
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

interface Place {
  dir: string
  goldenSet: { name: string; queries: number }
  /** Of the catalog. */
  tools: number
}

/**
 * Asks the chat model what a published experiment asks of an agent; where none is chosen, says so.
 * Gives what there is then.
 */
async function measureAgentPart(
  session: CommandSession,
  part: AgentPart,
  { dir, ...place }: Place,
): Promise<AgentBeside[]> {
  const { maximumK: limit } = await session.request('settings.read', {})
  const input = { dir, ...askedOfAgent(part, { ...place, limit }) }
  const before = await session.request('agentRuns.preview', input)
  if (before.problem) {
    const { message, fix = '' } = before.problem
    session.remark(`The agent’s part takes a chat model and is not measured. ${message} ${fix}`)
  } else {
    session.remark(`${previewText(before)}\nAs by: pegboard agent-eval`)
    const { failed } = await session.request('agentRuns.measure', input)
    for (const { problem } of failed) session.remark(problem.message)
  }
  const runs = await session.request('agentRuns.list', { dir })
  return agentBeside(part, place.goldenSet.name, runs)
}

/** The published experiments as a table: each with the golden sets it is made for. */
function replicasText(replicas: readonly Replica[]): string {
  return tableText(
    ['replica', 'table', 'what is measured', 'made for'],
    replicas.flatMap(({ id, title, tables }) =>
      tables.map((table, at) => [
        at === 0 ? id : '',
        table.id,
        at === 0 ? `${title}: ${table.title}` : table.title,
        `“${table.goldenSet}”, ${table.queries} queries, ${table.tools} tools`,
      ]),
    ),
  )
}

/** How it was measured, and what is otherwise here. */
function protocolText({ title, source, benchmark, ...replica }: Replica): string {
  return [
    `${title}\n${source}. Made for ${benchmark}.`,
    'How it is measured:',
    ...replica.protocol.map((step) => `- ${step}`),
    'What differs:',
    ...replica.differs.map((difference) => `- ${difference}`),
  ].join('\n')
}

interface Measured {
  opened: ActionAnswer<'experiments.show'>
  runs: readonly Run[]
  nameOf(used: Pick<Run, 'recipe' | 'options'>): string
}

/**
 * The published figures with ours beside them; empty where only words or pictures were published.
 */
function publishedText(table: ReplicaTable, { opened, runs, nameOf }: Measured): string {
  const calledOf = distinctNames(opened, nameOf)
  const beside = figuresBeside(table, opened.cells, runs)
  if (beside.length === 0) return table.said ? `Published: ${table.said}` : ''
  const rows = beside.map((each) => [
    each.figure.above === undefined ? each.figure.measure : `gain in ${each.figure.measure}`,
    figureText(each, each.figure.value),
    each.figure.by,
    oursText(each),
    each.run ? calledOf(each.run) : 'not measured',
  ])
  return tableText(['measure', 'published', 'by', 'here', 'recipe'], rows)
}

const figureText = ({ figure }: FigureBeside, value: number): string =>
  figure.above === undefined
    ? value.toFixed(3)
    : `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`

function oursText(each: FigureBeside): string {
  if (each.mean === undefined) return ''
  const interval = each.ci95 ? ` [${each.ci95.map((end) => end.toFixed(3)).join(', ')}]` : ''
  return `${figureText(each, each.mean)}${interval}`
}

/** The published accuracy of an agent with ours beside it, for each number of tools. */
function agentBesideText(
  { published: { low, high, by } }: AgentPart,
  beside: readonly AgentBeside[],
): string {
  const figure = (estimate: Estimate | undefined) =>
    estimate
      ? `${estimate.mean.toFixed(3)} [${estimate.ci95.map((end) => end.toFixed(3)).join(', ')}]`
      : ''
  const rows = beside.map(({ tools, run, single }) => [
    String(tools),
    `${low.toFixed(2)}–${high.toFixed(2)}`,
    figure(single),
    figure(run?.scores.weighted),
    run ? `${plainText(run.model)}, ${run.queries} queries` : 'not measured',
  ])
  const titles = ['tools', 'published', 'here, one call', 'here, all queries', 'model']
  return `Accuracy of the agent; published: ${by}, queries of one call.\n${tableText(titles, rows)}`
}
