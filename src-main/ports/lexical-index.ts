import type { Hit, Pooling } from './hit'

/** A text made ready for search. Several may stand for one key. */
export interface LexicalDocument<Key extends string> {
  key: Key
  /** Analysed terms in order, repetitions included. */
  terms: readonly string[]
}

export interface LexicalSearch<Key extends string> {
  /** The most hits wanted for each query. */
  depth: number
  /**
   * Restricts the search to some keys; statistics such as IDF are then those of that subset alone, and kept with the set:
   * use one set for many searches, and do not change it.
   */
  among?: ReadonlySet<Key> | undefined
  /** Term saturation, 0 or more; Lucene's default is 1.2. */
  k1: number
  /** Length normalisation, 0…1; Lucene's default is 0.75. */
  b: number
  /** Whether hits say what each term added. */
  explain?: boolean
  signal?: AbortSignal
}

/** Exact search by words. Hits come by falling score, ties by key; keys that match nothing are left out. */
export interface LexicalIndex<Key extends string> {
  /** Keys. */
  readonly size: number
  /**
   * Lucene's BM25: idf = ln(1 + (N − df + ½) / (df + ½)), over texts. `lists[i]` belongs to `queries[i]`: terms analysed
   * like the documents; a repeated term counts each time.
   */
  search(queries: readonly (readonly string[])[], search: LexicalSearch<Key>): Promise<Hit<Key>[][]>
}

export type BuildLexicalIndex = <Key extends string>(
  documents: readonly LexicalDocument<Key>[],
  pooling?: Pooling,
) => LexicalIndex<Key>
