import { requireVector } from '../../domain/vector'
import type { Hit, Pooling } from '../../ports/hit'
import type { BuildVectorIndex, VectorDocument, VectorIndex } from '../../ports/vector-index'
import { firstPass, type FirstPass } from './first-pass/first-pass'
import { numberOf, poolScores, sortByKey, textsOf, type KeyedTexts } from './keyed-texts'
import { oneByOne } from './one-by-one'
import { NOT_RATED, rating } from './rating'
import { topDocuments } from './top-documents'
import { dotProduct, dotProducts, isZero, rowOf, vectorRows } from './vector-rows'

/** The number of rows wanted from which on a first pass is worth its while: comparing fewer takes a fraction of a millisecond. */
const FIRST_PASS_FROM = 1_000

/**
 * An exact index in memory. Where there are many rows, a first pass in eight bits says which to compare; the hits and
 * their scores are those of comparing all. Which rows an `among` set stands for is kept as long as the set lives.
 */
export const buildMemoryVectorIndex: BuildVectorIndex = <Key extends string>(
  documents: readonly VectorDocument<Key>[],
  pooling: Pooling = 'best',
): VectorIndex<Key> => {
  const dimensions = sharedLength(documents)
  const sorted = sortByKey<Key, VectorDocument<Key>>(documents)
  const { keyed, vectors, isZeros } =
    pooling === 'mean' ? meanByKey(sorted, dimensions) : asTheyAre(sorted)
  const rows = vectorRows(vectors, dimensions)
  const rowsAmong = subsets(keyed, isZeros)
  const pool = poolScores(keyed, 'best')
  const scores = new Float64Array(vectors.length)
  const worthComparing = afterFirstQuery(() => firstPass(rows, keyed, pool))
  const filledRows = (key: Key): number[] => {
    const number = numberOf(keyed, key)
    const own = number === undefined ? [] : textsOf(keyed, number)
    return own.filter((row) => isZeros[row] === 0)
  }
  const rateAmong = rating(keyed, (query, key) =>
    filledRows(key)
      .map((row) => dotProduct(query, rowOf(rows, row)))
      .reduce<number | undefined>(greater, undefined),
  )
  return {
    size: keyed.keys.length,
    async search(queries, { depth, among, signal }) {
      signal?.throwIfAborted()
      if (vectors.length === 0) return queries.map(() => [])
      for (const query of queries) requireVector(query, dimensions, 'the query')
      const wanted = rowsAmong(among)
      return oneByOne(queries, signal, (query) => {
        if (isZero(query)) return []
        const compared = worthComparing(query, wanted, depth)
        dotProducts(rows, query, { wanted: compared, scores })
        const scored = pool(compared, scores)
        return topDocuments(scored.keys, scored.scores, depth).map((key): Hit<Key> => ({
          key: keyed.keys[key] as Key,
          score: scored.scores[key] as number,
        }))
      })
    },
    async rate(queries, wanted, { among, signal }) {
      signal?.throwIfAborted()
      if (vectors.length > 0) {
        for (const query of queries) requireVector(query, dimensions, 'the query')
      }
      const rate = rateAmong(wanted, among)
      return oneByOne(queries, signal, (query) => (isZero(query) ? NOT_RATED : rate(query)))
    },
    async alike(a, b) {
      const [left, right] = [filledRows(a), filledRows(b)]
      const pairs = left.flatMap((one) =>
        right.map((other) => dotProduct(rowOf(rows, one), rowOf(rows, other))),
      )
      return pairs.length > 0 ? pairs.reduce((best, pair) => Math.max(best, pair)) : undefined
    },
    close: async () => undefined,
  }
}

const greater = (one: number | undefined, other: number): number =>
  one === undefined ? other : Math.max(one, other)

/** A first pass for all queries but the first: making it takes longer than comparing all once, as a query in a terminal does. */
function afterFirstQuery(open: () => FirstPass): FirstPass {
  let queries = 0
  let pass: FirstPass | undefined
  return (query, wanted, depth) => {
    if (wanted.length < FIRST_PASS_FROM || ++queries === 1) return wanted
    return (pass ??= open())(query, wanted, depth)
  }
}

/** One vector a row, rows numbered as `keyed` tells. */
interface Layout<Key extends string> {
  keyed: KeyedTexts<Key>
  vectors: Float32Array[]
  /** `1` for each row that has nothing but zeros, and so is found by nothing. */
  isZeros: Uint8Array
}

interface Sorted<Key extends string> {
  texts: VectorDocument<Key>[]
  keyed: KeyedTexts<Key>
}

function asTheyAre<Key extends string>({ texts, keyed }: Sorted<Key>): Layout<Key> {
  const vectors = texts.map(({ vector }) => vector)
  return { keyed, vectors, isZeros: Uint8Array.from(vectors, (vector) => (isZero(vector) ? 1 : 0)) }
}

/** A row a key: the mean of its vectors. Products with it are the means of the products with them. */
function meanByKey<Key extends string>(sorted: Sorted<Key>, dimensions: number): Layout<Key> {
  const { keys, starts } = sorted.keyed
  const texts = asTheyAre(sorted)
  const vectors = keys.map((_, key) =>
    meanOf(texts.vectors.slice(starts[key], starts[key + 1]), dimensions),
  )
  const isZeros = Uint8Array.from(keys, (_, key) =>
    texts.isZeros.subarray(starts[key], starts[key + 1]).every(Boolean) ? 1 : 0,
  )
  const ones = Uint32Array.from({ length: keys.length + 1 }, (_, key) => key)
  return { keyed: { keys, starts: ones }, vectors, isZeros }
}

function meanOf(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const mean = new Float64Array(dimensions)
  for (const vector of vectors) {
    for (let i = 0; i < dimensions; i++) {
      mean[i] = (mean[i] as number) + (vector[i] as number) / vectors.length
    }
  }
  return Float32Array.from(mean)
}

function sharedLength(documents: readonly VectorDocument<string>[]): number {
  const dimensions = documents[0]?.vector.length ?? 0
  for (const { key, vector } of documents) requireVector(vector, dimensions, `“${key}”`)
  return dimensions
}

/** The rows a search looks at, rising. */
function subsets<Key extends string>(keyed: KeyedTexts<Key>, isZeros: Uint8Array) {
  const everything = Uint32Array.from([...isZeros.keys()].filter((row) => isZeros[row] === 0))
  const known = new WeakMap<ReadonlySet<Key>, Uint32Array>()
  return (among: ReadonlySet<Key> | undefined): Uint32Array => {
    if (!among) return everything
    const rows =
      known.get(among) ??
      Uint32Array.from(
        keyed.keys
          .flatMap((key, number) => (among.has(key) ? textsOf(keyed, number) : []))
          .filter((row) => isZeros[row] === 0),
      )
    known.set(among, rows)
    return rows
  }
}
