import { z } from 'zod'
import { PlacedTool, PlanStep, RankingOrder, SetGrounds, SetSize } from '../query/query'
import { RewrittenQuery } from '../query/golden-set'

export const Settings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
/** What shapes a stage's output besides its input, as a reader would want it. */
export type Settings = z.infer<typeof Settings>

/** What a step gave, without what it was given: that is what the step before gave. */
export const StepOutput = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('query'), text: z.string() }),
  z.object({
    shape: z.literal('plan'),
    steps: z.array(PlanStep),
    kept: z.array(PlacedTool),
    rewritten: RewrittenQuery.optional(),
    questions: z.array(z.string()).optional(),
  }),
  z.object({
    shape: z.literal('ranking'),
    order: RankingOrder,
    /** Tools in all; `tools` may hold only the first of them. */
    count: z.number().int(),
    /** Each with the witnesses that this step added. */
    tools: z.array(PlacedTool),
  }),
  z.object({
    shape: z.literal('tool-set'),
    size: SetSize,
    count: z.number().int(),
    tools: z.array(PlacedTool),
    grounds: SetGrounds.optional(),
  }),
])
export type StepOutput = z.infer<typeof StepOutput>

/** One question to a language model. */
export const ModelCall = z.object({
  /** The prompt's id and version: `decompose@2`. */
  prompt: z.string(),
  /** Tokens read and written by the model, all tries together; 0 where the answer was cached. */
  promptTokens: z.number().int(),
  answerTokens: z.number().int(),
  cached: z.boolean(),
  /** Whether the first answer did not fit and the model was asked once more. */
  repaired: z.boolean(),
})
export type ModelCall = z.infer<typeof ModelCall>

const EmbedStep = z.object({ call: z.number().int(), texts: z.number().int() })
type EmbedStep = z.infer<typeof EmbedStep>

/** What one stage did with one query. */
export interface TraceStep {
  /**
   * Where it stands in the run, the same in every run of the pipeline: `rerank`, or `each
   * step/steps[1]/rerank`.
   */
  path: string
  stage: string
  settings: Settings
  /** What it decided this time. */
  notes: Settings
  output: StepOutput
  latencyMs: number
  calls: ModelCall[]
  /**
   * The calls of an embedder that embedded texts for it, each with its number in the run, from 1,
   * and how many texts it added to that: steps that run side by side share one call, and a text
   * that two of them ask for is sent once.
   */
  embedded?: EmbedStep[] | undefined
  /** Why it passed its input on instead of doing its work. */
  degraded: string[]
  /** How many tools it was given or found and did not pass on, by reason. */
  dropped: { why: string; count: number }[]
  /** Words of the query as written, by the term they are matched as. */
  words?: Record<string, string> | undefined
  /** Whether the output was taken from another run that began alike. */
  shared: boolean
  /** The pipelines it ran inside. */
  branches: { label: string; steps: TraceStep[] }[]
}

export const TraceStep: z.ZodType<TraceStep> = z.lazy(() =>
  z.object({
    path: z.string(),
    stage: z.string(),
    settings: Settings,
    notes: Settings,
    output: StepOutput,
    latencyMs: z.number(),
    calls: z.array(ModelCall),
    embedded: z.array(EmbedStep).optional(),
    degraded: z.array(z.string()),
    dropped: z.array(z.object({ why: z.string(), count: z.number().int() })),
    words: z.record(z.string(), z.string()).optional(),
    shared: z.boolean(),
    branches: z.array(z.object({ label: z.string(), steps: z.array(TraceStep) })),
  }),
)

/** A recipe drawn: its stages in order, each with the pipelines it runs inside. */
export interface DiagramNode {
  stage: string
  inside: { label: string; nodes: DiagramNode[] }[]
}
export const DiagramNode: z.ZodType<DiagramNode> = z.lazy(() =>
  z.object({
    stage: z.string(),
    inside: z.array(z.object({ label: z.string(), nodes: z.array(DiagramNode) })),
  }),
)
