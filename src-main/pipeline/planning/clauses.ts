/** Where a request is cut: at the end of a clause, at a line, and at words that join what is to be done. */
const CUT =
  /[,;.?!:](?=[\s,;.?!:]|$)|[，。；？！、：]+|\s[-–—]+\s|\n|\b(?:and|then|also|plus|as well as|finally|after that|afterwards|next|additionally)\b/giu
/** A clause of fewer words asks for nothing of its own. */
const LEAST_WORDS = 2
/** In characters: what is longer is a text rather than a request. */
const LONGEST_REQUEST = 10_000

/**
 * Gives the clauses of a request that asks for several things, in order and each once; none where it asks for one.
 * @param wordsOf the words of a text that carry a wish: without stop words
 */
export const clauses =
  (wordsOf: (text: string) => readonly string[]) =>
  (text: string): string[] => {
    const found = new Set<string>()
    if (text.length > LONGEST_REQUEST) return []
    for (const part of text.split(CUT)) {
      const clause = part.trim()
      if (wordsOf(clause).length >= LEAST_WORDS) found.add(clause)
    }
    return found.size > 1 ? [...found] : []
  }
