import type { Clock } from '../../ports/clock'

export const systemClock: Clock = {
  elapsedMs: () => performance.now(),
  timestamp: () => new Date().toISOString(),
}
