import { z } from 'zod'
import { Estimate } from '../run/run'
import { sameText } from '../value/same-text'

/** The fields of a standardised tool document (MFTR, section 3.1). */
export const StandardField = z.enum(['description', 'parameters', 'response', 'examples'])
export type StandardField = z.infer<typeof StandardField>

/**
 * How fields are compared with a query: by their words (BM25), or by their meaning (an embedder).
 */
export const ComparedBy = z.enum(['words', 'meaning'])
export type ComparedBy = z.infer<typeof ComparedBy>

/**
 * What each field of a tool counts in its score, and what is taken off for parameters that find no
 * argument.
 */
export const FieldWeights = z.strictObject({
  description: z.number(),
  parameters: z.number(),
  response: z.number(),
  examples: z.number(),
  /** Taken off for each required parameter, and each optional one, without an argument. */
  required: z.number().min(0),
  optional: z.number().min(0),
  /** A parameter less similar than this to every argument has found none, 0 … 1. */
  threshold: z.number().min(0).max(1),
  /**
   * What the weights are of: similarities as they are (`raw`, as published), or `standard`: each
   * field in deviations from its mean over the query’s tools, and parameters’ similarities as
   * shares of the query’s best.
   */
  scale: z.enum(['raw', 'standard']),
})
export type FieldWeights = z.infer<typeof FieldWeights>

/** Weights for the queries of one fold, which were learned from all others. */
const WeightsOfFold = z.object({
  /** Of the queries, as {@link sameText} writes them. */
  texts: z.array(z.string()),
  weights: FieldWeights,
})

/**
 * nDCG@10 of each query by weights learned without its fold, by equal weights, and by the other
 * recipe.
 */
const HeldOut = z.object({ learned: z.number(), equal: z.number(), other: z.number() })

/** What to expect of figures: 95 % bootstrap intervals over the queries. */
const HeldOutIntervals = z.object({
  learned: Estimate.shape.ci95,
  equal: Estimate.shape.ci95,
  other: Estimate.shape.ci95,
  /** Of the learned weights, query by query. */
  overEqual: Estimate,
  overOther: Estimate,
})

/** How weights were learned in this workspace, and what they are worth. */
export const Learning = z.object({
  goldenSet: z.string(),
  goldenHash: z.string(),
  queries: z.number().int(),
  /** Of the catalog. */
  tools: z.number().int(),
  folds: z.enum(['random', 'published']),
  seed: z.number().int(),
  learnedAt: z.string(),
  heldOut: HeldOut,
  /** Of `heldOut`; absent in weights that were learned before there were any. */
  intervals: HeldOutIntervals.optional(),
  /**
   * The recipe that they are compared with; absent in weights learned before there was a choice:
   * the standard one.
   */
  other: z.object({ recipe: z.string(), title: z.string() }).optional(),
  /**
   * Where learned weights were worth less on queries held out than equal ones, which are kept in
   * their place.
   */
  kept: z.literal('equal').optional(),
  remarks: z.array(z.string()),
})
export type Learning = z.infer<typeof Learning>

/** Weights that a workspace keeps under a name: published with a data set, or learned here. */
export const FieldWeightsRecord = z.object({
  name: z.string().trim().min(1).max(80),
  origin: z.enum(['published', 'learned']),
  comparedBy: ComparedBy,
  /** Of what was compared by meaning: the embedder’s fingerprint, or where published its model. */
  embedder: z.string().optional(),
  /** For queries of no fold. */
  weights: FieldWeights,
  folds: z.array(WeightsOfFold),
  learning: Learning.optional(),
})
export type FieldWeightsRecord = z.infer<typeof FieldWeightsRecord>

/**
 * The weights for a query: of its own fold where it is in one, so that none is judged by what was
 * learned from it.
 */
export function weightsFor(
  { weights, folds }: Pick<FieldWeightsRecord, 'weights' | 'folds'>,
  text: string,
): { weights: FieldWeights; isOfFold: boolean } {
  const same = sameText(text)
  const fold = folds.find(({ texts }) => texts.includes(same))
  return { weights: fold?.weights ?? weights, isOfFold: fold !== undefined }
}

/** As many weights as a workspace keeps: a list to choose from. */
export const MOST_WEIGHTS = 100
