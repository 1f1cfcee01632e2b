import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { TokenCounter } from '../../ports/token-counter'

/** OpenAI's o200k_base encoding. Text that looks like a special token counts as the text it is. */
export const o200kTokenCounter = (): TokenCounter => ({
  tokenizer: 'o200k_base',
  count: (text) => countTokens(text, { disallowedSpecial: new Set() }),
})
