/** Edges of one tool. Published graphs have 25 at most; this many would fill any model's context. */
export const MOST_EDGES = 500

/** Characters of why a tool is needed: a paragraph. */
export const LONGEST_REASON = 1000
