import type { Hit, Pooling, Rating } from './hit'

/** The vector of one text; several may stand for one key. */
export interface VectorDocument<Key extends string> {
  key: Key
  /**
   * Of unit length, or zeros for a text that is like nothing; all of one index are equally long.
   */
  vector: Float32Array
}

/** Which keys are compared. */
interface VectorScoring<Key extends string> {
  /**
   * Restricts the search to some keys; what is worked out for a set is kept with it, so do not
   * change it.
   */
  among?: ReadonlySet<Key>
  signal?: AbortSignal
}

export interface VectorSearch<Key extends string> extends VectorScoring<Key> {
  /** The most hits wanted of each query. */
  depth: number
  /**
   * Told where an index gives no more hits than so many, though more are wanted and may be there.
   */
  onMost?: ((most: number) => void) | undefined
}

/**
 * Cosine similarity of texts. Hits come by falling score, ties by key; keys without a vector, or
 * with one of zeros, are left out.
 */
export interface VectorIndex<Key extends string> {
  /** How many keys there are. */
  readonly size: number
  /** Set where it is searched where it lies: hits are scored exactly, but some may be missed. */
  readonly isInPlace?: true
  /**
   * `lists[i]` belongs to `vectors[i]`, which has unit length and the documents' dimensions; one of
   * zeros finds nothing.
   * @throws Problem `bad-input` on a vector of the wrong length or not finite; `unreadable` where
   * vectors kept on disk turn out to be damaged: they are then removed, to be embedded again.
   */
  search(vectors: readonly Float32Array[], search: VectorSearch<Key>): Promise<Hit<Key>[][]>
  /**
   * `ratings[i]` belongs to `vectors[i]`, as for {@link search}. The spread is that of a sample of
   * all keys that have a vector, the same for every query; a query of zeros has none: it is 0.
   * @throws Problem as {@link search}.
   */
  rate(
    vectors: readonly Float32Array[],
    keys: readonly Key[],
    scoring: VectorScoring<Key>,
  ): Promise<Rating<Key>[]>
  /**
   * Cosine similarity of two keys, pooled over all pairs of a text of the one with a text of the
   * other: the best pair's, or the mean of all pairs, in which a pair with a vector of zeros counts
   * 0. Nothing where either key has no vector but zeros.
   * @throws Problem as {@link search}.
   */
  alike(a: Key, b: Key): Promise<number | undefined>
  /**
   * The index with these vectors in place of all that stand for some keys; one without any is gone.
   * This one stays as it is. The rest is not copied, so a search takes the longer the more keys
   * were replaced, one after the other included.
   */
  withVectors(replaced: ReadonlyMap<Key, readonly Float32Array[]>): VectorIndex<Key>
}

/**
 * Pools by best where not told otherwise. Of many documents others have their turn meanwhile.
 * @throws Problem `bad-input` on vectors of different lengths or not finite.
 */
export type BuildVectorIndex = <Key extends string>(
  documents: readonly VectorDocument<Key>[],
  pooling?: Pooling,
) => VectorIndex<Key> | Promise<VectorIndex<Key>>
