import { vectorAt, type Past, type Pause } from './past'

/** How much the words that two queries share count beside their meaning. */
const WORDS = 0.5
/** Queries indexed before others have their turn: some 10 ms. */
const AT_ONCE = 2_000

/** What is compared of a query. */
export interface ComparedQuery {
  /** Embedded as past queries are. */
  vector: Float32Array
  terms: readonly string[]
}

/** What is compared of a past query. */
export const comparedQueryAt = (past: Past, place: number): ComparedQuery => ({
  vector: vectorAt(past, place),
  terms: past.queries[place]?.terms ?? [],
})

/** How alike a query and every past query are: `alike[i]` for the i-th. */
export type Similarity = (query: ComparedQuery) => Float32Array

/**
 * Cosine similarity to past queries, and half that of their terms, each weighed by how rare it is
 * among them.
 */
export async function similarityTo(past: Past, pause: Pause): Promise<Similarity> {
  const postings = new Map<string, { rows: number[]; weight: number }>()
  for (const [row, { terms }] of past.queries.entries()) {
    if (row % AT_ONCE === AT_ONCE - 1) await pause()
    for (const term of terms) {
      const found = postings.get(term)
      if (found) found.rows.push(row)
      else postings.set(term, { rows: [row], weight: 0 })
    }
  }
  const lengths = new Float32Array(past.queries.length)
  for (const posting of postings.values()) {
    posting.weight = Math.log(1 + past.queries.length / posting.rows.length)
    for (const row of posting.rows) lengths[row] = (lengths[row] as number) + posting.weight ** 2
  }
  for (let row = 0; row < lengths.length; row++)
    lengths[row] = Math.sqrt(lengths[row] as number) || 1
  return ({ vector, terms }) => {
    const alike = new Float32Array(past.queries.length)
    let squares = 0
    for (const term of new Set(terms)) {
      const posting = postings.get(term)
      const weight = posting?.weight ?? Math.log(1 + past.queries.length)
      squares += weight ** 2
      for (const row of posting?.rows ?? []) alike[row] = (alike[row] as number) + weight ** 2
    }
    const length = Math.sqrt(squares) || 1
    const cosines = past.vectors.products(vector)
    for (let row = 0; row < alike.length; row++) {
      const shared = (WORDS * (alike[row] as number)) / (length * (lengths[row] as number))
      alike[row] = (cosines[row] as number) + shared
    }
    return alike
  }
}

/**
 * The places of the greatest values but for those left out, the greatest first, equal ones in their
 * order.
 */
export function greatest(
  values: ArrayLike<number>,
  count: number,
  leftOut: ReadonlySet<number> = new Set(),
): number[] {
  const found: number[] = []
  for (let place = 0; place < values.length; place++) {
    const value = values[place] as number
    if (found.length === count && value <= (values[found[count - 1] as number] as number)) continue
    if (leftOut.has(place)) continue
    let at = found.length
    while (at > 0 && (values[found[at - 1] as number] as number) < value) at--
    found.splice(at, 0, place)
    if (found.length > count) found.pop()
  }
  return found
}
