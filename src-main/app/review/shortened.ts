import type { ProposedPart, ProposedText } from '../../domain/proposal/text'

/** Characters of one text, and entries of a list, that are shown: far more than may be accepted. */
const LONGEST = 10_000
const MOST_ENTRIES = 200

const short = (text: string): string =>
  text.length > LONGEST
    ? `${text.slice(0, LONGEST).toWellFormed()} … (${text.length - LONGEST} more characters)`
    : text

/** A part as it is shown: of texts that nobody reads whole, the beginning. */
export function shortened(part: ProposedPart, value: ProposedText): ProposedText {
  const texts = value[part]
  if (texts === undefined) return {}
  if (typeof texts === 'string') return { [part]: short(texts) }
  if (Array.isArray(texts)) return { [part]: texts.slice(0, MOST_ENTRIES).map(short) }
  const some = Object.entries(texts).slice(0, MOST_ENTRIES)
  return { [part]: Object.fromEntries(some.map(([name, text]) => [name, short(text)])) }
}
