import type { Clock } from '../ports/clock'

/** The longest a computation keeps others waiting, in ms. */
const TURN_MS = 12

/**
 * A pause for long computations: lets others run when the turn is over, and says whether it did.
 * Throws when stopped.
 */
export function yieldToEventLoop(clock: Clock, signal: AbortSignal): () => Promise<boolean> {
  let began = clock.elapsedMs()
  return async () => {
    if (clock.elapsedMs() - began < TURN_MS) return false
    await new Promise(setImmediate)
    signal.throwIfAborted()
    began = clock.elapsedMs()
    return true
  }
}
