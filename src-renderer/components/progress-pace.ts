import type { Progress } from '../../src-main/contract/reply'
import { duration } from '../words/duration'
import { formatCount } from '../words/number-words'

/** Progress in words: how many, how fast, how long still. */
export interface Pace {
  count: string
  rate: string
  left: string
}

/** Before this much time has passed a rate is noise. */
const SETTLED_MS = 700

/** The pace of work that was at `start.done` at `start.at` and is at `progress` now; times in milliseconds. */
export function pace(progress: Progress, start: { done: number; at: number }, now: number): Pace {
  const { done, total } = progress
  const count =
    total === undefined ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`
  const elapsedMs = now - start.at
  const perMs = (done - start.done) / elapsedMs
  if (elapsedMs < SETTLED_MS || !(perMs > 0)) return { count, rate: '', left: '' }
  const perSecond = perMs * 1000
  const rate = `${perSecond >= 10 ? formatCount(perSecond) : perSecond.toFixed(1)}/s`
  const left = total === undefined ? '' : `${duration((total - done) / perMs)} left`
  return { count, rate, left }
}
