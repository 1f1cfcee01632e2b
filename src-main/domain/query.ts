import { z } from 'zod'
import { ToolId } from './tool'

/** What a user asks, word for word. */
export const Query = z.object({ shape: z.literal('query'), text: z.string() })
export type Query = z.infer<typeof Query>

/** One independent thing to do, and the texts to search it with; `variations` holds at least the step itself. */
export const PlanStep = z.object({ text: z.string(), variations: z.array(z.string()).min(1) })
export type PlanStep = z.infer<typeof PlanStep>

export const QueryPlan = z.object({
  shape: z.literal('plan'),
  query: Query,
  steps: z.array(PlanStep).min(1),
})
export type QueryPlan = z.infer<typeof QueryPlan>

/** One addend or witness of a tool's score. */
export const ScorePart = z.object({
  /** What gave it, such as `bm25`, `cosine` or `rrf bm25`. */
  source: z.string(),
  score: z.number(),
  /** The tool's place (from 1) in that source's own ranking. */
  rank: z.number().int().optional(),
  /** What each matched term added, by the term as it was matched. */
  terms: z.record(z.string(), z.number()).optional(),
})
export type ScorePart = z.infer<typeof ScorePart>

export const RankedTool = z.object({
  tool: ToolId,
  score: z.number(),
  parts: z.array(ScorePart),
})
export type RankedTool = z.infer<typeof RankedTool>

/** Tools by falling score; equal scores by tool id. At most `depth` of them. */
export const Ranking = z.object({
  shape: z.literal('ranking'),
  plan: QueryPlan,
  tools: z.array(RankedTool),
})
export type Ranking = z.infer<typeof Ranking>

/** What an agent is given: the ranking's best, cut to `k`. */
export const ToolSet = z.object({
  shape: z.literal('tool-set'),
  query: Query,
  tools: z.array(RankedTool),
})
export type ToolSet = z.infer<typeof ToolSet>

export const Shape = z.discriminatedUnion('shape', [Query, QueryPlan, Ranking, ToolSet])
export type Shape = z.infer<typeof Shape>

export const queryOf = (text: string): Query => ({ shape: 'query', text })

/** The order of every ranking: by falling score, ties by tool id, so that a run is the same on every machine. */
export const byScore = (
  a: { score: number; tool: ToolId },
  b: { score: number; tool: ToolId },
): number => b.score - a.score || (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0)
