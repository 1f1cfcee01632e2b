import type { Clock } from '../../ports/clock'

export const systemClock: Clock = {
  elapsedMs: () => performance.now(),
  timestamp: () => new Date().toISOString(),
  every(ms, call) {
    const timer = setInterval(call, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}
