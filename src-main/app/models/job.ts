import { Problem } from '../../domain/problem'
import type { AskCall } from '../../pipeline/ask'
import { watched } from '../../pipeline/watch'
import type { Clock } from '../../ports/clock'
import type { Call } from '../app'
import { MOST_FAILURES } from './guarded-model'

/**
 * A job asks a model about many items, one after the other, and keeps what it answers as it goes.
 */
export interface Job<Item, Found, Kept> {
  /** What is being done, and what is counted, for progress. */
  what: string
  unit: string
  /** What one question is, for the message about a model that hangs. */
  stage: string
  items: readonly Item[]
  /**
   * The item as it is by now; undefined where it is gone, or another program asked about it
   * meanwhile.
   */
  find(item: Item): Promise<Found | undefined>
  /** Asks about one item. */
  ask(found: Found, asking: Asking<Kept>): Promise<void>
  /** Writes what was kept, the oldest first. */
  keep?: (batch: readonly Kept[]) => Promise<unknown>
  /**
   * What is said when it is stopped.
   * @param finished items that were asked about, or need not be
   */
  stopped?: (finished: number) => [message: string, fix?: string]
}

/** Asks one question; gives up where the model shows no sign of work for long. */
export type Question = <Answer>(ask: (call: AskCall) => Promise<Answer>) => Promise<Answer>

interface Asking<Kept> {
  question: Question
  /**
   * @param atOnce where it could not be had again: an answer that does not fit is in no store of
   * answers.
   */
  keep(kept: Kept, atOnce: boolean): Promise<void>
}

interface JobEnd {
  /** Why items could not be asked about, each reason once. */
  failed: string[]
  /** Items that were to be asked about and were not. */
  left: number
}

/**
 * Does a job. A failure passes one item over, and several in a row end it. However it ends, what
 * was answered is kept.
 * @throws what stops the call, in the words of the job, and whatever keeps answers from being
 * written
 */
export async function runJob<Item, Found, Kept>(
  { what, unit, stage, items, ...job }: Job<Item, Found, Kept>,
  { clock, emit, signal }: Call & { clock: Clock },
): Promise<JobEnd> {
  const waiting = keepInBatches(clock, async (batch: readonly Kept[]) => job.keep?.(batch))
  const asking: Asking<Kept> = {
    question: (ask) => askWatched({ clock, stage, signal }, ask),
    keep: waiting.add,
  }
  const failed = new Set<string>()
  let failures = 0
  let left = items.length
  try {
    for (const [at, item] of items.entries()) {
      emit({ what, done: at, total: items.length, unit })
      signal.throwIfAborted()
      try {
        const found = await job.find(item)
        if (found !== undefined) await job.ask(found, asking)
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
  } catch (error) {
    if (!signal.aborted || !job.stopped) throw error
    throw new Problem('cancelled', ...job.stopped(items.length - left))
  } finally {
    await waiting.end()
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Problem
    ? [error.message, error.fix].filter(Boolean).join(' ')
    : error instanceof Error
      ? error.message
      : String(error)

const askWatched = <Answer>(
  { clock, stage, signal }: { clock: Clock; stage: string; signal: AbortSignal },
  ask: (call: AskCall) => Promise<Answer>,
): Promise<Answer> =>
  watched({ signal, clock }, (watch, either) => {
    watch.enter(stage)
    return ask({ signal: either, onSign: () => watch.alive(stage) })
  })

/**
 * Answers are kept at least so often: of what was not kept yet, only answers that fit are known to
 * the store of answers.
 */
const KEEP_EVERY_MS = 5000
const KEEP_EVERY = 50

function keepInBatches<Kept>(clock: Clock, write: (batch: readonly Kept[]) => Promise<unknown>) {
  let waiting: Kept[] = []
  let keptMs = clock.elapsedMs()
  const end = async () => {
    if (waiting.length === 0) return
    await write(waiting)
    waiting = []
    keptMs = clock.elapsedMs()
  }
  const add = async (kept: Kept, atOnce: boolean) => {
    waiting.push(kept)
    const isLate = clock.elapsedMs() - keptMs >= KEEP_EVERY_MS
    if (atOnce || isLate || waiting.length >= KEEP_EVERY) await end()
  }
  return { add, end }
}

/**
 * Answers that cannot be used: all are counted, the first of them told. All stand with what was
 * asked about.
 */
interface Refusals<Refused> {
  refused: Refused[]
  refusals: number
}

/** Refusals that an answer tells. */
export const MOST_REFUSED = 100

export function refuse<Refused>(done: Refusals<Refused>, refused: Refused): void {
  done.refusals++
  if (done.refused.length < MOST_REFUSED) done.refused.push(refused)
}

/** Who is asked, and in which words. */
export interface ModelAndPrompt {
  model: string | undefined
  /** The prompt's name. */
  prompt: string
}

/** Whether another model refused, or the same in other words: this one may answer. */
export const isRefusedToOthers = (
  refused: ModelAndPrompt | undefined,
  by: ModelAndPrompt,
): boolean => refused !== undefined && (refused.model !== by.model || refused.prompt !== by.prompt)
