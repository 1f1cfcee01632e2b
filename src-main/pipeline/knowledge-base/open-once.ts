interface Closable {
  close(): Promise<void>
}

/** Opens what a key stands for once, also for callers that come while it is being opened, and keeps it. */
export interface OpenOnce {
  <Value extends Closable>(key: string, open: () => Promise<Value>): Promise<Value>
  /** Closes all that was opened. */
  close(): Promise<void>
}

/** A failure is forgotten. Where the first caller stops the opening, one that still waits opens it again. */
export function openOnce(): OpenOnce {
  const kept = new Map<string, Promise<Closable>>()
  let closed = false
  const once = <Value extends Closable>(
    key: string,
    open: () => Promise<Value>,
  ): Promise<Value> => {
    const known = kept.get(key) as Promise<Value> | undefined
    if (known) {
      return known.catch((error: unknown) => {
        if (isStop(error) && !closed) return once(key, open)
        throw error
      })
    }
    const value = open()
    kept.set(key, value)
    value.catch(() => kept.delete(key))
    return value
  }
  const close = async () => {
    closed = true
    const all = [...kept.values()]
    kept.clear()
    for (const settled of await Promise.allSettled(all)) {
      if (settled.status === 'fulfilled') await settled.value.close()
    }
  }
  return Object.assign(once, { close })
}

const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** Makes a value that needs no closing once. */
export const madeOnce = async <Value>(
  once: OpenOnce,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> =>
  (await once(`made ${key}`, async () => ({ value: await make(), close: () => Promise.resolve() })))
    .value
