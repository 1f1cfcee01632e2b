import { count } from '../../domain/measure/figures'
import { stageRunsText } from '../../domain/run/remarks'
import type { ExperimentRow, PlannedCell } from '../experiment'
import type { Columns } from './column'

/** How far a cell is measured, in words. */
export const CELL_STATES: Readonly<Record<PlannedCell['state'], string>> = {
  measured: 'measured',
  outdated: 'older: another catalog, golden set, model or version of Pegboard',
  missing: 'not measured',
  failed: 'failed',
}

type Counts = Pick<ExperimentRow, 'cells' | 'measured' | 'failed'>

/** How much of an experiment is measured: `12 of 30 measured, 2 failed`. */
export const measuredText = (counts: Counts): string => countsText(counts, ' measured')

function countsText({ cells, measured, failed }: Counts, what = ''): string {
  const all = cells === undefined ? '' : ` of ${count(cells)}`
  return `${count(measured)}${all}${what}${failed > 0 ? `, ${count(failed)} failed` : ''}`
}

/** What is told of an experiment. */
export const EXPERIMENT_COLUMNS = {
  name: { title: 'Experiment', value: ({ name }) => name },
  goldenSet: { title: 'Golden set', value: ({ goldenSet }) => goldenSet },
  measured: { title: 'Measured', value: (row) => countsText(row) },
  shared: { title: 'Shared', value: ({ shared }) => stageRunsText(shared) },
  saved: { title: 'Saved', kind: 'day', value: ({ savedAt }) => savedAt },
  note: { title: 'Note', value: ({ note }) => note?.split('\n', 1)[0] },
} as const satisfies Columns<ExperimentRow>
