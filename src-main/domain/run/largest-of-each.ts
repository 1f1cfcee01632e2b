import { eligibleIn } from './catalog-size'
import type { Run } from './run'

/** What a run measured, whatever the catalog was that its queries were asked of. */
export const choiceOf = ({ recipe, options, k, embedder, split }: Run): string =>
  JSON.stringify([recipe, options, k, embedder, split?.by, split?.seed])

/**
 * The runs without those that measured the same choice on smaller catalogs than another of them, or
 * on others of the same size: beside the largest, those are shown over sizes.
 */
export function largestOfEach(runs: readonly Run[]): Run[] {
  const largest = new Map<string, Run>()
  for (const run of runs) {
    const known = largest.get(choiceOf(run))
    if (!known || eligibleIn(run) > eligibleIn(known)) largest.set(choiceOf(run), run)
  }
  return runs.filter((run) => !run.catalogSize || largest.get(choiceOf(run)) === run)
}
