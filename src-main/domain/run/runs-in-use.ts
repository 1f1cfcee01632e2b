import { partOfId } from '../query/tier'
import type { OutdatedRuns } from './outdated'
import type { Run } from './run'

type Told = Pick<Run, 'id' | 'recipe' | 'options' | 'embedder'>

/**
 * Whether a run stands beside others to hold its embedder against another: that it is not the one
 * in use is what it was measured for.
 */
export const isForItsEmbedder = (
  run: Told,
  { runs, outdated }: { runs: readonly Told[]; outdated: OutdatedRuns },
): boolean =>
  partsOf(run, outdated).every(({ of }) => of === 'embedder') &&
  runs.some((other) => other.embedder !== run.embedder && searchOf(other) === searchOf(run))

/**
 * The runs to decide among: beside one that is of what is in use now, others would be decided for
 * that are not. Where none is, all.
 */
export function runsInUse<Ran extends Told>(runs: readonly Ran[], outdated: OutdatedRuns): Ran[] {
  const isCurrent = (run: Told) => partsOf(run, outdated).length === 0
  if (!runs.some(isCurrent)) return [...runs]
  return runs.filter((run) => isCurrent(run) || isForItsEmbedder(run, { runs, outdated }))
}

/** Of a part of a run also what is told of the whole. */
const partsOf = ({ id }: Told, outdated: OutdatedRuns) =>
  outdated[id] ?? outdated[partOfId(id).run] ?? []

const searchOf = ({ recipe, options }: Told): string => JSON.stringify([recipe, options])
