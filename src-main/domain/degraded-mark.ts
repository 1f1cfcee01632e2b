import type { Run } from './run'
import { count, queryCount } from './verdict-figures'

/** What a run is called, wherever its figures go: with how many queries it answered without some step of its recipe. */
export function markedName(
  name: string,
  { degraded, queries }: Pick<Run, 'degraded' | 'queries'>,
): string {
  return degraded > 0 ? `${name} (degraded in ${count(degraded)} of ${queryCount(queries)})` : name
}
