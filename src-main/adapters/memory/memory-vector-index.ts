import { requireVector } from '../../domain/model/vector'
import type { Hit, Pooling } from '../../ports/hit'
import type { BuildVectorIndex, VectorDocument, VectorIndex } from '../../ports/vector-index'
import { firstPass, QUERIES_AT_ONCE, type FirstPass } from './first-pass/first-pass'
import { mostSearchesHeld } from './searches-in-memory'
import {
  numberOf,
  numbersAmong,
  poolScores,
  sortByKey,
  textsOfAll,
  type KeyedTexts,
  type ScoredKeys,
} from './keyed-texts'
import { NOT_RATED, oneByOne, sampleEvenly, spreadOf } from './rating'
import { withVectors } from './replaced-vectors'
import { topDocuments } from './top-documents'
import {
  dotProduct,
  isZero,
  meanOf,
  vectorRows,
  vectorRowsInTurns,
  type VectorRows,
} from './vector-rows'

/**
 * The number of rows wanted from which on a first pass is worth its while: comparing fewer takes a
 * fraction of a millisecond.
 */
const FIRST_PASS_FROM = 1_000

/**
 * An exact index in memory. Where there are many rows, a first pass in eight bits says which to
 * compare; the hits and their scores are those of comparing all. Which rows an `among` set stands
 * for is kept as long as the set lives.
 */
export function buildMemoryVectorIndex<Key extends string>(
  documents: readonly VectorDocument<Key>[],
  pooling: Pooling = 'best',
): VectorIndex<Key> {
  const dimensions = lengthOf(documents)
  for (const document of documents) requireLength(document, dimensions)
  const { vectors, ...layout } = layoutOf(documents, pooling, dimensions)
  return indexOf({ ...layout, rows: vectorRows(vectors, dimensions) }, pooling)
}

/** The same, in turns: copying 100,000 vectors takes a quarter of a second. */
export const buildVectorIndexInTurns: BuildVectorIndex = async (documents, pooling = 'best') => {
  const dimensions = lengthOf(documents)
  await oneByOne(documents, undefined, (document) => requireLength(document, dimensions))
  const { vectors, ...layout } = layoutOf(documents, pooling, dimensions)
  await new Promise(setImmediate)
  return indexOf({ ...layout, rows: await vectorRowsInTurns(vectors, dimensions) }, pooling)
}

/** The rows alone: an index that held on to what they are copied from would hold them twice. */
function indexOf<Key extends string>(
  { keyed, isZeros, rows }: Omit<Layout<Key>, 'vectors'> & { rows: VectorRows },
  pooling: Pooling,
): VectorIndex<Key> {
  const { dimensions } = rows
  const { rowsAmong, sampleAmong, filledRows } = filledRowsOf(keyed, isZeros)
  const pool = poolScores(keyed, 'best')
  const scores = rowScores(rows)
  const passFor = afterFirstQuery(() => firstPass(rows, keyed))
  const index: VectorIndex<Key> = {
    size: keyed.keys.length,
    async search(queries, { depth, among, signal }) {
      signal?.throwIfAborted()
      if (keyed.keys.length === 0) return queries.map(() => [])
      for (const query of queries) requireVector(query, dimensions, 'the query')
      const wanted = rowsAmong(among)
      // Where all that there are are wanted, it could leave nothing out.
      const isCut = depth < Math.min(keyed.keys.length, wanted.length)
      const pass = isCut ? await passFor(wanted.length, queries.length) : undefined
      return oneByOne(queries, signal, (query, at) => {
        if (isZero(query)) return []
        if (!pass || scores.keeps(query)) {
          return bestOf(keyed, pool(wanted, scores.of(query, wanted)), depth)
        }
        const next = queries.slice(at + 1, at + QUERIES_AT_ONCE)
        const behind = next.filter((each) => !scores.keeps(each))
        const passed = pass(query, { wanted, depth, behind })
        return bestOf(keyed, pool(passed, scores.once(query, passed)), depth)
      })
    },
    async rate(queries, wanted, { among, signal }) {
      signal?.throwIfAborted()
      if (keyed.keys.length > 0) {
        for (const query of queries) requireVector(query, dimensions, 'the query')
      }
      const sample = sampleAmong(among)
      const rated = filledRows(among ? wanted.filter((key) => among.has(key)) : wanted)
      return oneByOne(queries, signal, (query) => {
        if (isZero(query)) return NOT_RATED
        // What was searched is mostly rated next: some of its rows' scores are there already.
        const spread = spreadOf(pool(sample, scores.once(query, sample)))
        return { hits: bestOf(keyed, pool(rated, scores.once(query, rated)), Infinity), spread }
      })
    },
    async alike(a, b) {
      const vectorsOf = (key: Key) => [...filledRows([key])].map((row) => rows.row(row))
      const others = vectorsOf(b)
      const pairs = vectorsOf(a).flatMap((one) => others.map((other) => dotProduct(one, other)))
      return pairs.length > 0 ? pairs.reduce((best, pair) => Math.max(best, pair)) : undefined
    },
    withVectors(replaced) {
      if (replaced.size <= MOST_OVERLAID) {
        return withVectors({ index, keys: keyed.keys, pooling, dimensions }, replaced)
      }
      const added = [...replaced].flatMap(([key, own]) => own.map((vector) => ({ key, vector })))
      return buildMemoryVectorIndex([...documentsBut(replaced, keyed, rows), ...added], pooling)
    },
  }
  return index
}

