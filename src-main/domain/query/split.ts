import { z } from 'zod'

/**
 * Which queries of a golden set are measured, so that the others can be learned from as history.
 */
export const SplitBy = z.enum([
  /** A fifth of the queries. */
  'random',
  /**
   * All queries of a fifth of the bundles: nothing learned from took just the tools that a measured
   * query needs.
   */
  'bundle',
  /** Half of them as by bundle, half as at random. */
  'mixed',
  /** The first hundred, as PTR publishes. */
  'first100',
])
export type SplitBy = z.infer<typeof SplitBy>

export const Split = z.object({
  by: SplitBy.describe(
    'which part is measured: a random fifth, a fifth by bundle, half of each, or the first 100',
  ),
  seed: z.number().int().min(0).default(1).describe('draws the same part for the same number'),
})
export type Split = z.infer<typeof Split>

/** A split as a run was measured with it. */
export const SplitUse = Split.extend({
  /** Queries of the golden set that were its history. */
  learned: z.number().int(),
})
export type SplitUse = z.infer<typeof SplitUse>
