import { PlacedSet } from '../../domain/value/placed-set'
import type { Pooling } from '../../ports/hit'

/**
 * Texts numbered so that those of one key are neighbours and keys rise: the lower number wins a
 * tie.
 */
export interface KeyedTexts<Key extends string> {
  /** Rising. */
  keys: readonly Key[]
  /** Key `k` owns the texts from `starts[k]` up to `starts[k + 1]`. */
  starts: Uint32Array
}

/** The documents in the order of their keys, those of one key as they came. */
export function sortByKey<Key extends string, Document extends { key: Key }>(
  documents: readonly Document[],
): { texts: Document[]; keyed: KeyedTexts<Key> } {
  const texts = [...documents].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const starts = [...texts.keys()].filter((text) => texts[text - 1]?.key !== texts[text]?.key)
  const keys = starts.map((text) => (texts[text] as Document).key)
  return { texts, keyed: { keys, starts: Uint32Array.from([...starts, texts.length]) } }
}

/** The order of hits: by falling score, ties by key, so that a run is the same on every machine. */
export const byScoreThenKey = (
  a: { key: string; score: number },
  b: { key: string; score: number },
): number => b.score - a.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** The numbers of a key's texts, rising. */
export function textsOf({ starts }: KeyedTexts<string>, key: number): number[] {
  const first = starts[key] as number
  return Array.from({ length: (starts[key + 1] as number) - first }, (_, at) => first + at)
}

/** The number of a key, or nothing for one that is not there. */
export function numberOf<Key extends string>(
  { keys }: KeyedTexts<Key>,
  key: Key,
): number | undefined {
  const place = placeOfKey(keys, key)
  return keys[place] === key ? place : undefined
}

/** How many keys stand before one, whether or not it is there. @param keys rising */
export function placeOfKey<Key extends string>(keys: readonly Key[], key: Key): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] as Key) < key) low = middle + 1
    else high = middle
  }
  return low
}

/** The numbers of the keys that are in a set, rising; kept as long as the set lives. */
export function numbersAmong<Key extends string>({
  keys,
}: KeyedTexts<Key>): (among: ReadonlySet<Key>) => readonly number[] {
  let numbers: ReadonlyMap<Key, number> | undefined
  const known = new WeakMap<ReadonlySet<Key>, readonly number[]>()
  const areKeys = sameItems(keys)
  return (among) => {
    const found = known.get(among) ?? placesOf(isInOf(among))
    known.set(among, found)
    return found
  }
  // Looks up the keys of the set, as it may be small: a query can have a set of its own.
  function isInOf(among: ReadonlySet<Key>): Uint8Array {
    if (among instanceof PlacedSet && areKeys(among.list.items)) return among.isIn
    numbers ??= new Map(keys.map((key, number) => [key, number]))
    const isIn = new Uint8Array(keys.length)
    for (const key of among) {
      const number = numbers.get(key)
      if (number !== undefined) isIn[number] = 1
    }
    return isIn
  }
}

/** Whether a list holds just these items in this order; told once for each list. */
function sameItems(items: readonly unknown[]): (others: readonly unknown[]) => boolean {
  const known = new WeakMap<readonly unknown[], boolean>()
  return (others) => {
    const isSame =
      known.get(others) ??
      (items.length === others.length && items.every((item, at) => item === others[at]))
    known.set(others, isSame)
    return isSame
  }
}

function placesOf(isIn: Uint8Array): number[] {
  const places: number[] = []
  for (let place = 0; place < isIn.length; place++) if (isIn[place] === 1) places.push(place)
  return places
}

/** The texts of some keys, given by their numbers, in the order of these. */
export function textsOfAll(
  { starts }: KeyedTexts<string>,
  numbers: readonly number[],
): Uint32Array {
  let count = 0
  for (const key of numbers) count += (starts[key + 1] as number) - (starts[key] as number)
  const texts = new Uint32Array(count)
  let at = 0
  for (const key of numbers) {
    const end = starts[key + 1] as number
    for (let text = starts[key] as number; text < end; text++) texts[at++] = text
  }
  return texts
}

/**
 * Some keys, in no particular order, with `scores[key]` set. Both arrays are reused: they hold
 * until the next call.
 */
export interface ScoredKeys {
  keys: Uint32Array
  scores: Float64Array
}

/**
 * Makes the scores of some texts those of their keys; a text that is not named counts 0 in a mean.
 */
export function poolScores(
  { keys, starts }: KeyedTexts<string>,
  pooling: Pooling,
): (texts: Uint32Array, scores: Float64Array) => ScoredKeys {
  const texts = starts[keys.length] ?? 0
  if (texts === keys.length) return (keys, scores) => ({ keys, scores })
  const owners = new Uint32Array(texts)
  for (let key = 0; key < keys.length; key++) owners.fill(key, starts[key], starts[key + 1])
  const pooled = new Float64Array(keys.length)
  const isScored = new Uint8Array(keys.length)
  const scored = new Uint32Array(keys.length)
  return (texts, scores) => {
    isScored.fill(0)
    let count = 0
    for (const text of texts) {
      const key = owners[text] as number
      const score = scores[text] as number
      const before = pooled[key] as number
      if (isScored[key] === 0) {
        isScored[key] = 1
        scored[count++] = key
        pooled[key] = score
      } else pooled[key] = pooling === 'best' ? Math.max(before, score) : before + score
    }
    const found = scored.subarray(0, count)
    if (pooling === 'mean') {
      for (const key of found) {
        const ownTexts = (starts[key + 1] as number) - (starts[key] as number)
        pooled[key] = (pooled[key] as number) / ownTexts
      }
    }
    return { keys: found, scores: pooled }
  }
}
