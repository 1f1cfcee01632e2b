import type { Clauses } from '../clauses-of-request'

/** How a request is read where no model reads it. */
export interface Reading {
  /**
   * Its clauses where it asks for several things or tells a story before it asks, see `clauses.ts`.
   */
  clausesOf: (text: string) => Clauses
  /** Its words that carry a wish: without English stop words. */
  contentWordsOf: (text: string) => readonly string[]
  /** Its words as they are compared: stemmed, without stop words. */
  termsOf: (text: string) => readonly string[]
}

/** What begins a request that goes on with the last one. */
const GOES_ON =
  /^\s*(?:and |but |or |so |then |what about|how about|what if|same |the same|again|also|instead|now (?:with|for|in)\b|try )/i
/** What stands for something said before. */
const STANDS_FOR = /\b(?:it|its|that|this|these|those|them|they|there|one|ones|same)\b/i
/** A request of more words that carry a wish says itself what it wants. */
const MOST_WORDS = 6

/**
 * Whether a request goes on with what was said before, rather than beginning anew. By rule, for
 * English.
 */
export const goesOn = (
  text: string,
  { contentWordsOf }: Pick<Reading, 'contentWordsOf'>,
): boolean =>
  GOES_ON.test(text) || (STANDS_FOR.test(text) && contentWordsOf(text).length <= MOST_WORDS)
