import { z } from 'zod'
import { Estimate, Sample } from '../run/run'
import { RecipeOptions } from '../recipe/choice'
import { JsonObject, ToolId } from '../tool/tool'

/** Which tools the chat model is given with each query. */
export const AgentOffer = z.discriminatedUnion('by', [
  /**
   * The Simple Agent (Toolshed, section 4.2): the golden tools among others of the catalog, drawn
   * by seed.
   */
  z.object({
    by: z.literal('catalog'),
    tools: z.number().int().min(1).max(10_000).describe('how many tools in all'),
    seed: z.number().int().min(0).default(1).describe('the seed of the other tools'),
  }),
  /**
   * What a measured run gave the query, cut to `k` where its recipe does not decide the size
   * itself.
   */
  z.object({
    by: z.literal('run'),
    run: z.string().describe('the run, by its id'),
    k: z.number().int().min(1).max(1000).optional().describe('how many tools of the run'),
  }),
])
export type AgentOffer = z.infer<typeof AgentOffer>

/** What became of one query. */
export const AgentVerdict = z.enum([
  'right',
  /**
   * All right tools were given, and with these alone its calls would have been right: too many were
   * exposed.
   */
  'too-many',
  /** A right tool was not given. */
  'wrong-ones',
  /** All right tools were given, and some of them it does not call, not even with these alone. */
  'other-tool',
  /** It calls all right tools, with wrong arguments, also with these tools alone. */
  'wrong-arguments',
  /** The definitions are more than the model reads, so it was not asked. */
  'too-long',
  /**
   * Its answer is not whole, and would be cut at the same place again: nothing is measured of the
   * query.
   */
  'cut',
  /** No tool is right, and it called none. */
  'rightly-none',
  /** No tool is right, and it called one. */
  'called-anyway',
])
export type AgentVerdict = z.infer<typeof AgentVerdict>

/**
 * How many calls are right, and whether some need what another gives; `none` where no tool is
 * right.
 */
export const CallKind = z.enum(['single', 'parallel', 'sequential', 'none'])
export type CallKind = z.infer<typeof CallKind>

/** The Toolshed Evaluation Framework (Toolshed, appendix B), 0…1. */
export const CallScore = z.object({
  name: z.number(),
  /** Absent where the golden set says nothing of arguments, as are the values. */
  keys: z.number().optional(),
  values: z.number().optional(),
  /** .50 name, .25 keys, .25 values; by the name alone where nothing else can be scored. */
  weighted: z.number(),
})
export type CallScore = z.infer<typeof CallScore>

/**
 * How an argument differs from the golden one; `extra` is one that the golden call does not have.
 */
export const ArgumentDifference = z.object({
  key: z.string(),
  why: z.enum(['missing', 'other value', 'extra']),
})
export type ArgumentDifference = z.infer<typeof ArgumentDifference>

/** A golden call, and what the model made of it. */
export const ExpectedCallOutcome = z.object({
  tool: ToolId,
  /** Absent where the golden set does not say. */
  arguments: JsonObject.optional(),
  score: CallScore,
  /**
   * The place among `calls` of the call that was held against it; absent where it was not called.
   */
  call: z.number().int().optional(),
  differences: z.array(ArgumentDifference),
})
export type ExpectedCallOutcome = z.infer<typeof ExpectedCallOutcome>

/**
 * A call as a model made it: untrusted, never executed, only held against the golden one and shown.
 */
export const MadeCall = z.object({ tool: ToolId, arguments: JsonObject })
export type MadeCall = z.infer<typeof MadeCall>

