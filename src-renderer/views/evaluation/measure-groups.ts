import type { MeasureInfo } from '../../../src-main/domain/measure'
import { nameAt, partsOfName } from '../../../src-main/domain/measure-name'
import type { Run } from '../../../src-main/domain/run'

/** One measure in the table: a column for each k, or one without k where it belongs to sets of a recipe's own size. */
export interface MeasureGroup {
  info: MeasureInfo
  k: (number | undefined)[]
}

/** A measure's figure in the row of a run; `span`: the columns it takes. */
export interface GroupCell {
  name: string
  k?: number
  span: number
}

/** The measures that any of the runs has, in the order the app shows them; those it no longer knows come last. */
export function measuresOf(runs: readonly Run[], known: readonly MeasureInfo[]): MeasureInfo[] {
  const names = new Set(
    runs.flatMap(({ measures }) => Object.keys(measures).map((name) => partsOfName(name).measure)),
  )
  const unknown = [...names].filter((name) => !known.some((info) => info.name === name))
  return [...known.filter(({ name }) => names.has(name)), ...unknown.map(unknownMeasure)]
}

/** What is shown of a measure that the app says nothing about, such as one of a later version. */
const unknownMeasure = (name: string): MeasureInfo => ({
  name,
  title: name,
  summary: '',
  better: 'higher',
  range: { least: 0 },
  format: { decimals: 3 },
})

/** The cut-offs at which any of the runs was measured, rising. */
export const cutoffsOf = (runs: readonly Run[]): number[] =>
  [...new Set(runs.flatMap(({ k }) => k))].sort((a, b) => a - b)

/** Whether the recipe decided how many tools there are: its measures then have no k. */
export const isOwnSize = ({ k }: Pick<Run, 'k'>): boolean => k.length === 0

/** The columns of the table, measure by measure. */
export const groupsOf = (
  runs: readonly Run[],
  measures: readonly MeasureInfo[],
  k: readonly number[],
): MeasureGroup[] =>
  measures.map((info) => {
    const measured = k.filter((at) => runs.some((run) => nameAt(info.name, at) in run.measures))
    return { info, k: measured.length ? measured : [undefined] }
  })

/** What a run has in a group of columns: a figure for each k, or one figure for all where it has a size of its own. */
export function cellsOf(run: Run, { info, k }: MeasureGroup): GroupCell[] {
  if (isOwnSize(run)) return [{ name: info.name, span: k.length }]
  return k.map((at) => ({ name: nameAt(info.name, at), k: at, span: 1 }))
}
