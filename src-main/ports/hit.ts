/** How the texts that stand for one key make one score: the best of theirs, or the mean, where a text that matches nothing counts 0. */
export type Pooling = 'best' | 'mean'

export interface Hit<Key extends string> {
  key: Key
  score: number
  /** What each matched term added, when asked for. */
  terms?: Record<string, number>
}

/** The order of every list of hits: by falling score, equal ones by key. */
export const byHitScore = <Key extends string>(a: Hit<Key>, b: Hit<Key>): number =>
  b.score - a.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
