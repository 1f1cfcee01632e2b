import { z } from 'zod'

/** Which of many rows an action answers with. */
export const page = (limit: number, most = 1000) => ({
  offset: z.number().int().min(0).default(0).describe('how many to pass over'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(most)
    .default(limit)
    .describe(`how many to show, at most ${most}`),
})
