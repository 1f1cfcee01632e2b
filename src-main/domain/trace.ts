import { z } from 'zod'
import { Shape } from './query'

/** What one stage did with one query. */
export interface TraceStep {
  stage: string
  /** The options that shaped the step, as a reader would want them. */
  settings: Record<string, string | number | boolean>
  input: Shape
  output: Shape
  latencyMs: number
  llmCalls: number
  /** Tokens spent on models, prompt and answer together. */
  tokens: number
  /** Why the step passed its input on instead of doing its work. */
  degraded?: string
  /** The steps of branches that ran side by side, one list a branch. */
  branches: TraceStep[][]
}

export const TraceStep: z.ZodType<TraceStep> = z.lazy(() =>
  z.object({
    stage: z.string(),
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    input: Shape,
    output: Shape,
    latencyMs: z.number(),
    llmCalls: z.number().int(),
    tokens: z.number().int(),
    degraded: z.string().optional(),
    branches: z.array(z.array(TraceStep)),
  }),
)
