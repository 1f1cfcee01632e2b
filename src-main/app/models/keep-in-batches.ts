import type { Clock } from '../../ports/clock'

/** Answers are kept at least so often: of what was not kept yet, only answers that fit are known to the store of answers. */
const KEEP_EVERY_MS = 5000
const KEEP_EVERY = 50

/** Keeps what a model answered, some of it at a time. */
export interface Keeping<Item> {
  /** @param atOnce where it could not be had again: an answer that does not fit is in no store of answers. */
  add(item: Item, atOnce: boolean): Promise<void>
  /** Writes what is not written yet. */
  end(): Promise<void>
}

/** Keeps by `write`, which is given what waits, the oldest first. */
export function keepInBatches<Item>(
  clock: Clock,
  write: (items: readonly Item[]) => Promise<unknown>,
): Keeping<Item> {
  let waiting: Item[] = []
  let keptMs = clock.elapsedMs()
  const end = async () => {
    if (waiting.length === 0) return
    await write(waiting)
    waiting = []
    keptMs = clock.elapsedMs()
  }
  return {
    async add(item, atOnce) {
      waiting.push(item)
      const isLate = clock.elapsedMs() - keptMs >= KEEP_EVERY_MS
      if (atOnce || isLate || waiting.length >= KEEP_EVERY) await end()
    },
    end,
  }
}
