import type { Run } from '../../src-main/domain/run/run'

/** What a run is one of many for: they are folded under one line. */
export interface RunGroup {
  key: string
  title: string
}

/**
 * Whether a run was measured for itself: not one of many for a picture of a recipe's parts or of
 * growing catalogs.
 */
export const isForItself = ({ leftOut, catalogSize }: Run): boolean =>
  leftOut === undefined && !catalogSize

/**
 * Runs without a part of one recipe, or on smaller catalogs, of the same queries belong together.
 */
export function groupOf(run: Run, titleOf: (recipe: string) => string): RunGroup | undefined {
  if (isForItself(run)) return undefined
  const { goldenSet, queries, sample, split, recipe } = run
  const queried = JSON.stringify([goldenSet, queries, sample, split?.by, split?.seed])
  return run.leftOut === undefined
    ? { key: `sizes ${queried}`, title: 'Smaller catalogs' }
    : { key: `parts of ${recipe} ${queried}`, title: `Parts of ${titleOf(recipe)}` }
}

/** A line of a list: what stands by itself or in an open group, or the head of a group. */
export type Line<Row> =
  { key: string; row: Row; within?: RunGroup } | { key: string; group: RunGroup; rows: Row[] }

/**
 * Rows in lines; each group stands where its first row does, its rows below it only where it is
 * open.
 */
export function linesOf<Row extends { id: string; group?: RunGroup | undefined }>(
  rows: readonly Row[],
  open: ReadonlySet<string>,
): Line<Row>[] {
  const byGroup = Map.groupBy(rows, ({ id, group }) => group?.key ?? id)
  return [...byGroup.values()].flatMap((together): Line<Row>[] => {
    const [first] = together
    const group = first?.group
    if (!group || together.length === 1) return together.map((row) => ({ key: row.id, row }))
    const inside = open.has(group.key)
      ? together.map((row) => ({ key: row.id, row, within: group }))
      : []
    return [{ key: group.key, group, rows: together }, ...inside]
  })
}
