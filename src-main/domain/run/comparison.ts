import { z } from 'zod'

/** How a run differs from the baseline by one measure, query by query. */
export const Difference = z.object({
  /** The run's mean minus the baseline's. */
  mean: z.number(),
  /** The baseline's mean, of as many tools as are compared. */
  from: z.number().optional(),
  /** 95 %, of this run alone: the mean differences that the randomisation test would not reject. */
  ci95: z.tuple([z.number(), z.number()]),
  /**
   * The interval that is told beside the verdict: at the level that Holm's correction tests this
   * run at, 1 − .05 divided by how many are left to be tested by then. It leaves 0 out where the
   * difference is clear, and nowhere else.
   */
  told: z.object({ level: z.number(), interval: z.tuple([z.number(), z.number()]) }),
  /** Queries in which the run is better, equal and worse, by the measure's direction. */
  wins: z.number().int(),
  ties: z.number().int(),
  losses: z.number().int(),
  /**
   * How often as large a difference comes about by chance: the paired randomisation test,
   * two-sided.
   */
  p: z.number(),
  /**
   * The same for one of several runs that are held against the baseline together: Holm’s
   * correction.
   */
  corrected: z.number(),
  /** How many those are. */
  tested: z.number().int(),
  /** Of the mean, were the two runs alike. */
  standardError: z.number(),
  /**
   * The smallest mean that would be clear with as many queries; absent where so few differ that
   * none would be.
   */
  tells: z.number().optional(),
  /** Of Recall: queries in which the run finds all golden tools and the baseline does not. */
  fixed: z.number().int().optional(),
  /** Of Recall: queries in which the baseline finds all golden tools and the run does not. */
  broken: z.number().int().optional(),
})
export type Difference = z.infer<typeof Difference>

/** One run beside the baseline, both measured on the same queries with the same labels. */
export const Comparison = z.object({
  /** Ids of the two runs. */
  baseline: z.string(),
  run: z.string(),
  queries: z.number().int(),
  /**
   * Set below 30 queries: intervals are then narrower than they should be, down to no width at all.
   */
  few: z.boolean(),
  /**
   * Where one recipe decides how many tools there are: so many it gives on average, and so many of
   * the other's count.
   */
  meanSize: z.number().int().optional(),
  /**
   * Where a search of one gives no more tools than so many: at larger k so many of each are
   * compared.
   */
  most: z.number().int().optional(),
  /**
   * By name, for every measure that both runs have; of whole sets where one recipe decides how many
   * tools there are.
   */
  measures: z.record(z.string(), Difference),
  /** Measures that only one of the two has. */
  onlyBaseline: z.array(z.string()),
  onlyRun: z.array(z.string()),
  /**
   * Why the two cannot be compared, and what to do; there are then no measures. Absent where they
   * can.
   */
  refused: z.object({ message: z.string(), fix: z.string().optional() }).optional(),
})
export type Comparison = z.infer<typeof Comparison>
