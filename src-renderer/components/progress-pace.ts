import type { Progress } from '../../src-main/contract/reply'

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
    total === undefined
      ? done.toLocaleString()
      : `${done.toLocaleString()} of ${total.toLocaleString()}`
  const elapsedMs = now - start.at
  const perMs = (done - start.done) / elapsedMs
  if (elapsedMs < SETTLED_MS || !(perMs > 0)) return { count, rate: '', left: '' }
  const perSecond = perMs * 1000
  const rate = `${perSecond >= 10 ? Math.round(perSecond).toLocaleString() : perSecond.toFixed(1)}/s`
  const left = total === undefined ? '' : `${duration((total - done) / perMs)} left`
  return { count, rate, left }
}

/** A duration as a person says it: `850 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
