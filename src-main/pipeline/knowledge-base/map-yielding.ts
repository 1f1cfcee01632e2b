/** Items worked on before others have their turn: texts of tools take some ten milliseconds. */
const AT_ONCE = 500
/**
 * The same in characters, where texts may be long: some 20 ms where identifiers are split or words
 * stemmed.
 */
const CHARACTERS_AT_ONCE = 50_000

interface Turns<Item> {
  signal?: AbortSignal | undefined
  /** Called after each turn. */
  onDone?: ((done: number, total: number) => void) | undefined
  /** How many characters an item has; left out: items are alike. */
  charactersOf?: (item: Item) => number
}

/**
 * All that `work` gives of the items. Of 100,000 texts, others would have to wait for seconds: so
 * they have turns.
 */
export async function mapYielding<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => readonly Result[],
  { signal, onDone, charactersOf }: Turns<Item> = {},
): Promise<Result[]> {
  const results: Result[] = []
  let done = 0
  let since = 0
  let characters = 0
  for (const item of items) {
    for (const result of work(item)) results.push(result)
    done++
    since++
    characters += charactersOf?.(item) ?? 0
    if (since < AT_ONCE && characters < CHARACTERS_AT_ONCE) continue
    since = 0
    characters = 0
    onDone?.(done, items.length)
    await new Promise(setImmediate)
    signal?.throwIfAborted()
  }
  return results
}
