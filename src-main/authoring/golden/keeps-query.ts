import type { Judgement } from '../../domain/written-query'

/**
 * Whether a query is kept: its bundle solves it exactly, and with a tool less only in part (PTR, section 3). Of a single tool: it
 * solves the query, and its nearest neighbour does not.
 */
export const keepsQuery = (
  { whole, less }: { whole: Judgement; less?: Judgement | undefined },
  size: number,
): boolean =>
  whole.solving === 'exact' &&
  (size > 1
    ? less?.solving === 'partial'
    : // A catalog of one tool has no neighbour that could.
      less === undefined || less.solving === 'partial' || less.solving === 'none')
