import type { ToolId } from '../../domain/tool/tool'

/** What was made of an earlier catalog, and the tools that are others since. */
export interface Earlier<Value> {
  value: Promise<Value>
  changed: ReadonlySet<ToolId>
}

/** What an earlier catalog hands on, by key. */
export type HandedOn = ReadonlyMap<string, Earlier<unknown>>

/**
 * Makes what a key stands for once, also for callers that come while it is being made, and keeps
 * it.
 */
export interface OpenOnce {
  <Value>(key: string, make: () => Promise<Value>): Promise<Value>
  /** As above, of what an earlier catalog had under the key, where that hands it on. */
  patched<Value>(
    key: string,
    make: (earlier: Earlier<Value> | undefined) => Promise<Value>,
  ): Promise<Value>
  /**
   * All that was made by `patched` or not needed yet, for a catalog in which these tools are
   * others.
   */
  handOn(changed: ReadonlySet<ToolId>): HandedOn
}

/**
 * A failure is forgotten. Where the first caller stops the making, one that still waits makes it
 * again.
 */
export function openOnce(handedOn: HandedOn = new Map()): OpenOnce {
  const kept = new Map<string, Promise<unknown>>()
  const patched = new Set<string>()
  const earlier = new Map(handedOn)
  const once = <Value>(key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key) as Promise<Value> | undefined
    if (known) {
      return known.catch((error: unknown) => {
        if (isStop(error)) return once(key, make)
        throw error
      })
    }
    const value = make()
    kept.set(key, value)
    value.catch(() => kept.delete(key))
    return value
  }
  return Object.assign(once, {
    patched<Value>(key: string, make: (earlier: Earlier<Value> | undefined) => Promise<Value>) {
      return once(key, async () => {
        const value = await make(earlier.get(key) as Earlier<Value> | undefined)
        patched.add(key)
        earlier.delete(key)
        return value
      })
    },
    handOn(changed: ReadonlySet<ToolId>) {
      const made = [...patched].flatMap((key) => {
        const value = kept.get(key)
        return value ? [[key, { value, changed }] as const] : []
      })
      return new Map([...withChanged(earlier, changed), ...made])
    },
  })
}

/** The same, with further tools that are others by now. */
export const withChanged = (handedOn: HandedOn, changed: ReadonlySet<ToolId>): HandedOn =>
  new Map(
    [...handedOn].map(([key, earlier]) => [
      key,
      { ...earlier, changed: new Set([...earlier.changed, ...changed]) },
    ]),
  )

const isStop = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'
