import type { Outdated, OutdatedRuns } from './outdated'
import type { Run } from './run'

/** A run that took less is measured again by itself, beside few others. */
const CHEAP_MS = 2_000
const FEW = 4

/**
 * Whether outdated runs may be measured again without anybody asking for it: that is cheap, asks no model, and what it takes is there.
 * Nobody looks at a test set without saying why: whoever asks this leaves out runs of one.
 */
export const isMeasuredByItself = (
  runs: readonly Pick<Run, 'id' | 'elapsedMs' | 'modelUse'>[],
  outdated: OutdatedRuns,
): boolean =>
  runs.length > 0 &&
  runs.length <= FEW &&
  runs.every(
    ({ id, elapsedMs, modelUse }) =>
      !modelUse && elapsedMs < CHEAP_MS && (outdated[id] ?? []).every(canBeMeasured),
  )

const canBeMeasured = (part: Outdated): boolean =>
  part.of !== 'unknown' && !(part.of === 'golden set' && part.isGone)
