import { Worker } from 'node:worker_threads'
import { Problem } from '../../domain/problem'
import type { EncoderInput, EncoderOutput, EncoderThreadData } from './encoder-thread'
import { addressesLeft } from '../address-space'
import { noMemory, noSimd, unreadable } from './sentence-model'

export interface EncoderThreads {
  /**
   * The unit vectors of texts of equal length, one after the other.
   * @param isUrgent whether it goes before all that is not
   * @throws Problem `unavailable` where the model cannot be opened; what `signal` says where it is
   * stopped.
   */
  encode(
    input: EncoderInput,
    call: { isUrgent: boolean; signal: AbortSignal },
  ): Promise<Float32Array<ArrayBuffer>>
}

export interface EncoderThreadsOptions {
  /** The thread's entry, `encoder-thread`. */
  threadFile: string
  most?: number
  /** How long a thread that has nothing to do is kept: the first one, and others. */
  idleMs?: { first: number; others: number }
  /** Bytes of addresses that this process may still take. */
  addressesLeft?: () => number
}

/**
 * So many addresses V8 reserves for a thread that takes some 170 MB, as tried; where it cannot, it
 * ends the process.
 */
const ADDRESSES = 2 * 2 ** 30

function requireAddresses(left: number): void {
  if (left >= ADDRESSES) return
  const inGb = (bytes: number) => (bytes / 2 ** 30).toFixed(1)
  throw noMemory(
    `it reserves ${inGb(ADDRESSES)} GB of addresses, and the limit of this program leaves ${inGb(left)} GB.`,
  )
}

/** Each takes some 170 MB. */
const MOST_THREADS = 2
/** Who asks something wants to ask again; who has indexed a catalog is done. */
const IDLE_MS = { first: 5 * 60_000, others: 5_000 }
/** Inputs that wait where starting another thread, half a second of work, is worth it. */
const WORTH_ANOTHER = 8
/** So often an input is tried that its thread died of. */
const MOST_TRIES = 2

interface Job {
  input: EncoderInput
  isUrgent: boolean
  tries: number
  /** Whether whoever asked waits no more. */
  isStopped: boolean
  done(vectors: Float32Array<ArrayBuffer>): void
  failed(error: Error): void
}

/** A thread that does one job at a time. */
interface Thread {
  job: Job | undefined
  give(job: Job): void
  /**
   * Ends it after a while unless it is given something; meanwhile it keeps no program from ending.
   */
  rest(ms: number): void
  end(): void
}

/**
 * Threads that compute sentence embeddings: started as they are needed, ended when they have had
 * nothing to do for a while.
 */
export function encoderThreads(
  data: EncoderThreadData,
  {
    threadFile,
    most = MOST_THREADS,
    idleMs = IDLE_MS,
    addressesLeft: left = addressesLeft,
  }: EncoderThreadsOptions,
): EncoderThreads {
  const threads = new Set<Thread>()
  let waiting: Job[] = []

  function start(): void {
    try {
      requireAddresses(left())
      startOne()
    } catch (error) {
      // Who waits for another thread has that one.
      if (threads.size === 0) for (const job of waiting.splice(0)) job.failed(endedBy(error))
    }
  }

  function startOne(): void {
    const thread = startThread(new Worker(threadFile, { workerData: data }), {
      onAnswer(job, output) {
        if ('vectors' in output) {
          next(thread)
          return job.done(output.vectors)
        }
        // Another thread may find it mended.
        thread.end()
        job.failed(problemIn(output))
      },
      onEnd(job, reason) {
        threads.delete(thread)
        if (job && !job.isStopped && ++job.tries < MOST_TRIES) waiting.unshift(job)
        else job?.failed(endedBy(reason))
        spread()
      },
    })
    threads.add(thread)
    next(thread)
  }

  /** Gives a thread what waits longest, urgent things first. */
  function next(thread: Thread): void {
    const urgent = waiting.findIndex(({ isUrgent }) => isUrgent)
    const [job] = waiting.splice(Math.max(0, urgent), 1)
    const [first] = threads
    if (job) thread.give(job)
    else thread.rest(thread === first ? idleMs.first : idleMs.others)
  }

  /** What waits goes to a free thread, or to another one where that is worth it. */
  function spread(): void {
    if (waiting.length === 0) return
    const free = [...threads].find((thread) => !thread.job)
    if (free) next(free)
    else if (threads.size === 0 || (threads.size < most && waiting.length > WORTH_ANOTHER)) start()
  }

  return {
    encode: (input, { isUrgent, signal }) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted()
        const stop = () => {
          job.isStopped = true
          waiting = waiting.filter((each) => each !== job)
          reject(signal.reason as Error)
        }
        const settled = () => signal.removeEventListener('abort', stop)
        const job: Job = {
          input,
          isUrgent,
          tries: 0,
          isStopped: false,
          done(vectors) {
            settled()
            resolve(vectors)
          },
          failed(error) {
            settled()
            reject(error)
          },
        }
        signal.addEventListener('abort', stop)
        waiting.push(job)
        spread()
      }),
  }
}

interface Listening {
  onAnswer(job: Job, output: EncoderOutput): void
  /** @param job what it was at when it ended */
  onEnd(job: Job | undefined, reason: unknown): void
}

function startThread(worker: Worker, { onAnswer, onEnd }: Listening): Thread {
  let idle: NodeJS.Timeout | undefined
  let reason: unknown
  let hasEnded = false
  const ended = () => {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(idle)
    onEnd(thread.job, reason)
  }
  const thread: Thread = {
    job: undefined,
    give(job) {
      clearTimeout(idle)
      thread.job = job
      worker.ref()
      worker.postMessage(job.input)
    },
    rest(ms) {
      worker.unref()
      idle = setTimeout(thread.end, ms).unref()
    },
    end() {
      void worker.terminate()
      ended()
    },
  }
  worker.on('message', (output: EncoderOutput) => {
    const { job } = thread
    thread.job = undefined
    if (job) onAnswer(job, output)
  })
  worker.on('error', (error) => {
    reason = error
  })
  worker.on('exit', ended)
  return thread
}

/** As Node says it of a thread that it cannot start, or that has no memory left. */
const NO_THREAD = /ERR_WORKER_(INIT_FAILED|OUT_OF_MEMORY)|EAGAIN|ENOMEM|out of memory|allocat/i

/** Why a thread ended, or could not begin. */
function endedBy(reason: unknown): Problem {
  if (reason instanceof Problem) return reason
  const message = messageOf(reason)
  if (message === undefined) return unreadable('its thread ended.')
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  return NO_THREAD.test(`${code} ${message}`)
    ? noMemory(`no thread could be had (${message}).`)
    : unreadable(message)
}

function problemIn({ failed, lacks }: Extract<EncoderOutput, { failed: string }>): Problem {
  if (lacks === 'SIMD') return noSimd()
  return lacks === 'memory' ? noMemory(`${failed}.`) : unreadable(failed)
}

const messageOf = (reason: unknown): string | undefined =>
  reason instanceof Error ? reason.message : undefined
