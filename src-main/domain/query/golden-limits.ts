/**
 * What a golden query that is written here may hold. What was imported with more stays, and keeps
 * it.
 */
export const GOLDEN = {
  /**
   * Characters of a query or an earlier turn: requests are far shorter, and what is longer is a
   * text that was pasted.
   */
  longestText: 4_000,
  mostTurns: 50,
  mostTools: 100,
  mostTags: 20,
  longestTag: 60,
  mostCalls: 20,
  /** Characters of one call's arguments as JSON. */
  longestArguments: 20_000,
  /** Scales of relevance end far below. */
  highestGrade: 1_000,
  longestSetName: 100,
  /** Queries of one set to which others are still added: every change writes the set whole. */
  mostQueries: 20_000,
  mostSets: 200,
} as const

/** Characters of the reason for measuring on a test set. */
export const LONGEST_WHY = 300
