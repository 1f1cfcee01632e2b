import { z } from 'zod'

/** Whether tokens are about as many, because a text is too long to be counted exactly; absent: they were counted. */
export const TokensEstimated = z.boolean().optional()
