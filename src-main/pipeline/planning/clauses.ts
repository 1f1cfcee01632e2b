import { analyser } from '../knowledge-base/analyse'

/** Where a request is cut: at the end of a clause, at a line, and at words that join what is to be done. */
const CUT =
  /[,;.?!:]+(?=\s|$)|[，。；？！、：]+|\s[-–—]+\s|\n|\b(?:and|then|also|plus|as well as|finally|after that|afterwards|next|additionally)\b/giu
/** A clause of fewer words that carry a wish asks for nothing of its own. */
const LEAST_WORDS = 2

const wishesIn = analyser(['stop-words'])

/** The clauses of a request that asks for several things, in order and each once; none where it asks for one. */
export function clausesOf(text: string): string[] {
  const clauses = new Set<string>()
  for (const part of text.split(CUT)) {
    const clause = part.trim()
    if (wishesIn(clause).length >= LEAST_WORDS) clauses.add(clause)
  }
  return clauses.size > 1 ? [...clauses] : []
}
