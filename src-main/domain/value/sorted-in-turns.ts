/** Items sorted or merged before others have their turn: some ten milliseconds. */
const AT_ONCE = 16_384

/**
 * As `toSorted`, with `pause` called now and then: sorting 100,000 texts at once keeps others
 * waiting for a tenth of a second.
 */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
  pause: () => Promise<unknown>,
): Promise<Item[]> {
  let runs: Item[][] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    runs.push(items.slice(from, from + AT_ONCE).sort(compare))
    await pause()
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mergedInTurns([runs[at] ?? [], runs[at + 1] ?? []], compare, pause))
    }
    runs = merged
  }
  return runs[0] ?? []
}

/** Of equal items, those of the first run come first. */
async function mergedInTurns<Item>(
  [one, other]: readonly [Item[], Item[]],
  compare: (a: Item, b: Item) => number,
  pause: () => Promise<unknown>,
): Promise<Item[]> {
  if (other.length === 0) return one
  const merged: Item[] = []
  let i = 0
  let j = 0
  while (i < one.length && j < other.length) {
    const a = one[i] as Item
    const b = other[j] as Item
    if (compare(a, b) <= 0) {
      merged.push(a)
      i++
    } else {
      merged.push(b)
      j++
    }
    if (merged.length % AT_ONCE === 0) await pause()
  }
  return merged.concat(one.slice(i), other.slice(j))
}
