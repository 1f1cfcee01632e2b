import type { PlacedTool, PlanStep, RankingOrder, SetGrounds, SetSize } from '../query/query'
import type { RewrittenQuery } from '../query/golden-set'

/** What shapes a stage's output besides its input, as a reader would want it. */
export type Settings = Record<string, string | number | boolean>

/** What a step gave, without what it was given: that is what the step before gave. */
export type StepOutput =
  | { shape: 'query'; text: string }
  | {
      shape: 'plan'
      steps: PlanStep[]
      kept: PlacedTool[]
      rewritten?: RewrittenQuery | undefined
      questions?: string[] | undefined
    }
  | {
      shape: 'ranking'
      order: RankingOrder
      /** Tools in all; `tools` may hold only the first of them. */
      count: number
      /** Each with the witnesses that this step added. */
      tools: PlacedTool[]
    }
  | {
      shape: 'tool-set'
      size: SetSize
      count: number
      tools: PlacedTool[]
      grounds?: SetGrounds | undefined
    }

/** One question to a language model. */
export interface ModelCall {
  /** The prompt's id and version: `decompose@2`. */
  prompt: string
  /** Tokens read and written by the model, all tries together; 0 where the answer was cached. */
  promptTokens: number
  answerTokens: number
  cached: boolean
  /** Whether the first answer did not fit and the model was asked once more. */
  repaired: boolean
}

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
  embedded?: { call: number; texts: number }[] | undefined
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

/** A recipe drawn: its stages in order, each with the pipelines it runs inside. */
export interface DiagramNode {
  stage: string
  inside: { label: string; nodes: DiagramNode[] }[]
}
