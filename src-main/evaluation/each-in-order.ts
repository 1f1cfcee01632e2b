/** How many items are worked on at the same time, and how all of it is stopped. */
export interface AtOnce {
  atOnce: number
  signal: AbortSignal
}

/**
 * What `work` gives for each item, `results[i]` for `items[i]`, whichever is done first. The first failure stops the rest:
 * the signal that `work` is given is aborted, and no further item is begun.
 */
export async function eachInOrder<Item, Result>(
  items: readonly Item[],
  { atOnce, signal }: AtOnce,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  if (atOnce === 1) {
    for (const [at, item] of items.entries()) results[at] = await work(item, signal)
    return results
  }
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const waiting = items.entries()
  const workOff = async () => {
    for (const [at, item] of waiting) {
      either.throwIfAborted()
      results[at] = await work(item, either)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, workOff))
  } catch (error) {
    failed.abort(error)
    throw error
  }
  return results
}
