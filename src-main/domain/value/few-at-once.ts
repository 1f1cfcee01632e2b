/**
 * Lets so much work be under way at once; the rest waits for its turn, in the order in which it
 * came, or until it is stopped.
 */
export function fewAtOnce(
  most: number,
): <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result> {
  const waiting = new Set<() => void>()
  let running = 0
  const turn = async (signal?: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const go = () => resolve(undefined)
    const stop = () => {
      waiting.delete(go)
      reject(signal?.reason)
    }
    waiting.add(go)
    signal?.addEventListener('abort', stop, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', stop))
  }
  return async (work, signal) => {
    signal?.throwIfAborted()
    // Who ends hands its place on.
    if (running === most) await turn(signal)
    else running++
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else running--
    }
  }
}
