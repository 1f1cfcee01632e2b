import { SENTENCES } from '../model/names'
import type { Outdated, OutdatedRuns } from './outdated'
import type { Run } from './run'

/** A run that took less is measured again by itself, beside few others. */
const CHEAP_MS = 2_000
const FEW = 4

type Timed = Pick<Run, 'elapsedMs' | 'embeddingMs' | 'embedder'>

/**
 * About how long it takes to measure a run again, in ms, by what it took; undefined where another
 * embedder answers by now, of which that says nothing. What Sentences embedded of queries is
 * remembered, and not embedded again.
 */
export function msAgain(
  { elapsedMs, embeddingMs = 0, embedder }: Timed,
  outdated: readonly Outdated[],
): number | undefined {
  if (outdated.some(({ of }) => of === 'embedder')) return undefined
  const isRemembered = embedder === SENTENCES && !outdated.some(({ of }) => of === 'golden set')
  return isRemembered ? elapsedMs - embeddingMs : elapsedMs
}

/**
 * Whether outdated runs may be measured again without anybody asking for it: that is cheap, asks no
 * model, and what it takes is there. Nobody looks at a test set without saying why: whoever asks
 * this leaves out runs of one.
 */
export const isMeasuredByItself = (
  runs: readonly (Timed & Pick<Run, 'id' | 'modelUse'>)[],
  outdated: OutdatedRuns,
): boolean =>
  runs.length > 0 &&
  runs.length <= FEW &&
  runs.every((run) => {
    const parts = outdated[run.id] ?? []
    const tookMs = msAgain(run, parts) ?? run.elapsedMs
    return !run.modelUse && tookMs < CHEAP_MS && parts.every(canBeMeasured)
  })

const canBeMeasured = (part: Outdated): boolean =>
  part.of !== 'unknown' && !(part.of === 'golden set' && part.isGone)
