import { z } from 'zod'
import { AgentOffer, AgentOutcome, AgentRun, AgentVerdict } from '../domain/agent-run'
import { Estimate, Sample } from '../domain/run'
import { JsonObject } from '../domain/tool'
import { ProblemReport } from './reply'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

/** What is measured: all offers on the same queries. */
const Measurement = z.object({
  dir: Dir,
  goldenSet: z.string(),
  offers: z.array(AgentOffer).min(1).max(20),
  sample: Sample.optional(),
})

/** An offer that could not be measured. */
export const FailedOffer = z.object({ offer: AgentOffer, problem: ProblemReport })
export type FailedOffer = z.infer<typeof FailedOffer>

/** How well an agent does with the tools that a run finds, at one k. */
export const ExpectedPoint = z.object({
  k: z.number().int(),
  /** A(k): the Simple Agent with k tools. */
  agent: Estimate,
  /** R(M,k): what the run found. */
  recall: Estimate,
  /** E(M,k), their product. */
  expected: Estimate,
  /** What the agent did with the tools of this very run, where that was measured. */
  measured: Estimate.optional(),
})
export type ExpectedPoint = z.infer<typeof ExpectedPoint>

/** One run of a recipe with the agent of one model. */
export const ExpectedAccuracy = z.object({
  run: z.string(),
  recipe: z.string(),
  options: JsonObject,
  embedder: z.string().optional(),
  /** Where the run measured only a part of the queries. */
  sample: Sample.optional(),
  /** M: tools of the catalog that was searched. */
  tools: z.number().int(),
  model: z.string(),
  /** By k, rising: where both were measured. */
  points: z.array(ExpectedPoint),
})
export type ExpectedAccuracy = z.infer<typeof ExpectedAccuracy>

export const agentRunRoutes = {
  /** What a measurement would take, and why it cannot be made where it cannot; asks no model. */
  'agentRuns.preview': {
    input: Measurement,
    output: z.object({
      /** The chat model that is asked; absent where `problem` says why there is none. */
      model: z.string().optional(),
      problem: ProblemReport.optional(),
      queries: z.number().int(),
      /** Queries that no tool answers: counted apart. */
      negative: z.number().int(),
      /** Queries whose golden calls say arguments; the others are scored by the names of tools. */
      withArguments: z.number().int(),
      /** Queries with more than one right call, and those of them in which one needs what another gives. */
      several: z.number().int(),
      sequential: z.number().int(),
      /** Queries of which golden tools are gone from the catalog, or hidden. */
      gone: z.number().int(),
      /** At most: each query once for each offer, and again with its right tools alone where it failed. */
      questions: z.number().int(),
      /** Of all prompts, without those asked again, as `tokenizer` counts. */
      promptTokens: z.number().int(),
      tokenizer: z.string(),
    }),
  },
  /**
   * Asks the chat model every query with every offer, holds its calls against the golden ones, and keeps each offer's run as soon
   * as it is finished; sends progress. What is answered is kept, and never asked again. No tool is executed.
   */
  'agentRuns.measure': {
    input: Measurement,
    output: z.object({
      /** In the order of the offers, without those that failed. */
      runs: z.array(AgentRun),
      /** Ids of those that were measured before and taken as they are. */
      reused: z.array(z.string()),
      failed: z.array(FailedOffer),
    }),
  },
  /** Newest first. */
  'agentRuns.list': { input: z.object({ dir: Dir }), output: z.array(AgentRun) },
  'agentRuns.remove': {
    input: z.object({ dir: Dir, runs: z.array(z.string()).min(1).max(1000) }),
    output: z.object({ removed: z.number().int() }),
  },
  /** The queries of an agent run, the worst score first. */
  'agentRuns.outcomes': {
    input: z.object({
      dir: Dir,
      run: z.string(),
      /** Only those with one of these verdicts; left out: all. */
      verdicts: z.array(AgentVerdict).optional(),
      search: SearchText,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(50),
    }),
    output: z.object({ total: z.number().int(), rows: z.array(AgentOutcome) }),
  },
  /**
   * Expected agent accuracy `E(M,k) = A(k)·R(M,k)` of the runs on a golden set that rank tools, of equal ones rather one of all queries and then the newest, with each
   * model that was measured as a Simple Agent on it as it is now; sends progress.
   */
  'agentRuns.expected': {
    input: z.object({ dir: Dir, goldenSet: z.string() }),
    output: z.object({
      found: z.array(ExpectedAccuracy),
      /** Runs and agent runs of the golden set before it was edited, and runs beyond the most that are looked at. */
      leftOut: z.object({
        outdated: z.number().int(),
        outdatedAgents: z.number().int(),
        beyond: z.number().int(),
      }),
    }),
  },
}
