import { inWhole } from '../domain/value/cut-at-sentence'

/** A stop before a new beginning, so not that of “e.g. a mail”; or a line's end. */
const END = /[.!?](?=\s+[^\s\p{Ll}]|\s*$)|[。！？]|\n/u

/** The first sentence of a text within so many characters; of a longer one its beginning. */
export function firstSentence(text: string, most: number): string {
  const whole = text.trim()
  const end = END.exec(whole.slice(0, most + 1))
  if (end && end.index < most) return whole.slice(0, end.index + 1).trim()
  return whole.length <= most ? whole : `${inWhole(whole.slice(0, most))} …`
}
