import { z } from 'zod'

/** What a measure says of itself, for those who show its figures. */
export const MeasureInfo = z.object({
  /** As papers print it: `Recall`, which at k = 5 is `Recall@5`. */
  name: z.string(),
  title: z.string(),
  /** What it says of one query, with its source. */
  summary: z.string(),
  better: z.enum(['higher', 'lower']),
  /** Its smallest and its largest value; no largest where there is none. */
  range: z.object({ least: z.number(), most: z.number().optional() }),
  format: z.object({
    /** Worth showing of a mean over queries. */
    decimals: z.number().int(),
    /** What is counted, in the plural; absent where it counts nothing. */
    unit: z.string().optional(),
  }),
})
export type MeasureInfo = z.infer<typeof MeasureInfo>
