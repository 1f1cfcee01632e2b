import { Problem } from '../../domain/problem'
import type { AskCall } from '../../pipeline/ask'
import { watched } from '../../pipeline/watch'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import { MOST_FAILURES } from './guarded-model'

interface AskingEach<Item> {
  /** What is being done, and what is counted, for progress. */
  what: string
  unit: string
  /** Asks about one, or finds that it need not be asked about. */
  one(item: Item): Promise<void>
}

/**
 * Asks a model about one after the other. A failure passes one over, and several in a row end it; gives why, each reason once, and
 * how many are left.
 * @throws what stops the call, and a Problem `storage`
 */
export async function askEach<Item>(
  items: readonly Item[],
  { what, unit, one }: AskingEach<Item>,
  { emit, signal }: Call,
): Promise<{ failed: string[]; left: number }> {
  const failed = new Set<string>()
  let [failures, left] = [0, items.length]
  for (const [at, item] of items.entries()) {
    emit({ what, done: at, total: items.length, unit })
    signal.throwIfAborted()
    try {
      await one(item)
      failures = 0
      left--
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof Problem && error.code === 'storage') throw error
      failed.add(messageOf(error))
      failures++
      if (failures >= MOST_FAILURES) break
    }
  }
  return { failed: [...failed], left }
}

const messageOf = (error: unknown): string =>
  error instanceof Problem
    ? [error.message, error.fix].filter(Boolean).join(' ')
    : error instanceof Error
      ? error.message
      : String(error)

/** Asks one question, given up where the model shows no sign of work for long. @param stage what it is asked, for the message */
export const askWatched = <Answer>(
  { clock, stage, signal }: { clock: Clock; stage: string; signal: AbortSignal },
  ask: (call: AskCall) => Promise<Answer>,
): Promise<Answer> =>
  watched({ signal, clock }, (watch, either) => {
    watch.enter(stage)
    return ask({ signal: either, onSign: () => watch.alive(stage) })
  })
