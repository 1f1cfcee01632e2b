import type { Clock } from '../../src-main/ports/clock'

/** A clock that goes on by `stepMs` each time it is read. */
export function fakeClock(stepMs = 1): Clock {
  let nowMs = 0
  return { elapsedMs: () => (nowMs += stepMs), timestamp: () => '2026-01-02T03:04:05.000Z' }
}
