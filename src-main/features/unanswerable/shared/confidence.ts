import { z } from 'zod'
import { Estimate } from '../../../domain/run/run'

/** Queries of one kind, and how many of them were answered wrongly. */
const Asked = z.object({ queries: z.number().int(), wrong: z.number().int() })

/** What is answered where only queries are whose best tool matches at least so well. */
export const RiskPoint = z.object({
  threshold: z.number(),
  /** The share of all queries that is answered. */
  coverage: z.number(),
  /** The share of those that is answered wrongly. */
  risk: z.number(),
  /** Queries that some tool fits and that are not answered. */
  misses: z.number().int(),
  /** Queries that no tool fits and that are answered. */
  falseActivations: z.number().int(),
})
export type RiskPoint = z.infer<typeof RiskPoint>

/** How well the best match tells queries that no tool fits from those that some does. */
export const RiskCoverage = z.object({
  /**
   * Of a query that fits and one that does not, how often the first is matched better: .5 is
   * chance.
   */
  auroc: Estimate,
  /** The risk at each coverage, averaged: the lower, the better. */
  area: z.number(),
  /** The risk where every query is answered that was given any tool. */
  riskAtAll: z.number(),
  /** Queries held against each other, both kinds together. */
  queries: z.number().int(),
  /** Coverage rising. */
  points: z.array(RiskPoint),
})
export type RiskCoverage = z.infer<typeof RiskCoverage>

/** Queries that no tool fits: wrong are those that were given some. */
export const Unanswerable = Asked.extend({
  /** Absent where the recipe gives its tools no score. */
  riskCoverage: RiskCoverage.optional(),
})
export type Unanswerable = z.infer<typeof Unanswerable>

/** How a run did where no tool fits, apart from all its means. */
export const Confidence = z.object({
  run: z.string(),
  /** The measured queries, which some tool fits; wrong: given none, a miss. */
  fitting: Asked,
  /** Golden queries that name no tool; absent where there are none, and in earlier runs. */
  negative: Unanswerable.extend({ ofOtherSets: z.literal(true).optional() }).optional(),
  /** Measured queries asked again with their right tools left out; absent where they were not. */
  leftOut: Unanswerable.optional(),
})
export type Confidence = z.infer<typeof Confidence>
