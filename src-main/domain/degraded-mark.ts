import type { Run } from './run'
import { count, queryCount } from './verdict-figures'

type Measured = Pick<Run, 'degraded' | 'queries'>

/** How many queries a run answered without some step of its recipe; undefined where it did all. */
export const degradedMark = ({ degraded, queries }: Measured): string | undefined =>
  degraded > 0 ? `degraded in ${count(degraded)} of ${queryCount(queries)}` : undefined

/** What a run is called, wherever its figures go. */
export function markedName(name: string, run: Measured): string {
  const mark = degradedMark(run)
  return mark === undefined ? name : `${name} (${mark})`
}
