import { z } from 'zod'
import { TokensEstimated } from '../measure/tokens-estimated'
import { OutdatedRuns } from './outdated'
import { Estimate } from './run'

/**
 * What a recipe and its k are chosen by: what is found, or what an agent makes of it, `E(M,k) =
 * A(k)·R(M,k)`.
 */
export const AdviceScore = z.enum(['recall', 'accuracy'])
export type AdviceScore = z.infer<typeof AdviceScore>

/**
 * What is wanted of a recipe and its k: a score of at least so much, or at most so many prompt
 * tokens a query, or both.
 */
export const AdviceTarget = z.object({
  recall: z.number().min(0).max(1).optional().describe('the recall that is wanted, such as 0.9'),
  accuracy: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('the expected accuracy of an agent that is wanted, such as 0.8'),
  tokens: z
    .number()
    .min(0)
    .optional()
    .describe('the most prompt tokens that a request’s tools may take'),
})
export type AdviceTarget = z.infer<typeof AdviceTarget>

/** A run at one k, or with adaptive k. */
export const AdvicePoint = z.object({
  run: z.string(),
  k: z.number().int().optional(),
  /** With its plain interval, as everywhere else. */
  recall: Estimate,
  /**
   * The simultaneous 95 % interval of what is advised by, recall or expected accuracy: it holds for
   * all points at once, and the verdict goes by it. It holds the plain one.
   */
  simultaneous: z.tuple([z.number(), z.number()]),
  /**
   * Expected accuracy and the agent's with k tools, where that is what is advised by, with plain
   * intervals.
   */
  accuracy: Estimate.optional(),
  agent: Estimate.optional(),
  /** Prompt tokens of a query's tools, mean. */
  tokens: z.number(),
})
export type AdvicePoint = z.infer<typeof AdvicePoint>

/** The agent whose accuracy is expected. */
const AdviceAgent = z.object({
  model: z.string(),
  /** How many tools it was measured with, rising: at no other k is anything known of it. */
  k: z.array(z.number().int()).min(1),
  /** Queries that it was asked and scored on: the fewest with any number of tools. */
  queries: z.number().int(),
  /** Its runs of the golden set before that was edited, which are left out. */
  outdated: z.number().int(),
  /** Other models that were measured. */
  others: z.array(z.string()),
})

/** Whether the target is reached for sure, may be reached, or is not. */
const AdviceVerdict = z.enum(['reached', 'unsure', 'missed'])

/** Where to work, by the runs of one golden set. */
export const Advice = z.object({
  /** What is wanted. */
  target: AdviceTarget,
  /** The recall that is asked for until somebody says what is wanted. */
  firstRecall: z.number(),
  verdict: AdviceVerdict,
  chosen: AdvicePoint,
  /** The point that the target asks for, where somebody chose another. */
  recommended: AdvicePoint.optional(),
  /**
   * What a few other queries would make of it; absent where that is the same, and where the verdict
   * is unsure.
   */
  edge: AdvicePoint.extend({ verdict: AdviceVerdict }).optional(),
  /**
   * Costs less than the one chosen and may reach the target as well: these queries cannot decide.
   */
  cheaper: AdvicePoint.optional(),
  /** The best of the other runs by the same rule. */
  runnerUp: AdvicePoint.extend({
    /** By how much the one chosen is above it, query by query. */
    difference: Estimate,
  }).optional(),
  /** What the next larger k measured would add to the score of the one chosen, query by query. */
  more: z.object({ k: z.number().int(), gain: Estimate, tokens: z.number() }).optional(),
  /** A smaller k that keeps most of the score of the k on show. */
  fewer: z
    .object({
      run: z.string(),
      k: z.number().int(),
      /** The k on show. */
      of: z.number().int(),
      /** Its share of the score at the k on show. */
      kept: Estimate,
      /** Its share of the prompt tokens there. */
      tokens: z.number(),
    })
    .optional(),
  /** Whose accuracy is expected; absent where it is advised by recall. */
  agent: AdviceAgent.optional(),
  /** What is outdated of the runs that it was worked out from; absent where all are current. */
  outdated: OutdatedRuns.optional(),
  /** What is outdated of those that were left out for that; absent where none was. */
  leftOut: OutdatedRuns.optional(),
  queries: z.number().int(),
  /** How many points were chosen from. */
  points: z.number().int(),
  /** What counted the tokens. */
  tokenizer: z.string(),
  tokensEstimated: TokensEstimated,
})
export type Advice = z.infer<typeof Advice>

/** The curve of a run with an interval at each k that is looked at. */
export const RunBand = z.object({
  run: z.string(),
  /** Rising. */
  k: z.array(z.number().int()),
  /** 95 % bootstrap intervals, `[i]` at `k[i]`. */
  ci95: z.array(z.tuple([z.number(), z.number()])),
  /**
   * The most recall that there can be, `[i]` at `k[i]`: below 1 where queries have more right tools
   * than k.
   */
  ceiling: z.array(z.number()),
})
export type RunBand = z.infer<typeof RunBand>
