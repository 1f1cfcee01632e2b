import { Worker } from 'node:worker_threads'
import { Problem, type ProblemCode } from '../../domain/problem'
import type { ListingCall, ToolListing, ToolServer } from '../../ports/tool-servers'
import type { How } from './speaking'

/** What the thread is started for. */
export interface ListingTask {
  server: ToolServer
  call: Pick<ListingCall, 'protocol' | 'unsaid'>
  how: How
}

/** What it says: how far it has come, and once what it read or why it did not. */
export type ListingSign =
  | { count: number }
  | { listing: ToolListing }
  | { fault: { code: ProblemCode; message: string; fix?: string | undefined } }

/** For a thread that was told to stop, to end its program first. */
const STOP_MS = 5_000

interface Listing {
  server: ToolServer
  call: ListingCall
  how: How
}

/**
 * Reads a list in a thread that is started for it and ended with it: a large page holds nobody else, and what takes too much
 * memory ends nothing but the thread.
 */
export async function listInThread(
  threadFile: string,
  { server, call, how }: Listing,
): Promise<ToolListing> {
  const { signal, protocol, unsaid, onTools } = call
  signal.throwIfAborted()
  const task: ListingTask = { server, call: { protocol, ...(unsaid && { unsaid }) }, how }
  const thread = new Worker(threadFile, { workerData: task })
  const stop = (): void => {
    thread.postMessage('stop')
    setTimeout(() => void thread.terminate(), STOP_MS).unref()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const sign = await lastSign(thread, (count) => onTools?.(count))
    signal.throwIfAborted()
    if (sign && 'listing' in sign) return sign.listing
    if (!sign) throw new Error('The thread that reads a list ended before it was done.')
    const { code, message, fix } = sign.fault
    throw new Problem(code, message, fix)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

type LastSign = Exclude<ListingSign, { count: number }>

/** What the thread gives by its end; undefined where it ends before it is done. */
function lastSign(thread: Worker, onCount: (count: number) => void): Promise<LastSign | undefined> {
  let last: LastSign | undefined
  return new Promise((resolve, reject) => {
    thread.on('message', (sign: ListingSign) => {
      if ('count' in sign) onCount(sign.count)
      else last = sign
    })
    thread.on('error', reject)
    thread.on('exit', () => resolve(last))
  })
}
