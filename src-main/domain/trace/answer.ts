import { z } from 'zod'
import { TokensEstimated } from '../measure/tokens-estimated'
import { SetSize, Talk } from '../query/query'
import { RecipeOptions } from '../recipe/choice'
import { ToolId } from '../tool/tool'
import { byName } from '../value/by-name'
import { TraceStep } from './trace'

/**
 * An answer as it can be kept, run again and compared: what was asked of what, and what came of it.
 */
export const AnswerHead = z.object({
  query: z.string().min(1).max(10_000),
  turns: Talk.turns.default([]),
  held: Talk.held.default([]),
  recipe: z.string().max(200),
  options: RecipeOptions,
  size: SetSize,
  /** Tools wanted; absent where the recipe decides itself. */
  k: z.number().int().optional(),
  /** The embedder's name, where embeddings were compared. */
  embedder: z.string().max(500).optional(),
  /** As in {@link LanguageModel.fingerprint}, where the recipe asks a model. */
  model: z.string().max(1000).optional(),
  catalog: z.object({
    tools: z.number().int(),
    revision: z.number().int(),
    /** Equal where neither tools nor layers differ. */
    content: z.string().max(200),
  }),
  tools: z.array(ToolId).max(10_000),
  promptTokens: z.number().int(),
  tokensEstimated: TokensEstimated,
  latencyMs: z.number(),
  degraded: z.array(z.string()).max(1000),
  /** What to show of the tools whose name is not their id. */
  names: byName(z.object({ name: z.string(), server: z.string().optional() })),
})

/** An answer with what every step did. */
export const TracedAnswer = AnswerHead.extend({ steps: z.array(TraceStep).max(1000) })
export type TracedAnswer = z.infer<typeof TracedAnswer>

/** A kept answer without its steps. */
export const SavedTrace = AnswerHead.extend({
  id: z.string().min(1),
  name: z.string().trim().min(1).max(200),
  savedAt: z.string(),
  /** Tools kept of every list, where that is fewer than the answer told. */
  toolsKept: z.number().int().optional(),
})
export type SavedTrace = z.infer<typeof SavedTrace>
