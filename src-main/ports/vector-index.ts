import type { Hit, Pooling } from './hit'

/** A text as its embedder sees it. Several may stand for one key. */
export interface VectorDocument<Key extends string> {
  key: Key
  /** Of unit length, or all zeros where the embedder knows no word of the text: that is never found. All are equally long. */
  vector: Float32Array
}

export interface VectorSearch<Key extends string> {
  /** The most hits wanted for each query. */
  depth: number
  /** Restricts the search to some keys: use one set for many searches, and do not change it. */
  among?: ReadonlySet<Key> | undefined
  signal?: AbortSignal
}

/** Search by cosine. Hits come by falling score, ties by key. */
export interface VectorIndex<Key extends string> {
  /** Keys. */
  readonly size: number
  /**
   * `lists[i]` belongs to `vectors[i]`, of unit length; a vector of zeros finds nothing.
   * @throws Problem `bad-input` on a vector of the wrong length or not finite.
   */
  search(vectors: readonly Float32Array[], search: VectorSearch<Key>): Promise<Hit<Key>[][]>
  /** Cosine of two keys' texts: the best of all pairs, or their mean, as the index pools. Undefined where one has no vector. */
  alike(one: Key, other: Key): Promise<number | undefined>
  close(): Promise<void>
}

/** @throws Problem `bad-input` on vectors of different lengths or not finite. */
export type BuildVectorIndex = <Key extends string>(
  documents: readonly VectorDocument<Key>[],
  pooling?: Pooling,
) => VectorIndex<Key>
