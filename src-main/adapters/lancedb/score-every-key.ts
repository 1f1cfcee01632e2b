import type { Hit, Pooling } from '../../ports/hit'
import { topDocuments } from '../memory/top-documents'
import { dotProduct, isZero } from '../memory/vector-rows'
import type { KeysByText } from './keys-by-text'
import { scanRows } from './stored-vectors'
import type { WithTable } from './with-table'

/** Queries answered by one reading of all vectors, to bound what is kept of each. */
const QUERIES_A_SCAN = 16

export interface EveryKeySearch<Key extends string> {
  depth: number
  among?: ReadonlySet<Key>
  pooling: Pooling
  signal?: AbortSignal
}

/** The `depth` best keys for each query, by comparing every text: exact, and as slow as reading all vectors. */
export async function scoreEveryKey<Key extends string>(
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
