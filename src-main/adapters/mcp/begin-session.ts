import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads'
import type { SessionInput, SessionOutput, SessionTask } from './server-session'

/**
 * What objects of one server take at most in its thread, in MB: the largest list that is taken has
 * room. New ones are looked through often.
 */
const THREAD_MB = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 24 }

export interface Session {
  post(input: SessionInput): void
  /** Settled once the thread has ended. */
  gone: Promise<void>
  terminate(): Promise<void>
}

interface Hearing {
  onSign(output: SessionOutput): void
  /** @param why where it did not end as it should */
  onGone(why?: string): void
}

/** Begins a session in a thread, or in this one, by the same messages. */
export function beginSession(
  threadFile: string | undefined,
  task: SessionTask,
  hearing: Hearing,
): Session {
  return threadFile === undefined
    ? begunHere(task, hearing)
    : begunInThread(threadFile, task, hearing)
}

function begunInThread(
  threadFile: string,
  task: SessionTask,
  { onSign, onGone }: Hearing,
): Session {
  const thread = new Worker(threadFile, {
    workerData: task,
    resourceLimits: THREAD_MB,
  })
  let why: string | undefined
  thread.on('message', onSign)
  thread.on('error', (error: NodeJS.ErrnoException) => {
    why =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? 'what it sent takes more memory than there is for it'
        : `the thread that speaks to it broke: ${error.message}`
  })
  const gone = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
  void gone.then(() => onGone(why))
  return {
    post: (input) => thread.postMessage(input),
    gone,
    terminate: async () => void (await thread.terminate()),
  }
}

function begunHere(task: SessionTask, { onSign, onGone }: Hearing): Session {
  const { port1, port2 } = new MessageChannel()
  const gone = new Promise<void>((resolve) => port1.once('close', resolve))
  port1.on('message', onSign)
  void gone.then(() => onGone())
  void serveHere(port2, task)
  return {
    post: (input) => port1.postMessage(input),
    gone,
    terminate: async () => port1.close(),
  }
}

async function serveHere(port: MessagePort, task: SessionTask): Promise<void> {
  const { serveSession } = await import('./server-session')
  await serveSession(port, task)
}
