import { byScoreThenKey } from '../memory/keyed-texts'
import { dotProduct, isZero } from '../memory/vector-rows'
import type { Hit } from '../../ports/hit'
import type { KeysByText } from './keys-by-text'
import { nearestRows, type VectorRow } from './stored-vectors'
import type { WithTable } from './with-table'

/** Rows fetched for each one wanted: an index of compressed vectors errs in their order, if not by much. */
const OVERFETCH = 1.5
const SPARE_ROWS = 16
/** Rows fetched by one call for all its queries, to bound its memory. */
const MOST_ROWS_A_CALL = 4_096

export interface NearestKeysSearch<Key extends string> {
  depth: number
  among?: ReadonlySet<Key>
  /** Rows fetched on average to meet one more key that is searched: above 1 where there are rows of other keys. */
  rowsAKey: number
  /** Rows fetched for one query at most. */
  mostRows: number
  signal?: AbortSignal
  /** Called with the stored vectors of hits. */
  onVector(hash: string, vector: Float32Array): void
}

/**
 * The `depth` best keys for each query, each by its best text; nothing for a query that needs more rows than may be
 * fetched. More are fetched where those at hand do not fill the depth or end within a tie.
 */
export async function nearestKeys<Key extends string>(
  { texts, withTable }: { texts: KeysByText<Key>; withTable: WithTable },
  queries: readonly Float32Array[],
  search: NearestKeysSearch<Key>,
): Promise<(Hit<Key>[] | undefined)[]> {
  const found: (Hit<Key>[] | undefined)[] = queries.map(() => undefined)
  let open = [...queries.entries()]
  let limit = Math.ceil(search.depth * OVERFETCH * search.rowsAKey) + SPARE_ROWS
  for (; open.length > 0 && limit <= search.mostRows; limit *= 4) {
    for (const chunk of chunksOf(open, Math.ceil(MOST_ROWS_A_CALL / limit))) {
      search.signal?.throwIfAborted()
      const vectors = chunk.map(([, query]) => query)
      const lists = await withTable((table, usesIndex) =>
        nearestRows(table, { queries: vectors, limit, usesIndex }),
      )
      chunk.forEach(([at, query], place) => {
        found[at] = firstHits(texts, scored(lists[place] ?? [], query), search)
      })
    }
    open = open.filter(([at]) => !found[at])
  }
  return found
}

interface ScoredRow extends VectorRow {
  score: number
}

const scored = (rows: VectorRow[], query: Float32Array): ScoredRow[] =>
  rows
    .filter(({ vector }) => !isZero(vector))
    .map((row) => ({ ...row, score: dotProduct(query, row.vector) }))
    .sort((a, b) => b.score - a.score)

/** The first `depth` hits, or nothing where a row that was not fetched could belong among them. */
function firstHits<Key extends string>(
  texts: KeysByText<Key>,
  rows: ScoredRow[],
  { depth, among, onVector }: NearestKeysSearch<Key>,
): Hit<Key>[] | undefined {
  const best = new Map<Key, number>()
  for (const { hash, score } of rows) {
    for (const key of texts.keysOf(hash)) {
      if (!best.has(key) && (!among || among.has(key))) best.set(key, score)
    }
  }
  const hits = [...best].map(([key, score]) => ({ key, score }))
  const first = hits.sort(byScoreThenKey).slice(0, depth)
  const [last, worst] = [first[depth - 1], rows.at(-1)]
  if (!last || !worst || last.score === worst.score) return undefined
  for (const { hash, vector, score } of rows) if (score >= last.score) onVector(hash, vector)
  return first
}

const chunksOf = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
