import type { Clock } from '../../src-main/ports/clock'

/**
 * A clock that goes on by `stepMs` each time it is read. What is to be called every so often is
 * called by the real one, so that nothing is overdue because a busy disk is slow.
 */
export function fakeClock(stepMs = 1): Clock {
  return steppedClock(stepMs, (ms) => ms)
}

/**
 * {@link fakeClock}, whose `every` calls on the next turns of the event loop: what hangs is soon
 * found.
 */
export function hurriedClock(stepMs = 1): Clock {
  return steppedClock(stepMs, () => 1)
}

function steppedClock(stepMs: number, realMs: (ms: number) => number): Clock {
  let nowMs = 0
  return {
    elapsedMs: () => (nowMs += stepMs),
    timestamp: () => '2026-01-02T03:04:05.000Z',
    every(ms, call) {
      const timer = setInterval(() => {
        nowMs += ms
        call()
      }, realMs(ms))
      return () => clearInterval(timer)
    },
  }
}

/** A clock that stands still until it is moved on; what is due by then is called at once. */
export function manualClock(): Clock & { moveOn(ms: number): void; readonly watchers: number } {
  let nowMs = 0
  const calls = new Set<() => void>()
  return {
    elapsedMs: () => nowMs,
    timestamp: () => '2026-01-02T03:04:05.000Z',
    every(_, call) {
      calls.add(call)
      return () => void calls.delete(call)
    },
    moveOn(ms) {
      nowMs += ms
      for (const call of [...calls]) call()
    },
    get watchers() {
      return calls.size
    },
  }
}
