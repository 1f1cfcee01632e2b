import { z } from 'zod'
import { DependencyKind, ToolId } from '../tool/tool'

/** How often a tool was given only because of an edge, and was golden for the query or not. */
export const EarnedEdge = z.object({
  from: ToolId,
  on: ToolId,
  edge: DependencyKind,
  right: z.number().int(),
  wrong: z.number().int(),
})
export type EarnedEdge = z.infer<typeof EarnedEdge>

/** What edges earned in a run at one k. */
export const EarnedEdges = z.object({
  /** Queries that took tools along, and how many of them were asked again for this. */
  queries: z.number().int(),
  asked: z.number().int(),
  /** Edges that brought a tool in any of these. */
  total: z.number().int(),
  /** The most useful first, and the most harmful last; of many, those at both ends. */
  edges: z.array(EarnedEdge),
})
export type EarnedEdges = z.infer<typeof EarnedEdges>
