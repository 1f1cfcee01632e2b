import { z } from 'zod'
import { Dependency, ToolId } from '../tool/tool'
import { PROPOSED } from './edge-words'
import { Verdict } from './verdict'

/** What an author decided of a proposed edge. Neither tool need be in the catalog now. */
export const EdgeDecision = z.object({
  from: ToolId,
  on: ToolId,
  verdict: Verdict,
  /** Why, in the author's words. */
  reason: z.string().max(PROPOSED.longestReason).optional(),
  /** What was decided at once, and is undone together. */
  batch: z.string().min(1),
  decidedAt: z.string(),
  /** The edge as proposed; of an accepted one, as it was written. */
  edge: Dependency,
})
export type EdgeDecision = z.infer<typeof EdgeDecision>

/** What a decision is kept under: one for each pair of tools. */
export const edgeKey = (from: ToolId, on: ToolId): string => JSON.stringify([from, on])
