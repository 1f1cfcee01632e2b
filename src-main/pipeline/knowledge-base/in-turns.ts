/** Items worked on before others have their turn: texts of tools take some ten milliseconds. */
const AT_ONCE = 500

interface Turns {
  signal?: AbortSignal
  /** Called after each turn. */
  onDone?: (done: number, total: number) => void
}

/** All that `work` gives of the items. Of 100,000 texts, others would have to wait for seconds: so they have turns. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => readonly Result[],
  { signal, onDone }: Turns = {},
): Promise<Result[]> {
  const results: Result[] = []
  let done = 0
  for (const item of items) {
    for (const result of work(item)) results.push(result)
    if (++done % AT_ONCE > 0) continue
    onDone?.(done, items.length)
    await new Promise(setImmediate)
    signal?.throwIfAborted()
  }
  return results
}
