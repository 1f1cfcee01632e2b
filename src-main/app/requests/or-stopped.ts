/** Waits no longer once the signal stops; the work goes on for others. */
export function orStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const stopped = Promise.withResolvers<never>()
  const stop = (): void => stopped.reject(signal.reason as Error)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, stopped.promise]).finally(() =>
    signal.removeEventListener('abort', stop),
  )
}
