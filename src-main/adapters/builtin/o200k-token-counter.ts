import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { TokenCounter } from '../../ports/token-counter'

/**
 * Characters of one text that are counted at most, a tenth of a second for the slowest kind (rare
 * Chinese: measured 2 µs each). Ordinary text of so many is about 8,000 tokens, more than any agent
 * is given for one tool.
 */
const MOST_CHARACTERS = 32_000
/** The parts of a longer text that are counted in its place, evenly spaced. */
const SAMPLES = 16
/**
 * The longest stretch of letters, of signs or of white space that is encoded as a whole: time grows
 * with its square.
 */
const LONGEST_STRETCH = 256

/** A text in pieces that are quick to count one by one. */
interface CountablePieces {
  pieces: string[]
  /** Characters of the text for each of the pieces: above 1 where these are but a sample. */
  scale: number
  /** Whether nothing was left out, and nothing cut that might be one token. */
  isExact: boolean
}

/**
 * The pieces of `text` whose tokens, summed and scaled, are about its own: exactly so for ordinary
 * text.
 */
function countablePieces(text: string): CountablePieces {
  const samples = text.length > MOST_CHARACTERS ? samplesOf(text) : [text]
  const pieces = samples.flatMap(cutLongStretches)
  const counted = samples.reduce((sum, { length }) => sum + length, 0)
  return { pieces, scale: text.length / (counted || 1), isExact: pieces.length < 2 }
}

function samplesOf(text: string): string[] {
  const length = MOST_CHARACTERS / SAMPLES
  const step = (text.length - length) / (SAMPLES - 1)
  return Array.from({ length: SAMPLES }, (_, at) => {
    const start = Math.floor(at * step)
    return text.slice(start, start + length)
  })
}

/**
 * The text, cut within stretches longer than {@link LONGEST_STRETCH}; uncut where there is none.
 */
function cutLongStretches(text: string): string[] {
  const pieces: string[] = []
  let done = 0
  // A stretch that is too long lies across one of these places, so no other needs to be looked at.
  for (let place = LONGEST_STRETCH; place < text.length; place += LONGEST_STRETCH) {
    const { start, end } = stretchAround(text, place)
    if (end - start <= LONGEST_STRETCH) continue
    for (let cut = start; cut < end; cut += LONGEST_STRETCH) {
      pieces.push(text.slice(done, cut))
      done = cut
    }
    place = end
  }
  return [...pieces, text.slice(done)].filter((piece) => piece !== '')
}

/** How far to both sides there are only characters of one kind with the one at `place`. */
function stretchAround(text: string, place: number): { start: number; end: number } {
  let kind = kindOf(text.charAt(place))
  const belongs = (at: number): boolean => {
    const own = kindOf(text.charAt(at))
    if (kind === 'any') kind = own
    return own === kind || own === 'any'
  }
  let start = place
  let end = place
  while (end < text.length && kind !== 'digit' && belongs(end)) end++
  while (start > 0 && kind !== 'digit' && belongs(start - 1)) start--
  return { start, end }
}

const LETTER = /\p{L}/u
const DIGIT = /\p{N}/u
const SPACE = /\s/u
/** Marks stand with letters and with signs alike; half a surrogate pair may be anything. */
const ANY = /[\p{M}\p{Cs}]/u

/** What o200k_base keeps together: letters, signs, white space; digits go by threes at most. */
function kindOf(character: string): 'letter' | 'digit' | 'space' | 'sign' | 'any' {
  if (LETTER.test(character)) return 'letter'
  if (ANY.test(character)) return 'any'
  if (DIGIT.test(character)) return 'digit'
  return SPACE.test(character) ? 'space' : 'sign'
}

type Encoding = typeof import('gpt-tokenizer/encoding/o200k_base')

let loaded: Encoding | undefined

/**
 * Loaded with the first count: its table of two megabytes would make every start half a second
 * slower. It is a file of its own in the build, and in its package where this runs as it is
 * written.
 */
function encoding(): Encoding {
  if (loaded) return loaded
  const built = join(import.meta.dirname, '..', 'o200k.js')
  const file = existsSync(built) ? built : 'gpt-tokenizer/encoding/o200k_base'
  loaded = createRequire(import.meta.url)(file) as Encoding
  return loaded
}

/** OpenAI's o200k_base encoding. Text that looks like a special token counts as the text it is. */
export const o200kTokenCounter = (): TokenCounter => ({
  tokenizer: 'o200k_base',
  count(text) {
    const { countTokens } = encoding()
    const { pieces, scale, isExact } = countablePieces(text)
    let tokens = 0
    for (const piece of pieces) {
      tokens += countTokens(piece, { disallowedSpecial: new Set() })
    }
    return { tokens: Math.round(tokens * scale), isEstimate: !isExact }
  },
})
