import { z } from 'zod'
import { ToolId } from '../tool/tool'
import { ProposedPart } from './text'

/** That a model was asked for one part of a tool's texts, and what came of it. */
export const PartAttempt = z.object({
  /** The version of the definition that it was shown; its author's layer does not count. */
  of: z.string().min(1).max(100),
  model: z.string(),
  /** With its version: `propose-questions@1`. */
  prompt: z.string(),
  at: z.string(),
  /** What was asked at once, and is forgotten together. */
  run: z.string().min(1),
  /** How long it took, in ms; 0 where the answer was known already. */
  tookMs: z.number().nonnegative(),
  /** Why the answer could not be used; absent where it was. */
  refused: z.string().max(2000).optional(),
})
export type PartAttempt = z.infer<typeof PartAttempt>

/**
 * What a model was asked of a tool, by part, so that a run that ends early goes on where it was.
 * The tool need not be in the catalog now.
 */
export const EnhancedTool = z.object({
  tool: ToolId,
  parts: z.partialRecord(ProposedPart, PartAttempt),
})
export type EnhancedTool = z.infer<typeof EnhancedTool>
