import { requireVector } from '../../../domain/model/vector'
import type { Hit, Pooling } from '../../../ports/hit'
import type { VectorIndex, VectorSearch } from '../../../ports/vector-index'
import { byScoreThenKey } from '../../memory/keyed-texts'
import { withVectors } from '../../memory/replaced-vectors'
import { topDocuments } from '../../memory/top-documents'
import { dotProduct, isZero } from '../../memory/vector-rows'
import type { KeysByText } from './keys-by-text'
import {
  pooled,
  ratingOnDisk,
  vectorsOnDisk,
  subsetsInMemory,
  type SubsetParts,
} from './rating-on-disk'
import { recentVectors } from './vectors-at-hand'
import {
  MOST_ROWS_A_CALL,
  MOST_ROWS_A_QUERY,
  nearestRows,
  rowsFor,
  scanRows,
  type VectorRow,
} from './stored-vectors'
import type { WithTable } from './with-table'

/** Of vectors fetched for queries before. */
const MOST_RECENT_BYTES = 16 << 20

/**
 * The share of all rows from which on comparing each is faster than fetching so many for a query.
 */
const MOST_ROWS_SHARE = 0.25

interface DiskVectorIndexParts<Key extends string> extends SubsetParts<Key> {
  /** How many texts are stored, those of no key included. */
  rows: number
}

/**
 * Searches the stored vectors of an embedder where they lie. The best text of a key is found with
 * the table's index, which is exact up to the size where it holds vectors compressed. A mean takes
 * all texts of a key, so every stored text is compared. A subset small enough for memory is read
 * once and searched there. Scores are always worked out from the stored vectors: those of best
 * texts are the same as in memory to the last bit.
 */
export function diskVectorIndex<Key extends string>(
  parts: DiskVectorIndexParts<Key>,
): VectorIndex<Key> {
  const { texts, pooling, dimensions, rows } = parts
  const subsetOf = subsetsInMemory(parts)
  const recent = recentVectors(dimensions, MOST_RECENT_BYTES)

  const searchOnDisk = async (queries: Float32Array[], search: VectorSearch<Key>) => {
    if (pooling === 'mean') return scoreEveryKey(parts, queries, { ...search, pooling })
    const searched = search.among?.size ?? texts.keys.length
    const found = await nearestKeys(parts, queries, {
      ...search,
      rowsAKey: Math.max(1, rows / Math.max(1, searched)),
      mostRows: Math.min(MOST_ROWS_A_QUERY, rows * MOST_ROWS_SHARE),
      onVector: recent.keep,
    })
    const left = queries.filter((_, at) => !found[at])
    const rest = await scoreEveryKey(parts, left, { ...search, pooling })
    return found.map((hits) => hits ?? rest.shift() ?? [])
  }

  const vectorsOf = vectorsOnDisk(parts, recent)
  const rate = ratingOnDisk(parts, vectorsOf)

  const index: VectorIndex<Key> = {
    size: texts.keys.length,
    async search(queries, search) {
      search.signal?.throwIfAborted()
      if (rows === 0 || search.depth <= 0) return queries.map(() => [])
      for (const query of queries) requireVector(query, dimensions, 'the query')
      const subset = await subsetOf(search.among)
      if (subset) return subset.search(queries, search)
      const lists = await searchOnDisk(
        queries.filter((query) => !isZero(query)),
        search,
      )
      return queries.map((query) => (isZero(query) ? [] : (lists.shift() ?? [])))
    },
    async rate(queries, wanted, scoring) {
      scoring.signal?.throwIfAborted()
      for (const query of rows === 0 ? [] : queries) requireVector(query, dimensions, 'the query')
      const subset = await subsetOf(scoring.among)
      return subset ? subset.rate(queries, wanted, scoring) : rate(queries, wanted, scoring)
    },
    async alike(a, b) {
      const vectors = await vectorsOf([a, b])
      const products = vectors
        .of(a)
        .flatMap((one) => vectors.of(b).map((other) => dotProduct(one, other)))
      return pooled(products, {
        pooling,
        of: texts.hashesOf(a).length * texts.hashesOf(b).length,
      })
    },
    withVectors: (replaced) =>
      withVectors({ index, keys: texts.keys, pooling, dimensions }, replaced),
  }
  return index
}

