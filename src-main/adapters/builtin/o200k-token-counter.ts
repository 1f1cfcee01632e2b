import { createRequire } from 'node:module'
import type { TokenCounter } from '../../ports/token-counter'
import { countablePieces } from './countable-pieces'

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base')

const requireModule = createRequire(import.meta.url)
let loaded: Encoding | undefined

/** Loaded with the first count: its table of two megabytes would make every start slower. */
const encoding = (): Encoding =>
  (loaded ??= requireModule('gpt-tokenizer/encoding/o200k_base') as Encoding)

/** OpenAI's o200k_base encoding. Text that looks like a special token counts as the text it is. */
export const o200kTokenCounter = (): TokenCounter => ({
  tokenizer: 'o200k_base',
  count(text) {
    const { pieces, scale, isExact } = countablePieces(text)
    let tokens = 0
    for (const piece of pieces) {
      tokens += encoding().countTokens(piece, { disallowedSpecial: new Set() })
    }
    return { tokens: Math.round(tokens * scale), isEstimate: !isExact }
  },
})
