import type { Clauses } from '../clauses-of-request'
import { tellWishes, type Joined } from './wish-or-context'

/** Where a request is cut: at the end of a clause, at a line, and at words that join what is to be done. */
const CUT =
  /[,;.?!:](?=[\s,;.?!:]|$)|[，。；？！、：]+|\s[-–—]+\s|\n|\b(?:and|then|also|plus|as well as|finally|after that|afterwards|next|additionally)\b/giu
/** A cut that ends a sentence. */
const SENTENCE_END = /[.?!。？！\n]/u
const QUESTION = /[?？]/u
/** A clause of fewer words asks for nothing of its own. */
const LEAST_WORDS = 2
/** In characters: what is longer is a text rather than a request. */
const LONGEST_REQUEST = 10_000
/** As an analyser finds them. */
const WORD = /[\p{L}\p{N}]{2,}/gu
/** The share of stop words from which a text is read as English; below it, words only look like English ones. */
const LEAST_STOP_WORDS = 0.15

/** The words of a text that carry a wish: without stop words. */
type WordsOf = (text: string) => readonly string[]

/**
 * Reads the clauses of a request, in order and each once. Where none of them carries a wish that could be told from context, or
 * the text is not English, each counts as a wish.
 */
export const readClauses =
  (wordsOf: WordsOf) =>
  (text: string): Clauses => {
    if (text.length > LONGEST_REQUEST) return { wishes: [], context: [] }
    const isEnglish = shareOfStopWords(text, wordsOf) >= LEAST_STOP_WORDS
    const all = new Set<string>()
    const wishes = new Set<string>()
    for (const { clauses, isQuestion } of sentencesOf(text)) {
      const told = isEnglish
        ? tellWishes(clauses, { isQuestion, holdsWish })
        : clauses.map(() => true)
      for (const [at, { text: clause }] of clauses.entries()) {
        if (!holdsWish(clause)) continue
        all.add(clause)
        if (told[at]) wishes.add(clause)
      }
    }
    if (wishes.size > 0 && wishes.size < all.size) {
      return { wishes: [...wishes], context: [...all].filter((clause) => !wishes.has(clause)) }
    }
    return { wishes: all.size > 1 ? [...all] : [], context: [] }

    function holdsWish(clause: string): boolean {
      return wordsOf(clause).length >= LEAST_WORDS
    }
  }

/** The wishes of a request alone, see {@link readClauses}. */
export const clauses = (wordsOf: WordsOf) => {
  const read = readClauses(wordsOf)
  return (text: string): string[] => read(text).wishes
}

function shareOfStopWords(text: string, wordsOf: WordsOf): number {
  const words = text.match(WORD)?.length ?? 0
  return words === 0 ? 0 : 1 - wordsOf(text).length / words
}

interface Sentence {
  clauses: Joined[]
  isQuestion: boolean
}

/** The clauses of each sentence; what is cut at a comma, a dash or a word is of the same. */
function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let clauses: Joined[] = []
  let from = 0
  let followsComma = false
  const end = (at: number, by: string) => {
    const clause = text.slice(from, at).trim()
    if (clause !== '') clauses.push({ text: clause, followsComma })
    // “…, and then find”: the comma still stands before it.
    followsComma = by === ',' || (clause === '' && followsComma)
    from = at + by.length
    if (by !== '' && !SENTENCE_END.test(by)) return
    sentences.push({ clauses, isQuestion: QUESTION.test(by) })
    clauses = []
    followsComma = false
  }
  for (const { 0: by, index } of text.matchAll(CUT)) end(index, by)
  end(text.length, '')
  return sentences
}
