import { z } from 'zod'

/** How a run differs from the baseline by one measure, query by query. */
export const Difference = z.object({
  /** The run's mean minus the baseline's. */
  mean: z.number(),
  /** A 95 % bootstrap interval over the queries' own differences. */
  ci95: z.tuple([z.number(), z.number()]),
  /** Queries in which the run is better, equal and worse, by the measure's direction. */
  wins: z.number().int(),
  ties: z.number().int(),
  losses: z.number().int(),
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
  /** Set below 30 queries: intervals are then narrower than they should be, down to no width at all. */
  few: z.boolean(),
  /** By name, for every measure that both runs have. */
  measures: z.record(z.string(), Difference),
  /** Measures that only one of the two has. */
  onlyBaseline: z.array(z.string()),
  onlyRun: z.array(z.string()),
})
export type Comparison = z.infer<typeof Comparison>
