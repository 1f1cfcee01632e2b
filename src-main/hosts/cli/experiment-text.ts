import { embedderTitle } from '../../domain/model/names'
import { CELL_STATES, EXPERIMENT_COLUMNS } from '../../contract/columns/experiments'
import type { ActionAnswer } from '../../features/actions'
import { nameAt } from '../../domain/measure/name'
import type { Run } from '../../domain/run/run'
import { columnsText, plainText, tableText } from './print-table'

type Row = ActionAnswer<'experiments.list'>[number]
type Opened = ActionAnswer<'experiments.show'>

/** The experiments of a workspace as a table; what their measurements share where any did. */
export function experimentsText(experiments: readonly Row[]): string {
  const isShared = experiments.some(({ shared }) => shared)
  const { shared: _, ...columns } = EXPERIMENT_COLUMNS
  return columnsText<Row>(isShared ? EXPERIMENT_COLUMNS : columns, experiments)
}

interface Shown {
  runs: readonly Run[]
  nameOf(used: Pick<Opened['cells'][number], 'recipe' | 'options'>): string
}

/**
 * What the recipes of an experiment are called: with the options in which those of one recipe
 * differ.
 */
function distinctNames({ cells }: Pick<Opened, 'cells'>, nameOf: Shown['nameOf']): Shown['nameOf'] {
  return (used) => {
    const name = plainText(nameOf(used))
    const alike = cells.filter((cell) => plainText(nameOf(cell)) === name)
    const differing = Object.entries(used.options).filter(([key, value]) =>
      alike.some(({ options }) => JSON.stringify(options[key]) !== JSON.stringify(value)),
    )
    const told = differing.map(
      ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    return [name, ...told.map(plainText)].join(', ')
  }
}

/** One experiment: a row for each cell, with its state, Recall at each k and its run. */
export function openExperimentText({ cells, plan }: Opened, { runs, nameOf }: Shown): string {
  const calledOf = distinctNames({ cells }, nameOf)
  const cutoffs = [...plan.k].sort((a, b) => a - b)
  const embedders = new Set(cells.flatMap(({ embedder }) => embedder ?? []))
  const header = ['recipe', ...(embedders.size > 1 ? ['embedder'] : []), 'tools', 'seed', 'state']
  const rows = cells.map((cell) => {
    const run = runs.find(({ id }) => id === cell.run)
    return [
      calledOf(cell),
      ...(embedders.size > 1 ? [embedderTitle(cell.embedder ?? '')] : []),
      String(cell.catalogSize?.tools ?? 'all'),
      String(cell.catalogSize?.seed ?? ''),
      CELL_STATES[cell.state],
      ...cutoffs.map((k) => recallText(run, k)),
      cell.run?.slice(0, 8) ?? '',
    ]
  })
  const recalls = cutoffs.map((k) => nameAt('Recall', k))
  return tableText([...header, ...recalls, 'run'], rows)
}

function recallText(run: Run | undefined, k: number): string {
  const estimate = run?.measures[nameAt('Recall', k)] ?? run?.measures['Recall']
  return estimate ? estimate.mean.toFixed(3) : ''
}

/** Why cells could not be measured, each reason once. */
export function troubleLines(
  { cells, problem }: Opened,
  { nameOf }: Pick<Shown, 'nameOf'>,
): string[] {
  const said = cells.flatMap((cell) =>
    cell.problem ? `${plainText(nameOf(cell))}: ${lineOf(cell.problem)}` : [],
  )
  return [...(problem ? [lineOf(problem)] : []), ...new Set(said)]
}

const lineOf = ({ message, fix }: { message: string; fix?: string | undefined }): string =>
  plainText(fix ? `${message} ${fix}` : message)
