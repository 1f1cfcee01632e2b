import { Problem } from '../domain/problem'
import type { Clock } from '../ports/clock'

/** The stages that are running, told by the runner. */
export interface Watch {
  enter(stage: string): Running
  leave(running: Running): void
  /** Told of a stage that gives nothing yet but is seen to work. */
  alive(stage: string): void
}
interface Running {
  stage: string
  sinceMs: number
}

/**
 * A stage that gives nothing for so long, and no sign of work either, is given up: ten minutes, for
 * a large model that loads and reads on a slow machine.
 */
export const STAGE_LIMIT_MS = 10 * 60 * 1000
const LOOK_EVERY_MS = 1000

/** How watched work is stopped, and how long one stage may give nothing. */
interface WatchCall {
  signal: AbortSignal
  clock: Clock
  limitMs?: number
}

/**
 * Does work whose stages may hang: ends at once when it is stopped, whether or not they listen, and
 * when one of them gives nothing for `limitMs`.
 * @throws Problem `unavailable` naming the stage.
 */
export async function watched<Result>(
  { signal, clock, limitMs = STAGE_LIMIT_MS }: WatchCall,
  work: (watch: Watch, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const running = new Set<Running>()
  const watch: Watch = {
    enter(stage) {
      const entered = { stage, sinceMs: clock.elapsedMs() }
      running.add(entered)
      return entered
    },
    leave: (left) => void running.delete(left),
    alive(stage) {
      const now = clock.elapsedMs()
      for (const each of running) if (each.stage === stage) each.sinceMs = now
    },
  }
  const overdue = new AbortController()
  const either = AbortSignal.any([signal, overdue.signal])
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(either.reason)
  either.addEventListener('abort', end, { once: true })
  const stopLooking = clock.every(LOOK_EVERY_MS, () => {
    const now = clock.elapsedMs()
    const hung = [...running].find(({ sinceMs }) => now - sinceMs > limitMs)
    if (hung) overdue.abort(givenUp(hung.stage, limitMs))
  })
  try {
    either.throwIfAborted()
    return await Promise.race([work(watch, either), ended.promise])
  } finally {
    stopLooking()
    either.removeEventListener('abort', end)
  }
}

const givenUp = (stage: string, limitMs: number): Problem =>
  new Problem(
    'unavailable',
    `The stage “${stage}” gave nothing for ${Math.round(limitMs / 1000)} seconds and was given up.`,
    'Try again. If it happens again, choose a smaller model or leave the stage out.',
  )