/** What one query of an agent run gave. */
export const AgentOutcome = z.object({
  id: z.string(),
  text: z.string(),
  turns: z.array(z.string()).optional(),
  kind: CallKind,
  verdict: AgentVerdict,
  /** Absent where no tool is right, or nothing is measured as the answer was cut. */
  score: CallScore.optional(),
  expected: z.array(ExpectedCallOutcome),
  calls: z.array(MadeCall),
  /**
   * Calls that are not told as they are too many, and those of tools that were not offered or that
   * cannot be read.
   */
  more: z.number().int(),
  dropped: z.number().int(),
  /** The beginning of what it said besides. */
  said: z.string(),
  /** Why its answer is not whole, or why it was not asked. */
  fault: z.string().optional(),
  /** How many tools it was given, and which of the right ones were not among them. */
  offered: z.number().int(),
  missing: z.array(ToolId),
  /** With the right tools alone, where it was asked again with these. */
  alone: z.object({ score: CallScore, calls: z.array(MadeCall) }).optional(),
  /** As the server counted them; absent where it was not asked. */
  promptTokens: z.number().int().optional(),
  answerTokens: z.number().int().optional(),
  /** Of request and definitions, as the run's tokenizer counts. */
  estimatedTokens: z.number().int(),
  /** Absent where it called nothing. */
  firstCallMs: z.number().optional(),
  latencyMs: z.number().optional(),
})
export type AgentOutcome = z.infer<typeof AgentOutcome>

const Counts = z.record(z.string(), z.number().int())
const Times = z.object({ p50: z.number(), p95: z.number() })

/** One chat model with one offer of tools, measured on one golden set: finished, never changed. */
export const AgentRun = z.object({
  id: z.string(),
  goldenSet: z.string(),
  sample: Sample.optional(),
  /** Queries measured, those included that no tool answers. */
  queries: z.number().int(),
  /** As it was chosen. */
  model: z.string(),
  offer: AgentOffer,
  /** What the run that gave the tools was of; absent where the offer is of the catalog. */
  recipe: z
    .object({
      id: z.string(),
      options: RecipeOptions,
      /** Tools of the catalog that was searched, where it was smaller than the whole. */
      tools: z.number().int().optional(),
    })
    .optional(),
  /**
   * Over the queries that some tool answers and whose answers were not cut; `keys` and `values`
   * over those whose golden calls say arguments.
   */
  scores: z.object({
    weighted: Estimate,
    name: Estimate,
    keys: Estimate.optional(),
    values: Estimate.optional(),
    /** Shares of queries whose calls are all right. */
    right: Estimate,
  }),
  /** By {@link CallKind}, of the queries that some tool answers. */
  kinds: z.record(z.string(), z.object({ queries: z.number().int(), weighted: Estimate })),
  /** How many queries got each {@link AgentVerdict}; those that none got are left out. */
  verdicts: Counts,
  /** Queries scored by the names of tools alone. */
  namesOnly: z.number().int(),
  /** Calls that answer to no golden one: the framework, a recall, does not count them. */
  extraCalls: z.number().int(),
  /** Queries of which golden tools are gone from the catalog, or hidden, and could not be given. */
  gone: z.number().int(),
  /**
   * Queries that need more tools than the offer has, and were given all of these; absent where none
   * does.
   */
  exceeded: z.number().int().optional(),
  /** Means over the queries that the model was asked, with the largest prompt. */
  tokens: z.object({
    prompt: z.number(),
    largestPrompt: z.number(),
    estimated: z.number(),
    answer: z.number(),
  }),
  tools: z.object({ mean: z.number(), most: z.number().int() }),
  /** Absent where nothing was called. */
  firstCallMs: Times.optional(),
  latencyMs: Times,
  /** What counted `tokens.estimated`. */
  tokenizer: z.string(),
  startedAt: z.string(),
  elapsedMs: z.number(),
  catalog: z.object({ tools: z.number().int(), revision: z.number().int() }),
  provenance: z.object({
    /** Equal ones would measure the same. */
    cell: z.string(),
    /** Of all queries of the golden set as it was; absent in earlier runs. */
    goldenHash: z.string().optional(),
    version: z.string(),
    model: z.string(),
    prompt: z.string(),
  }),
})
export type AgentRun = z.infer<typeof AgentRun>
