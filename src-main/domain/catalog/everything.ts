import { z } from 'zod'
import { TokensEstimated } from '../measure/tokens-estimated'

/**
 * All tools that an agent could be given, as it has them in every prompt where nothing is picked.
 */
export const Everything = z.object({
  tools: z.number().int(),
  promptTokens: z.number().int(),
  tokensEstimated: TokensEstimated,
})
export type Everything = z.infer<typeof Everything>
