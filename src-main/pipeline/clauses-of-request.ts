/**
 * What a request is made of that asks for several things, or tells a story before it asks. See
 * `planning/clauses.ts`.
 */
export interface Clauses {
  /** What is to be searched on its own; nothing where that would be the request as it stands. */
  wishes: string[]
  /** Clauses that only tell where the wishes come from. */
  context: string[]
}

/** Characters of a clause, and of all together, that the trace shows of context. */
const SHOWN = 100
const MOST_SHOWN = 500

/** What the trace says of the clauses that are not searched on their own. */
export function contextNote({ context }: Clauses): { context?: string } {
  if (context.length === 0) return {}
  const shown = context.map((clause) => clause.slice(0, SHOWN)).join(' · ')
  return { context: shown.slice(0, MOST_SHOWN) }
}
