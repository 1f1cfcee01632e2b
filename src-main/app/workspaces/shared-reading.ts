/** A caller that waits for a reading. */
interface Waiting<Value, Told extends unknown[]> {
  /** Told how far the reading is. */
  tell?: ((...told: Told) => void) | undefined
  give: (value: Value) => void
  fail: (error: Error) => void
}

/**
 * Reads for all that ask: one reading after the other, each shared by those who waited when it
 * began. What they make of it they make within the reading, before anything else can happen to what
 * was read.
 * @param read hands what it read to its first argument, once, and may tell the second how far it is
 */
export function sharedReading<Value, Told extends unknown[] = []>(
  read: (give: (value: Value) => void, tell: (...told: Told) => void) => Promise<void>,
): <Result>(take: (value: Value) => Result, tell?: (...told: Told) => void) => Promise<Result> {
  let waiting: Waiting<Value, Told>[] = []
  let isReading = false

  async function readForAll(): Promise<void> {
    if (isReading) return
    isReading = true
    while (waiting.length > 0) {
      const sharing = waiting
      waiting = []
      await read(
        (value) => sharing.forEach(({ give }) => give(value)),
        (...told) => sharing.forEach(({ tell }) => tell?.(...told)),
      ).catch((error: unknown) => sharing.forEach(({ fail }) => fail(error as Error)))
    }
    isReading = false
  }

  return (take, tell) =>
    new Promise((resolve, reject) => {
      // What it throws, its own caller is told.
      const give = (value: Value) => {
        try {
          resolve(take(value))
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
      waiting.push({ give, tell, fail: reject })
      void readForAll()
    })
}
