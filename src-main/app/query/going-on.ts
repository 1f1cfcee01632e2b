import { takesItsTime } from '../../domain/model/names'
import { Problem } from '../../domain/problem'
import type { Ask } from '../../pipeline/ask'
import { mayLeaveOut, type LeavingOut } from '../../pipeline/leaving-out'
import { perApp } from '../action'
import type { Call } from '../app'
import type { AppContext } from '../context'
import type { modelForAnswering } from '../models/connected-model'

/**
 * How agents are answered while an embedder is away, or not ready yet: nobody waits long, and what
 * does not answer is not asked again by each search.
 */

/**
 * After so long without an answer it is looked whether anyone is there at all, and so long is
 * waited for that.
 */
const LOOK_AFTER_MS = 1_000
const LOOK_MS = 1_000
/**
 * A query that is embedded, or a model asked, takes that long at most: a large model may have to be
 * loaded first.
 */
const LONGEST_MS = 30_000
/**
 * Documents that are still to be embedded are embedded while agents are answered: by words, once
 * they waited so long.
 */
const LONGEST_READYING_MS = 5_000
/** Clients wait longer for a server to start. */
const LONGEST_AT_START_MS = 20_000
/**
 * What took its time to fail is left alone for so long; what fails at once is asked by the next
 * search.
 */
const PAUSE_MS = 3_000
const AT_ONCE_MS = 500

interface Job {
  done: Promise<Problem | undefined>
  /** Why it is not waited for any longer. */
  late: (() => Problem) | undefined
  /** As it last said. */
  progress: { what: string; done: number; total: number } | undefined
}

interface Meaning {
  /** By embedder: what is not asked yet again. */
  pauses: Map<string, { problem: Problem; untilMs: number }>
  jobs: WeakMap<object, Map<string, Job>>
  /** Ends what is under way when the app closes. */
  closing: AbortController
}

const meaningOf = perApp((context): Meaning => {
  const closing = new AbortController()
  context.onClose(async () => closing.abort())
  return { pauses: new Map(), jobs: new WeakMap(), closing }
})

/** What is made ready: of which catalog, by which embedder. */
interface Readying {
  of: object
  key: string
  embedder: string
  atStart: boolean
}

/**
 * Makes ready what is searched by meaning, in the background where it takes long.
 * @returns why meaning is not searched this time; undefined where it is ready
 */
export async function readyInTime(
  context: AppContext,
  { of, key, embedder, atStart }: Readying,
  work: (call: Call) => Promise<unknown>,
): Promise<Problem | undefined> {
  const meaning = meaningOf(context)
  const paused = pausedBy(context, embedder)
  if (paused) return paused
  const jobs = meaning.jobs.get(of) ?? new Map<string, Job>()
  meaning.jobs.set(of, jobs)
  const job = jobs.get(key) ?? begin()
  if (job.late) return job.late()
  const longestMs = atStart ? LONGEST_AT_START_MS : LONGEST_READYING_MS
  try {
    return await inTime(context, embedder, job.done, {
      // Adding up words takes moments, whatever else the machine is busy with.
      longestMs: takesItsTime(embedder) ? longestMs : LONGEST_MS,
      late: () => notReady(job),
    })
  } catch (error) {
    if (!mayLeaveOut(error)) throw error
    job.late = error instanceof NotReady ? () => notReady(job) : () => error
    return error
  }

  function begin(): Job {
    const startedMs = context.clock.elapsedMs()
    const call: Call = {
      signal: meaning.closing.signal,
      emit: ({ what, done = 0, total = 0 }) => (begun.progress = { what, done, total }),
    }
    const done = work(call)
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!mayLeaveOut(error)) throw error
        pause(context, { embedder, problem: error, startedMs })
        return error
      })
      .finally(() => jobs.delete(key))
    // Whoever waits is told; where nobody does any more, the next one tries again.
    done.catch(() => undefined)
    const begun: Job = { done, late: undefined, progress: undefined }
    jobs.set(key, begun)
    return begun
  }
}

class NotReady extends Problem {}

function notReady({ progress }: Job): NotReady {
  const far = progress && progress.total > 0 ? ` (${progress.done} of ${progress.total})` : ''
  const message = `The tool documents are still being embedded${far}.`
  return new NotReady('busy', message, 'Try again soon.')
}

interface Leaving {
  embedder: string
  /** Why meaning is not searched; undefined where it is ready. */
  problem: Problem | undefined
  /** Whether it is waited for no longer than an agent waits. */
  isBounded: boolean
}

