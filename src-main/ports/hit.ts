/**
 * How the texts of one key make one score: the best of theirs, or their mean, in which a text that
 * matches nothing counts 0.
 */
export type Pooling = 'best' | 'mean'

/** How the scores of all keys lie, those that no list shows included. */
export interface Spread {
  mean: number
  /** Standard deviation. */
  deviation: number
}

/** What some keys score, and what that is worth among all. */
export interface Rating<Key extends string> {
  /** Of the keys asked for, those that a search of any depth would find, in its order. */
  hits: Hit<Key>[]
  spread: Spread
}

export interface Hit<Key extends string> {
  key: Key
  score: number
  /** What each matched term added, where `explain` asks for it; together they make the score. */
  terms?: Record<string, number>
}
