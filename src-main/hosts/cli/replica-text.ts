import type { ActionAnswer } from '../../app/actions'
import { figuresBeside, type FigureBeside } from '../../domain/experiment/replicas/figures'
import type { AgentPart, Replica, ReplicaTable } from '../../domain/experiment/replicas/replica'
import type { AgentBeside } from '../../domain/experiment/replicas/simple-agent'
import type { Estimate, Run } from '../../domain/run/run'
import { distinctNames } from './experiment-text'
import { plainText, tableText } from './print-table'

/** The published experiments as a table: each with the golden sets it is made for. */
export const replicasText = (replicas: readonly Replica[]): string =>
  tableText(
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

/** How it was measured, and what is otherwise here. */
export const protocolText = ({ title, source, benchmark, ...replica }: Replica): string =>
  [
    `${title}\n${source}. Made for ${benchmark}.`,
    'How it is measured:',
    ...replica.protocol.map((step) => `- ${step}`),
    'What differs:',
    ...replica.differs.map((difference) => `- ${difference}`),
  ].join('\n')

interface Measured {
  opened: ActionAnswer<'experiments.show'>
  runs: readonly Run[]
  nameOf(used: Pick<Run, 'recipe' | 'options'>): string
}

/** The published figures with ours beside them; empty where only words or pictures were published. */
export function publishedText(table: ReplicaTable, { opened, runs, nameOf }: Measured): string {
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
export function agentBesideText(
  { published: { low, high, by } }: AgentPart,
  beside: readonly AgentBeside[],
): string {
  const figure = (estimate: Estimate | undefined) =>
    estimate
      ? `${estimate.mean.toFixed(3)} [${estimate.ci95.map((end) => end.toFixed(3)).join(', ')}]`
      : ''
  const rows = beside.map(({ tools, run, single }) => [
    ...[String(tools), `${low.toFixed(2)}–${high.toFixed(2)}`],
    ...[figure(single), figure(run?.scores.weighted)],
    run ? `${plainText(run.model)}, ${run.queries} queries` : 'not measured',
  ])
  const titles = ['tools', 'published', 'here, one call', 'here, all queries', 'model']
  return `Accuracy of the agent; published: ${by}, queries of one call.\n${tableText(titles, rows)}`
}