/**
 * Keys replaced that a search compares one by one: of more, all in one index are searched in half
 * the time.
 */
const MOST_OVERLAID = 200

/**
 * The documents of all keys but some. Of a key whose vectors were pooled there is their mean, which
 * is pooled as what it is.
 */
const documentsBut = <Key extends string>(
  replaced: ReadonlyMap<Key, unknown>,
  { keys, starts }: KeyedTexts<Key>,
  rows: VectorRows,
): VectorDocument<Key>[] =>
  keys.flatMap((key, at) =>
    replaced.has(key)
      ? []
      : Array.from({ length: (starts[at + 1] ?? 0) - (starts[at] ?? 0) }, (_, text) => ({
          key,
          vector: rows.row((starts[at] ?? 0) + text),
        })),
  )

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
 * A first pass for all searches but the first, where that is for one query: making it takes longer
 * than comparing all once, as a query in a terminal does. None where few rows are wanted.
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

function layoutOf<Key extends string>(
  documents: readonly VectorDocument<Key>[],
  pooling: Pooling,
  dimensions: number,
): Layout<Key> {
  const sorted = sortByKey<Key, VectorDocument<Key>>(documents)
  return pooling === 'mean' ? meanByKey(sorted, dimensions) : asTheyAre(sorted)
}

interface Sorted<Key extends string> {
  texts: VectorDocument<Key>[]
  keyed: KeyedTexts<Key>
}

function asTheyAre<Key extends string>({ texts, keyed }: Sorted<Key>): Layout<Key> {
  const vectors = texts.map(({ vector }) => vector)
  return { keyed, vectors, isZeros: Uint8Array.from(vectors, (vector) => (isZero(vector) ? 1 : 0)) }
}

/**
 * A row a key: the mean of its vectors. Products with it are the means of the products with them.
 */
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

const lengthOf = (documents: readonly VectorDocument<string>[]): number =>
  documents[0]?.vector.length ?? 0

const requireLength = ({ key, vector }: VectorDocument<string>, dimensions: number): void =>
  requireVector(vector, dimensions, `“${key}”`)

/**
 * Rows that are not zeros: those a search looks at, those of a sample of all keys that it would
 * compare, and those of some keys.
 */
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
    filledRows: (keys: readonly Key[]): Uint32Array =>
      filled(keys.flatMap((key) => numberOf(keyed, key) ?? [])),
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

/** Scores kept of queries that are searched again and again, all together: 64 MB. */
const MOST_KEPT = 8_000_000

/**
 * A query's scores by row. They do not depend on what else is searched, so that a row is compared
 * with a query once.
 */
interface RowScores {
  /** Scores with the `wanted` rows set: they hold for some further calls. */
  of(query: Float32Array, wanted: Uint32Array): Float64Array
  /** As {@link of}, for one look only. */
  once(query: Float32Array, wanted: Uint32Array): Float64Array
  /** Whether scores of this query are kept as long as the query lives. */
  keeps(query: Float32Array): boolean
}

/**
 * Scores of the latest queries, and for longer those of queries that come back, as those of an
 * experiment on catalogs of many sizes do.
 * @param mostKept scores kept of these
 */
export function rowScores(rows: VectorRows, mostKept = MOST_KEPT): RowScores {
  const { count } = rows
  const most = Math.floor(mostKept / Math.max(1, count))
  let kept = new WeakMap<Float32Array, Float64Array>()
  let room = most
  let refused = 0
  const asked = new WeakSet<Float32Array>()
  /** The latest first. */
  let latest: { query: Float32Array; scores: Float64Array }[] = []
  let spare: Float64Array | undefined

  const keepIfBack = (query: Float32Array): boolean => {
    const isBack = asked.has(query)
    asked.add(query)
    if (!isBack) return false
    // What fills all room may be of no use any longer.
    if (room === 0 && ++refused > 2 * most) [kept, room, refused] = [new WeakMap(), most, 0]
    if (room === 0) return false
    room--
    return true
  }
  const unset = () => new Float64Array(count).fill(NaN)
  const missed = new Uint32Array(count)
  /** Those of the rows that have no score yet; it holds until the next call. */
  const missing = (wanted: Uint32Array, scores: Float64Array): Uint32Array => {
    let found = 0
    for (let at = 0; at < wanted.length; at++) {
      const row = wanted[at] as number
      if (Number.isNaN(scores[row])) missed[found++] = row
    }
    return missed.subarray(0, found)
  }
  const scoresOf = (query: Float32Array): Float64Array => {
    const lasting = kept.get(query)
    if (lasting) return lasting
    const recent = latest.find((each) => each.query === query)
    if (keepIfBack(query)) {
      const scores = recent ? Float64Array.from(recent.scores) : unset()
      kept.set(query, scores)
      return scores
    }
    if (recent) return recent.scores
    const isFull = latest.length === mostSearchesHeld(count)
    const scores = (isFull ? latest.pop()?.scores.fill(NaN) : undefined) ?? unset()
    latest = [{ query, scores }, ...latest]
    return scores
  }
  return {
    of(query, wanted) {
      const scores = scoresOf(query)
      rows.score(query, missing(wanted, scores), scores)
      return scores
    },
    once(query, wanted) {
      const known = kept.get(query) ?? latest.find((each) => each.query === query)?.scores
      const scores = known ?? (spare ??= unset())
      rows.score(query, known ? missing(wanted, known) : wanted, scores)
      return scores
    },
    keeps: (query) => kept.has(query),
  }
}
