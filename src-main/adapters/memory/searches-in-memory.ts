/** Numbers held of searches before: a megabyte. */
const HELD = 131_072
/**
 * A request and its clauses are searched side by side, then rated: so long is held what each of
 * them scored.
 */
const MOST_HELD = 16

/** How many searches before are held that each scored this many documents, at least one. */
export const mostSearchesHeld = (documents: number): number =>
  Math.max(1, Math.min(MOST_HELD, Math.floor(HELD / Math.max(1, documents))))
