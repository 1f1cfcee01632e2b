/** Numbers in 0…1 (1 excluded) that depend on the seed alone. Mulberry32, by Tommy Ettinger. */
export function randomNumbers(seed: number): () => number {
  // In an array, as a variable that is kept between calls would be a new object at each: three
  // times as slow.
  const state = Uint32Array.of(seed)
  return () => {
    const now = ((state[0] as number) + 0x6d2b79f5) | 0
    state[0] = now
    let mixed = Math.imul(now ^ (now >>> 15), now | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * `size` of the items in their own order, drawn without repetition; all of them where there are no
 * more.
 */
export function sampleOf<Item>(items: readonly Item[], size: number, seed: number): Item[] {
  if (size >= items.length) return [...items]
  const random = randomNumbers(seed)
  const places = items.map((_, at) => at)
  for (let at = 0; at < size; at++) {
    const other = at + Math.floor(random() * (places.length - at))
    const taken = places[other] as number
    places[other] = places[at] as number
    places[at] = taken
  }
  return places
    .slice(0, size)
    .sort((a, b) => a - b)
    .map((at) => items[at] as Item)
}

/**
 * A seed of its own for each name: FNV-1a, by Fowler, Noll and Vo, over both, a character at a
 * time.
 */
export function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5
  for (const character of `${seed} ${name}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
  }
  return hash >>> 0
}
