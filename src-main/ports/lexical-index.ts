import type { Hit, Pooling } from './hit'

export interface LexicalDocument<Key extends string> {
  key: Key
  /** Analysed terms in order, repetitions included. */
  terms: readonly string[]
}
export interface LexicalSearch<Key extends string> {
  depth: number
  among?: ReadonlySet<Key> | undefined
  k1: number
  b: number
  explain?: boolean
  signal?: AbortSignal
}
export interface LexicalIndex<Key extends string> {
  readonly size: number
  search(queries: readonly (readonly string[])[], search: LexicalSearch<Key>): Promise<Hit<Key>[][]>
}
export type BuildLexicalIndex = <Key extends string>(
  documents: readonly LexicalDocument<Key>[],
  pooling?: Pooling,
) => LexicalIndex<Key>
