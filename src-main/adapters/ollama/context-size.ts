/** What a model reads and writes together, in tokens. */
export interface ContextBounds {
  /** The most, as its architecture says; undefined where it says nothing. */
  largest: number | undefined
  /** What it is loaded with where nothing is asked for; undefined: as the server likes. */
  usual: number | undefined
}

/** Each twice the last: another size loads the model anew, which takes seconds, so there are few. */
const STEPS = [4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144]
const LARGEST_STEP = 262_144

/** The smallest size that holds so many tokens, or the largest that the model has. */
export function contextSize(tokens: number, { largest, usual = 0 }: ContextBounds): number {
  const wanted = usual >= tokens ? usual : STEPS.find((step) => step >= tokens)
  return Math.min(wanted ?? Infinity, largest ?? LARGEST_STEP)
}

/** Where a prompt was refused at that size, the size that holds it and an answer; undefined where the model has none. */
export function largerSize(
  refused: { size: number; promptTokens: number | undefined; answerTokens: number },
  bounds: ContextBounds,
): number | undefined {
  const { size, promptTokens = size, answerTokens } = refused
  const next = contextSize(Math.max(promptTokens + answerTokens, size + 1), bounds)
  return next > size && next > promptTokens ? next : undefined
}

/** English and JSON have 3.5 to 4.5 characters a token with o200k; guessed a little short rather than long. */
const CHARACTERS_PER_TOKEN = 3.2
/** The marks of a template around one message: 20 as recorded from a small one, more in others. */
const TEMPLATE_TOKENS = 64

/** About how many tokens a model reads of a text: a letter beyond Latin counts as one. */
export function estimatedTokens(text: string): number {
  const others = text.match(BEYOND_LATIN)?.length ?? 0
  return Math.ceil((text.length - others) / CHARACTERS_PER_TOKEN) + others + TEMPLATE_TOKENS
}

const BEYOND_LATIN = /[\u0370-\uffff]/g

/** The tokens of a prompt that the server refused as too long, where it says so. */
export const tokensRefused = (message: string): number | undefined =>
  Number(/request \((\d+) tokens\)/.exec(message)?.[1] ?? 0) || undefined
