import pLimit from 'p-limit'

/**
 * Lets so much work be under way at once; the rest waits for its turn, in the order in which it
 * came, or until it is stopped. What has begun ends by itself.
 */
export function fewAtOnce(
  most: number,
): <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result> {
  const limit = pLimit(most)
  return async (work, signal) => {
    signal?.throwIfAborted()
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    const stop = () => reject(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    const done = limit(() => {
      // Who was stopped while it waited gives its turn to the next.
      signal?.throwIfAborted()
      signal?.removeEventListener('abort', stop)
      return work()
    })
    return Promise.race([stopped, done])
  }
}
