import { embedderTitle } from '../../../../src-main/domain/model/names'
import { CELL_STATES } from '../../../../src-main/contract/columns/experiments'
import type { OpenExperiment } from '../../../../src-main/contract/experiment'
import { toolsText } from '../../../../src-main/domain/run/catalog-size'
import { duration } from '../../../../src-main/domain/value/quantity'
import { nameAt } from '../../../../src-main/domain/measure/name'
import type { Run } from '../../../../src-main/domain/run/run'
import { sharedText } from '../../../../src-main/domain/run/remarks'
import { formatCount, formatMeasure, plural } from '../../../words/number-words'

type Cell = OpenExperiment['cells'][number]

/** A cell as a grid shows it. */
export interface GridCell extends Cell {
  /** What stands in it: its recall, or its state. */
  text: string
  /** All that is to be known of it, in one sentence. */
  told: string
}
/** All cells of one recipe, `cells[i]` of the grid's `columns[i]`. */
export interface GridRow {
  key: number
  title: string
  cells: GridCell[]
}

interface Grid {
  /** The measure that stands in the cells. */
  measure: string
  columns: string[]
  rows: GridRow[]
}

interface Shown {
  runs: readonly Run[]
  titleOf(cell: Cell): string
  /** The cell that is being measured. */
  running: Cell | undefined
}

/** An experiment as a grid: its recipes below each other, its catalog sizes side by side. */
export function gridOf({ cells, plan }: OpenExperiment, shown: Shown): Grid {
  const k = plan.k.includes(5) ? 5 : plan.k[0]
  const bySize = [...Map.groupBy(cells, sizeKey).values()]
  const columns = bySize.map(([first]) => columnTitle(first, cells))
  const embedders = new Set(cells.flatMap(({ embedder }) => embedder ?? []))
  // All sizes have the same recipes in the same order.
  const rows = (bySize[0] ?? []).map((first, key) => {
    const own = bySize.flatMap((ofSize) => ofSize[key] ?? [])
    const by =
      embedders.size > 1 && first.embedder !== undefined
        ? ` · ${embedderTitle(first.embedder)}`
        : ''
    const title = `${shown.titleOf(first)}${by}`
    return {
      key,
      title,
      cells: own.map((cell, at) => {
        const text = textOf(cell, k, shown)
        const state = cell === shown.running ? 'being measured' : CELL_STATES[cell.state]
        const why = cell.problem ? ` ${cell.problem.message} ${cell.problem.fix ?? ''}` : ''
        return { ...cell, text, told: `${title}, ${columns[at] ?? ''}: ${state}.${why}`.trim() }
      }),
    }
  })
  return { measure: nameAt('Recall', k), columns, rows }
}

const sizeKey = ({ catalogSize }: Cell): string =>
  catalogSize ? `${catalogSize.tools} ${catalogSize.seed}` : ''

function columnTitle(cell: Cell | undefined, cells: readonly Cell[]): string {
  const { catalogSize } = cell ?? {}
  if (!catalogSize) return 'Whole catalog'
  const seeds = new Set(cells.flatMap((each) => each.catalogSize?.seed ?? []))
  const size = toolsText(catalogSize.tools)
  return seeds.size > 1 ? `${size}, seed ${catalogSize.seed}` : size
}

function textOf(cell: Cell, k: number | undefined, { runs, running }: Shown): string {
  if (cell === running) return '…'
  const run = runs.find(({ id }) => id === cell.run)
  const recall = run?.measures[nameAt('Recall', k)] ?? run?.measures['Recall']
  if (recall) return formatMeasure(recall.mean)
  return run ? 'run' : cell.state === 'failed' ? 'failed' : '–'
}

const isLeft = ({ state }: Cell): boolean => state !== 'measured'

/** Cells that going on would measure. */
export const leftOf = ({ cells }: OpenExperiment): number => cells.filter(isLeft).length

/** What of an experiment is measured, and what is left: `12 of 30 measured · 1 failed`. */
export function standText({ cells, shared }: OpenExperiment): string {
  const count = (state: Cell['state']) => cells.filter((cell) => cell.state === state).length
  const outdated = count('outdated')
  const failed = count('failed')
  return [
    `${formatCount(count('measured'))} of ${plural(cells.length, 'measurement')} made`,
    ...(outdated > 0 ? [`${formatCount(outdated)} older, to be made again`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
    ...sharedText(shared),
  ].join(' · ')
}

/** How long the rest takes, as the runs there are took on average; nothing where there are none. */
export function leftText(opened: OpenExperiment, runs: readonly Run[]): string | undefined {
  const own = new Set(opened.cells.filter((cell) => !isLeft(cell)).map(({ run }) => run))
  const took = runs.filter(({ id }) => own.has(id)).map(({ elapsedMs }) => elapsedMs)
  if (took.length === 0) return undefined
  const left = leftOf(opened)
  const mean = took.reduce((sum, each) => sum + each, 0) / took.length
  return left === 0 ? undefined : `about ${duration(mean * left)} left, by what the others took`
}
