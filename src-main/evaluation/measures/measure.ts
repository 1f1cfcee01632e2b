import type { ToolId } from '../../domain/tool'

/**
 * A score of one query's tools against its golden set. `tools` are in order and differ from each other, `golden` is
 * not empty; only the first `k` tools count.
 */
export type Measure = (golden: ReadonlySet<ToolId>, tools: readonly ToolId[], k: number) => number

/** Golden tools among the first `k`. */
export function hitsWithin(
  golden: ReadonlySet<ToolId>,
  tools: readonly ToolId[],
  k: number,
): number {
  let hits = 0
  for (let at = 0; at < k && at < tools.length; at++) if (golden.has(tools[at] as ToolId)) hits++
  return hits
}
