import pLimit from 'p-limit'

/** How many items are worked on at the same time, and how all of it is stopped. */
interface AtOnce {
  atOnce: number
  signal: AbortSignal
}

/**
 * What `work` gives for each item, `results[i]` for `items[i]`, whichever is done first. The first
 * failure stops the rest: the signal that `work` is given is aborted, and no further item is begun.
 */
export async function eachInOrder<Item, Result>(
  items: readonly Item[],
  { atOnce, signal }: AtOnce,
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
): Promise<Result[]> {
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  return pLimit(atOnce).map(items, async (item) => {
    either.throwIfAborted()
    try {
      return await work(item, either)
    } catch (error) {
      failed.abort(error)
      throw error
    }
  })
}

/**
 * Works on a piece of the list elsewhere: `results[i]` for `piece[i]`. Rejects where it cannot;
 * then the piece is done here.
 */
type WorkElsewhere<Item, Result> = (piece: readonly Item[]) => Promise<readonly Result[]>

/** Others who help with a list, and when it is worth asking them. */
export interface Help<Item, Result> {
  /** Called once, when they should begin. */
  others(): readonly WorkElsewhere<Item, Result>[]
  /** Whether they should begin, asked after each item until they do. */
  isWorthIt(done: number, left: number): boolean
}

/** A piece that comes back late keeps all waiting, so none is large. */
const MOST_IN_A_PIECE = 100

/**
 * What `work` gives for each item, `results[i]` for `items[i]`. Here they are worked on one by one
 * from the front; others take pieces off the end. What another fails at is done here, so that it
 * fails as it would have without them.
 */
export async function stealWork<Item, Result>(
  items: readonly Item[],
  { others, isWorthIt }: Help<Item, Result>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  const returned: number[] = []
  let next = 0
  let end = items.length

  const takePieces = async (elsewhere: WorkElsewhere<Item, Result>, of: number): Promise<void> => {
    while (next < end) {
      const shared = Math.ceil((end - next) / (2 * (of + 1)))
      const from = end - Math.min(MOST_IN_A_PIECE, shared)
      const piece = items.slice(from, end)
      end = from
      try {
        const given = await elsewhere(piece)
        for (const at of piece.keys()) results[from + at] = given[at] as Result
      } catch {
        returned.push(...Array.from(piece, (_item, at) => from + at))
        return
      }
    }
  }

  const workHere = async (at: number): Promise<void> => {
    try {
      results[at] = await work(items[at] as Item)
    } catch (error) {
      // All of it fails: the others are to take no further piece.
      end = next
      throw error
    }
  }
  let helping: Promise<void>[] | undefined
  while (next < end) {
    await workHere(next++)
    if (helping || !isWorthIt(next, end - next)) continue
    const working = others()
    helping = working.map((elsewhere) => takePieces(elsewhere, working.length))
  }
  await Promise.all(helping ?? [])
  for (const at of returned) await workHere(at)
  return results
}
