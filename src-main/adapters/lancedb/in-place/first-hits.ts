import type { Hit } from '../../../ports/hit'
import { byScoreThenKey, placeOfKey } from '../../memory/keyed-texts'
import { MOST_ROWS_A_QUERY, rowsFor } from '../vectors/stored-vectors'

/**
 * The most that a recipe asks for, and as far as is looked where all are wanted, such as to say why
 * a tool was left out.
 */
const MOST_DEPTH = 10_000
/** Tools of a set that are all scored, rather than looked for among all others. */
const FEW = 2_000

interface Finding<Key extends string> {
  /** Rising: a key’s place is that of its row. */
  keys: readonly Key[]
  among: ReadonlySet<Key> | undefined
  depth: number
  /** Told how many hits there are at most, where more are wanted and may be there. */
  onMost: ((most: number) => void) | undefined
  /**
   * Places of the rows that are nearest by what an index tells, of all or of some, the nearest
   * first.
   */
  find(limit: number, among?: readonly number[]): Promise<number[]>
  /** The exact hits that those at some places are. */
  score(places: readonly number[]): Promise<Hit<Key>[]>
}

/**
 * The first hits of those that an index finds, or of all in a set of few, as they are scored
 * exactly.
 */
export async function firstHits<Key extends string>(finding: Finding<Key>): Promise<Hit<Key>[]> {
  const { keys, among, find, score } = finding
  if (keys.length === 0 || among?.size === 0) return []
  const depth = Math.min(finding.depth, MOST_DEPTH)
  const ranked = async (places: readonly number[]) => {
    if (depth < finding.depth && places.length > depth) finding.onMost?.(depth)
    return (await score(places)).sort(byScoreThenKey).slice(0, depth)
  }
  if (among && among.size <= FEW) return ranked(placesIn(keys, among))
  const wanted = rowsFor(depth)
  if (!among) return ranked(await find(wanted))
  // As many as hold those that are wanted where the set is spread evenly over all.
  let limit = Math.ceil((wanted * keys.length) / among.size)
  for (; limit <= MOST_ROWS_A_QUERY; limit *= 4) {
    const found = await find(limit)
    const own = found.filter((place) => among.has(keys[place] as Key))
    if (own.length >= wanted || found.length < limit) return ranked(own.slice(0, wanted))
  }
  // LanceDB is told all places of the set, which takes a second for some 300,000.
  return ranked(await find(wanted, placesIn(keys, among)))
}

/** Where keys stand; those that are not there are left out. */
export function placesIn<Key extends string>(
  keys: readonly Key[],
  wanted: Iterable<Key>,
): number[] {
  return [...wanted].flatMap((key) => {
    const place = placeOfKey(keys, key)
    return keys[place] === key ? [place] : []
  })
}

/** Queries that LanceDB is asked at once: more wait for its threads. */
const AT_ONCE = 4

/** Answers all, some at once, in their order. */
export async function someAtOnce<Item, Answer>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  answer: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    signal?.throwIfAborted()
    answers.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(answer))))
  }
  return answers
}
