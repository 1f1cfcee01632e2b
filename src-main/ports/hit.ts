/** How the texts that stand for one key make one score; for `mean`, a text that matches nothing counts 0. */
export type Pooling = 'best' | 'mean'

export interface Hit<Key extends string> {
  key: Key
  score: number
  /** What each matched term added, when asked for. */
  terms?: Record<string, number>
}
