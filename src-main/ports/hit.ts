/** How the texts of one key make one score: the best of theirs, or their mean, in which a text that matches nothing counts 0. */
export type Pooling = 'best' | 'mean'

export interface Hit<Key extends string> {
  key: Key
  score: number
  /** What each matched term added, where `explain` is set; together they make the score. */
  terms?: Record<string, number>
}
