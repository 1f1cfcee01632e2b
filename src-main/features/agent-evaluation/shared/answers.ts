import { z } from 'zod'
import { AgentOffer, type AgentOutcome, type AgentRun } from '../../../domain/agent/run'
import { Sample, type Estimate } from '../../../domain/run/run'
import type { JsonObject } from '../../../domain/tool/tool'
import type { ProblemReport } from '../../../contract/reply'
import { Dir } from '../../../contract/workspace'

/** What is measured: all offers on the same queries. */
export const Measurement = z.object({
  dir: Dir,
  goldenSet: z.string().describe('the golden set'),
  offers: z.array(AgentOffer).min(1).max(20).describe('which tools the model is given'),
  sample: Sample.optional().describe('which queries are asked; left out: all'),
})

/** An offer that could not be measured. */
export interface FailedOffer {
  offer: AgentOffer
  problem: ProblemReport
}

/** How well an agent does with the tools that a run finds, at one k. */
export interface ExpectedPoint {
  k: number
  /** A(k): the Simple Agent with k tools. */
  agent: Estimate
  /** R(M,k): what the run found. */
  recall: Estimate
  /** E(M,k), their product. */
  expected: Estimate
  /** What the agent did with the tools of this very run, where that was measured. */
  measured?: Estimate
}

/** One run of a recipe with the agent of one model. */
export interface ExpectedAccuracy {
  run: string
  recipe: string
  options: JsonObject
  embedder?: string
  /** Where the run measured only a part of the queries. */
  sample?: z.infer<typeof Sample>
  /** M: tools of the catalog that was searched. */
  tools: number
  model: string
  /** By k, rising: where both were measured. */
  points: ExpectedPoint[]
}

export interface AgentRunsPreviewAnswer {
  /** The chat model that is asked; absent where `problem` says why there is none. */
  model?: string
  problem?: ProblemReport
  queries: number
  /** Queries that no tool answers: counted apart. */
  negative: number
  /** Queries whose golden calls say arguments; the others are scored by the names of tools. */
  withArguments: number
  /**
   * Queries with more than one right call, and those of them in which one needs what another gives.
   */
  several: number
  sequential: number
  /** Queries of which golden tools are gone from the catalog, or hidden. */
  gone: number
  /**
   * At most: each query once for each offer, and again with its right tools alone where it failed.
   */
  questions: number
  /** Of all prompts, without those asked again, as `tokenizer` counts. */
  promptTokens: number
  tokenizer: string
}

export interface AgentRunsMeasureAnswer {
  /** In the order of the offers, without those that failed. */
  runs: AgentRun[]
  /** Ids of those that were measured before and taken as they are. */
  reused: string[]
  failed: FailedOffer[]
}

export interface AgentRunsOutcomesAnswer {
  total: number
  rows: AgentOutcome[]
}

export interface AgentRunsExpectedAnswer {
  found: ExpectedAccuracy[]
  /**
   * Runs and agent runs of the golden set before it was edited, and runs beyond the most that are
   * looked at.
   */
  leftOut: {
    outdated: number
    outdatedAgents: number
    beyond: number
  }
}