/** How one run goes on without meaning. */
export function leavingOut(
  context: AppContext,
  { embedder, problem, isBounded }: Leaving,
): LeavingOut {
  const { clock } = context
  return {
    ...(problem && { problem }),
    async inTime(work) {
      if (!isBounded) return work()
      const startedMs = clock.elapsedMs()
      try {
        const late = () => tooSlow(`The embedder ${embedder}`)
        return await inTime(context, embedder, work(), { longestMs: LONGEST_MS, late })
      } catch (error) {
        if (mayLeaveOut(error)) pause(context, { embedder, problem: error, startedMs })
        throw error
      }
    },
  }
}

const tooSlow = (who: string): Problem =>
  new Problem(
    'unavailable',
    `${who} took longer than ${LONGEST_MS / 1000} seconds.`,
    'Choose a smaller model.',
  )

type AnsweringModel = Awaited<ReturnType<typeof modelForAnswering>>

/**
 * The model that is asked, by questions that take no longer than an agent waits. One that does not
 * answer is not asked again.
 */
export async function modelInTime(
  context: AppContext,
  opening: Promise<AnsweringModel>,
): Promise<AnsweringModel> {
  const server = 'ollama:'
  let gone: Problem | undefined
  const waited = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (gone) throw gone
    try {
      const late = () => tooSlow('The language model')
      return await inTime(context, server, work(), { longestMs: LONGEST_MS, late })
    } catch (error) {
      if (mayLeaveOut(error)) gone = error
      throw error
    }
  }
  try {
    const model = await waited(() => opening)
    if (!model) return undefined
    const ask: Ask = (prompt, input, asking) => waited(() => model.ask(prompt, input, asking))
    return { ...model, ask }
  } catch (error) {
    if (!mayLeaveOut(error)) throw error
    return { ask: () => Promise.reject(error) }
  }
}

function pausedBy(context: AppContext, embedder: string): Problem | undefined {
  const paused = meaningOf(context).pauses.get(embedder)
  return paused && context.clock.elapsedMs() < paused.untilMs ? paused.problem : undefined
}

function pause(
  context: AppContext,
  { embedder, problem, startedMs }: { embedder: string; problem: Problem; startedMs: number },
): void {
  const now = context.clock.elapsedMs()
  if (now - startedMs < AT_ONCE_MS) return
  meaningOf(context).pauses.set(embedder, { problem, untilMs: now + PAUSE_MS })
}

interface Bounds {
  longestMs: number
  /** What is told of what takes longer. */
  late: () => Problem
}

/**
 * What work comes to, as long as who does it says anything when asked, and no longer than
 * `longestMs`. The work itself goes on, so that a model that had to be loaded is there for the next
 * one.
 * @throws Problem where it is not waited for any longer; what the work throws
 */
async function inTime<Value>(
  { embedders }: Pick<AppContext, 'embedders'>,
  embedder: string,
  work: Promise<Value>,
  { longestMs, late }: Bounds,
): Promise<Value> {
  const over = new AbortController()
  const given = Promise.withResolvers<never>()
  const longest = setTimeout(() => given.reject(late()), longestMs)
  const look = async () => {
    const soon = AbortSignal.any([over.signal, AbortSignal.timeout(LOOK_MS)])
    const problem = await embedders.isThere?.(embedder, soon)
    if (over.signal.aborted) return
    if (problem) given.reject(problem)
    else looking = setTimeout(() => void look(), LOOK_AFTER_MS)
  }
  let looking = setTimeout(() => void look(), LOOK_AFTER_MS)
  try {
    return await Promise.race([work, given.promise])
  } finally {
    over.abort()
    clearTimeout(longest)
    clearTimeout(looking)
    work.catch(() => undefined)
  }
}

/**
 * Says of a published catalog whose embedder is not to be had here, that words alone answer:
 * whoever serves it did not choose it. An error of anything else stays as it is.
 */
export async function offeringWords(
  { sessions, embedders, recipes }: AppContext,
  { dir, embedder, signal }: { dir: string; embedder: string; signal: AbortSignal },
  error: unknown,
): Promise<unknown> {
  const { store } = await sessions.of(dir)
  const { published } = await store.info()
  if (!published || signal.aborted) return error
  const missing = await embedders.open(embedder, signal).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (missing === undefined) return error
  const fix = missing instanceof Problem ? (missing.fix ?? '') : ''
  const message = missing instanceof Error ? missing.message : 'The embedder cannot be opened.'
  const offer = `Or ask with the recipe ${recipes.wordsAlone}, which needs no embedder.`
  return new Problem('unavailable', message, `${fix} ${offer}`.trim())
}
