import { z } from 'zod'

/**
 * Whether tokens are about as many, because a text is too long to be counted exactly; absent: they
 * were counted.
 */
export const TokensEstimated = z.boolean().optional()

/**
 * What counted tokens, in a cell of a table beside them: `o200k_base, about` where some are
 * estimates.
 */
export const tokenizerCell = ({
  tokenizer,
  tokensEstimated,
}: {
  tokenizer: string
  tokensEstimated?: boolean | undefined
}): string => (tokensEstimated ? `${tokenizer}, about` : tokenizer)
