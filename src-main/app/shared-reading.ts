/** A caller that waits for a reading. */
interface Waiting<Value> {
  give: (value: Value) => void
  fail: (error: Error) => void
}

/**
 * Reads for all that ask: one reading after the other, each shared by those who waited when it began. What they make of it they
 * make within the reading, before anything else can happen to what was read.
 * @param read hands what it read to its argument, once
 */
export function sharedReading<Value>(
  read: (give: (value: Value) => void) => Promise<void>,
): <Result>(take: (value: Value) => Result) => Promise<Result> {
  let waiting: Waiting<Value>[] = []
  let isReading = false

  async function readForAll(): Promise<void> {
    if (isReading) return
    isReading = true
    while (waiting.length > 0) {
      const sharing = waiting
      waiting = []
      await read((value) => sharing.forEach(({ give }) => give(value))).catch((error: unknown) =>
        sharing.forEach(({ fail }) => fail(error as Error)),
      )
    }
    isReading = false
  }

  return (take) =>
    new Promise((resolve, reject) => {
      // What it throws, its own caller is told.
      const give = (value: Value) => {
        try {
          resolve(take(value))
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      }
      waiting.push({ give, fail: reject })
      void readForAll()
    })
}
