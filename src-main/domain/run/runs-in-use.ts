import { partOfId } from '../query/tier'
import type { OutdatedRuns } from './outdated'
import type { Run } from './run'

type RunSettings = Pick<Run, 'id' | 'recipe' | 'options' | 'embedder'>

/**
 * Whether a run stands beside others to hold its embedder against another: that it is not the one
 * in use is what it was measured for.
 */
export const isForItsEmbedder = (
  run: RunSettings,
  { runs, outdated }: { runs: readonly RunSettings[]; outdated: OutdatedRuns },
): boolean =>
  partsOf(run, outdated).every(({ of }) => of === 'embedder') &&
  runs.some((other) => other.embedder !== run.embedder && searchOf(other) === searchOf(run))

/**
 * The runs to decide among: beside one that is of what is in use now, others would be decided for
 * that are not. Where none is, all.
 */
export function runsInUse<Ran extends RunSettings>(
  runs: readonly Ran[],
  outdated: OutdatedRuns,
): Ran[] {
  const isCurrent = (run: RunSettings) => partsOf(run, outdated).length === 0
  if (!runs.some(isCurrent)) return [...runs]
  return runs.filter((run) => isCurrent(run) || isForItsEmbedder(run, { runs, outdated }))
}

/** Of a part of a run also what is told of the whole. */
const partsOf = ({ id }: RunSettings, outdated: OutdatedRuns) =>
  outdated[id] ?? outdated[partOfId(id).run] ?? []

const searchOf = ({ recipe, options }: RunSettings): string => JSON.stringify([recipe, options])