interface NearestKeysSearch<Key extends string> {
  depth: number
  among?: ReadonlySet<Key>
  /**
   * Rows fetched on average to meet one more key that is searched: above 1 where there are rows of
   * other keys.
   */
  rowsAKey: number
  /** Rows fetched for one query at most. */
  mostRows: number
  signal?: AbortSignal
  /** Called with the stored vectors of hits. */
  onVector(hash: string, vector: Float32Array): void
}

/**
 * The `depth` best keys for each query, each by its best text; nothing for a query that needs more
 * rows than may be fetched. More are fetched where those at hand do not fill the depth or end
 * within a tie.
 */
async function nearestKeys<Key extends string>(
  { texts, withTable }: { texts: KeysByText<Key>; withTable: WithTable },
  queries: readonly Float32Array[],
  search: NearestKeysSearch<Key>,
): Promise<(Hit<Key>[] | undefined)[]> {
  const found: (Hit<Key>[] | undefined)[] = queries.map(() => undefined)
  let open = [...queries.entries()]
  let limit = rowsFor(search.depth * search.rowsAKey)
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
  const last = first[depth - 1]
  const worst = rows.at(-1)
  if (!last || !worst || last.score === worst.score) return undefined
  for (const { hash, vector, score } of rows) if (score >= last.score) onVector(hash, vector)
  return first
}

const chunksOf = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )

/** Queries answered by one reading of all vectors, to bound what is kept of each. */
const QUERIES_A_SCAN = 16

interface EveryKeySearch<Key extends string> {
  depth: number
  among?: ReadonlySet<Key>
  pooling: Pooling
  signal?: AbortSignal
}

/**
 * The `depth` best keys for each query, by comparing every text: exact, and as slow as reading all
 * vectors.
 */
async function scoreEveryKey<Key extends string>(
  { texts, withTable }: { texts: KeysByText<Key>; withTable: WithTable },
  queries: readonly Float32Array[],
  search: EveryKeySearch<Key>,
): Promise<Hit<Key>[][]> {
  const lists: Hit<Key>[][] = []
  for (let from = 0; from < queries.length; from += QUERIES_A_SCAN) {
    const batch = queries.slice(from, from + QUERIES_A_SCAN)
    const scores = await withTable(async (table) => {
      const scores = batch.map(() => keyScores(texts, search))
      // Two processes that embed at once may both store a text: it counts once.
      const seen = new Set<string>()
      for await (const rows of scanRows(table)) {
        search.signal?.throwIfAborted()
        for (const { hash, vector } of rows) {
          if (texts.keysOf(hash).length === 0 || isZero(vector) || seen.has(hash)) continue
          seen.add(hash)
          batch.forEach((query, at) => scores[at]?.add(hash, dotProduct(query, vector)))
        }
      }
      return scores
    })
    lists.push(...scores.map((one) => one.hits()))
  }
  return lists
}

/** The scores of all keys, gathered text by text. */
function keyScores<Key extends string>(
  texts: KeysByText<Key>,
  { depth, among, pooling }: EveryKeySearch<Key>,
) {
  const scores = new Float64Array(texts.keys.length).fill(NaN)
  return {
    add(hash: string, score: number) {
      for (const key of texts.keysOf(hash)) {
        if (among && !among.has(key)) continue
        const number = texts.numberOf.get(key) as number
        const before = scores[number] as number
        const isFirst = Number.isNaN(before)
        if (pooling === 'mean') {
          scores[number] = (isFirst ? 0 : before) + score / texts.hashesOf(key).length
        } else if (isFirst || score > before) scores[number] = score
      }
    },
    hits(): Hit<Key>[] {
      const scored = Uint32Array.from(
        [...scores.keys()].filter((number) => !Number.isNaN(scores[number])),
      )
      return topDocuments(scored, scores, depth).map((number) => ({
        key: texts.keys[number] as Key,
        score: scores[number] as number,
      }))
    },
  }
}
