import { failure, ServerFailed } from './server-failed'

interface Within {
  mostMs: number
  signal: AbortSignal
  /** Told where it is waited for no longer. */
  stop: () => void
  /** What is said then. */
  late: string
  /** Whether the server can be asked on. */
  isOfRequest?: boolean
}

/** Waits for something until it takes too long or a signal stops. */
export async function within<Value>(
  work: Promise<Value>,
  { mostMs, signal, stop, late, isOfRequest = false }: Within,
): Promise<Value> {
  const stopped = Promise.withResolvers<never>()
  const giveUp = (why: Error): void => {
    stop()
    stopped.reject(why)
  }
  const onAbort = (): void => giveUp(signal.reason as Error)
  signal.throwIfAborted()
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => giveUp(new ServerFailed(failure(late, isOfRequest))), mostMs)
  work.catch(() => undefined)
  try {
    return await Promise.race([work, stopped.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
