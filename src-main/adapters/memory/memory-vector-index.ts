import { requireVector } from '../../domain/model/vector'
import type { Hit, Pooling } from '../../ports/hit'
import type { BuildVectorIndex, VectorDocument, VectorIndex } from '../../ports/vector-index'
import { firstPass, type FirstPass } from './first-pass/first-pass'
import {
  numberOf,
  numbersAmong,
  poolScores,
  sortByKey,
  textsOfAll,
  type KeyedTexts,
  type ScoredKeys,
} from './keyed-texts'
import { oneByOne, NOT_RATED, sampleEvenly, spreadOf } from './rating'
import { rowScores } from './row-scores'
import { topDocuments } from './top-documents'
import { dotProduct, isZero, rowOf, vectorRows, type VectorRows } from './vector-rows'

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
  const { keyed, rows, isZeros } = inRows(
    pooling === 'mean' ? meanByKey(sorted, dimensions) : asTheyAre(sorted),
    dimensions,
  )
  const { rowsAmong, sampleAmong, filledRows } = filledRowsOf(keyed, isZeros)
  const pool = poolScores(keyed, 'best')
  const scores = rowScores(rows)
  const passFor = afterFirstQuery(() => firstPass(rows, keyed, pool))
  return {
    size: keyed.keys.length,
    async search(queries, { depth, among, signal }) {
      signal?.throwIfAborted()
      if (keyed.keys.length === 0) return queries.map(() => [])
      for (const query of queries) requireVector(query, dimensions, 'the query')
      const wanted = rowsAmong(among)
      // Where all that there are are wanted, it could leave nothing out.
      const isCut = depth < Math.min(keyed.keys.length, wanted.length)
      const pass = isCut ? await passFor(wanted.length, queries.length) : undefined
      return oneByOne(queries, signal, (query) => {
        if (isZero(query)) return []
        if (!pass || scores.keeps(query)) {
          return bestOf(keyed, pool(wanted, scores.of(query, wanted)), depth)
        }
        const passed = pass(query, wanted, depth)
        return bestOf(keyed, pool(passed, scores.once(query, passed)), depth)
      })
    },
    async rate(queries, wanted, { among, signal }) {
      signal?.throwIfAborted()
      if (keyed.keys.length > 0) {
        for (const query of queries) requireVector(query, dimensions, 'the query')
      }
      const sample = sampleAmong(among)
      const keys = wanted.filter((key) => !among || among.has(key))
      const rated = Uint32Array.from(keys.flatMap(filledRows))
      return oneByOne(queries, signal, (query) => {
        if (isZero(query)) return NOT_RATED
        // What was searched is mostly rated next: some of its rows' scores are there already.
        const spread = spreadOf(pool(sample, scores.once(query, sample)))
        return { hits: bestOf(keyed, pool(rated, scores.once(query, rated)), Infinity), spread }
      })
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

const bestOf = <Key extends string>(
  keyed: KeyedTexts<Key>,
  { keys, scores }: ScoredKeys,
  depth: number,
): Hit<Key>[] =>
  topDocuments(keys, scores, depth).map((key) => ({
    key: keyed.keys[key] as Key,
    score: scores[key] as number,
  }))

/**
 * A first pass for all searches but the first, where that is for one query: making it takes longer than comparing all once,
 * as a query in a terminal does. None where few rows are wanted.
 */
function afterFirstQuery(open: () => Promise<FirstPass>) {
  let asked = 0
  let pass: Promise<FirstPass> | undefined
  return async (rows: number, queries: number): Promise<FirstPass | undefined> => {
    if (rows < FIRST_PASS_FROM) return undefined
    asked += queries
    return asked > 1 ? (pass ??= open()) : undefined
  }
}

/** One vector a row, rows numbered as `keyed` tells. */
interface Layout<Key extends string> {
  keyed: KeyedTexts<Key>
  vectors: Float32Array[]
  /** `1` for each row that has nothing but zeros, and so is found by nothing. */
  isZeros: Uint8Array
}

/** The vectors as rows alone: an index that held on to what its rows are copied from would hold them twice. */
const inRows = <Key extends string>(
  { vectors, ...layout }: Layout<Key>,
  dimensions: number,
): Omit<Layout<Key>, 'vectors'> & { rows: VectorRows } => ({
  ...layout,
  rows: vectorRows(vectors, dimensions),
})

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

/** Rows that are not zeros: those a search looks at, those of a sample of all keys that it would compare, and a key's own. */
function filledRowsOf<Key extends string>(keyed: KeyedTexts<Key>, isZeros: Uint8Array) {
  const all = [...keyed.keys.keys()]
  const numbersIn = numbersAmong(keyed)
  const areAllFilled = !isZeros.includes(1)
  const filled = (numbers: readonly number[]): Uint32Array => {
    const rows = textsOfAll(keyed, numbers)
    return areAllFilled ? rows : rows.filter((row) => isZeros[row] === 0)
  }
  return {
    rowsAmong: subsets<Key>(filled(all), (among) => filled(numbersIn(among))),
    sampleAmong: subsets<Key>(filled(sampleEvenly(all)), (among) =>
      filled(sampleEvenly(numbersIn(among))),
    ),
    filledRows(key: Key): readonly number[] {
      const number = numberOf(keyed, key)
      return number === undefined ? [] : [...filled([number])]
    },
  }
}

/** Rows, rising: everything, or those that belong to a set, kept as long as it lives. */
function subsets<Key extends string>(
  everything: Uint32Array,
  rowsOf: (among: ReadonlySet<Key>) => Uint32Array,
) {
  const known = new WeakMap<ReadonlySet<Key>, Uint32Array>()
  return (among: ReadonlySet<Key> | undefined): Uint32Array => {
    if (!among) return everything
    const rows = known.get(among) ?? rowsOf(among)
    known.set(among, rows)
    return rows
  }
}
