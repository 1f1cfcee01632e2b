import type { Hit, Pooling, Rating } from './hit'

/** One analysed text; several may stand for one key. */
export interface LexicalDocument<Key extends string> {
  key: Key
  /** Analysed terms in order, repetitions included. */
  terms: readonly string[]
  /**
   * What each of them counts, above 0; absent: 1. A text is as long as its terms count together.
   */
  weights?: readonly number[]
}

/** How keys are scored, whether they are searched or named. */
export interface LexicalScoring<Key extends string> {
  /**
   * Restricts the search to some keys; statistics such as IDF are then those of that subset alone,
   * and kept with the set: use one set for many searches, and do not change it.
   */
  among?: ReadonlySet<Key>
  /**
   * Documents that stand for their keys this time, in place of all texts these have. What is known
   * of all texts, such as how rare a term is, stays as it is.
   */
  instead?: readonly LexicalDocument<Key>[]
  /** Term saturation, 0 or more; Lucene's default is 1.2. */
  k1: number
  /** Length normalisation, 0…1; Lucene's default is 0.75. */
  b: number
  /**
   * How many of the first hits say what each term added, of the best text or on average, as the
   * index pools; left out: none.
   */
  explain?: number
  signal?: AbortSignal
}

export interface LexicalSearch<Key extends string> extends LexicalScoring<Key> {
  /** The most hits wanted of each query. */
  depth: number
  /**
   * Told where an index gives no more hits than so many, though more are wanted and may be there.
   */
  onMost?: ((most: number) => void) | undefined
}

/**
 * Exact BM25 over texts, with Lucene's idf = ln(1 + (N − df + ½) / (df + ½)), where N counts the
 * texts that hold any term. Hits come by falling score, ties by key; keys that match nothing are
 * left out.
 */
export interface LexicalIndex<Key extends string> {
  /** How many keys there are. */
  readonly size: number
  /**
   * Set where it is searched where it lies: hits are scored exactly, but some may be missed;
   * spreads are estimates, also for the keys of a set; statistics are those of all texts. No texts
   * can be put in place of others.
   */
  readonly isInPlace?: true
  /**
   * `lists[i]` belongs to `queries[i]`, a query being its terms, analysed like the documents; a
   * repeated term counts each time.
   */
  search(queries: readonly (readonly string[])[], search: LexicalSearch<Key>): Promise<Hit<Key>[][]>
  /** `ratings[i]` belongs to `queries[i]`; keys that match nothing count 0 in the spread. */
  rate(
    queries: readonly (readonly string[])[],
    keys: readonly Key[],
    scoring: LexicalScoring<Key>,
  ): Promise<Rating<Key>[]>
  /** N of the idf: how many texts of these keys hold any term; of all keys where none are named. */
  textsWithTerms(among?: ReadonlySet<Key>): Promise<number>
  /**
   * Whether a text with exactly these terms, counting as much, in any order, stands for the key.
   */
  holds(document: LexicalDocument<Key>): boolean
  /**
   * The index with these texts in place of all that stand for some keys; one without any is gone.
   * This one stays as it is. Takes as long as copying the index does, however many keys are named.
   */
  withTexts(
    replaced: ReadonlyMap<Key, readonly Omit<LexicalDocument<Key>, 'key'>[]>,
  ): LexicalIndex<Key>
  /** The index as bytes, for {@link UnpackLexicalIndex}. */
  pack(): Uint8Array
}

/**
 * The index that was packed; nothing where the bytes were packed by another version of the program.
 */
export type UnpackLexicalIndex = <Key extends string>(
  bytes: Uint8Array,
) => LexicalIndex<Key> | undefined

/** Pools by best where not told otherwise. */
export type BuildLexicalIndex = <Key extends string>(
  documents: readonly LexicalDocument<Key>[],
  pooling?: Pooling,
) => LexicalIndex<Key>
