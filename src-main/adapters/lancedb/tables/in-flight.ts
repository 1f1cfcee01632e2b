import { setTimeout as sleep } from 'node:timers/promises'

/** Counts what is under way, so that closing can wait for it. */
export interface InFlight {
  isOpen(): boolean
  /**
   * Does some work, unless it is closed.
   * @throws whatever the gate refuses with, and the work throws.
   */
  run<T>(work: () => Promise<T>): Promise<T>
  /**
   * Refuses what comes from now on, and waits for what is under way, for `patienceMs` at most.
   * Gives whether nothing is any more.
   */
  close(patienceMs: number): Promise<boolean>
  /** Resolves once it is closed and nothing is under way any more. */
  readonly over: Promise<unknown>
}

/** @param refusal what is thrown once it is closed */
export function inFlight(refusal: () => Error): InFlight {
  let isOpen = true
  let running = 0
  const { promise: over, resolve: end } = Promise.withResolvers<undefined>()
  const endIfOver = () => {
    if (!isOpen && running === 0) end(undefined)
  }
  return {
    over,
    isOpen: () => isOpen,
    async run(work) {
      if (!isOpen) throw refusal()
      running++
      try {
        return await work()
      } finally {
        running--
        endIfOver()
      }
    },
    async close(patienceMs) {
      isOpen = false
      endIfOver()
      if (running === 0) return true
      const stopWaiting = new AbortController()
      const { signal } = stopWaiting
      const givenUp = sleep(patienceMs, undefined, { signal }).catch(() => undefined)
      await Promise.race([over, givenUp])
      stopWaiting.abort()
      return running === 0
    },
  }
}
