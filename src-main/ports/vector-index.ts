import type { Hit, Pooling } from './hit'

export interface VectorDocument<Key extends string> {
  key: Key
  vector: Float32Array
}
export interface VectorSearch<Key extends string> {
  depth: number
  among?: ReadonlySet<Key> | undefined
  signal?: AbortSignal
}
export interface VectorIndex<Key extends string> {
  readonly size: number
  search(vectors: readonly Float32Array[], search: VectorSearch<Key>): Promise<Hit<Key>[][]>
  alike(a: Key, b: Key): Promise<number | undefined>
  close(): Promise<void>
}
export type BuildVectorIndex = <Key extends string>(
  documents: readonly VectorDocument<Key>[],
  pooling?: Pooling,
) => VectorIndex<Key>
