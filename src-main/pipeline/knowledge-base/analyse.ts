import { stemmer } from 'stemmer'
import { splitIdentifier } from './split-identifier'
import { STOP_WORDS } from './stop-words'

/** What an analyser does beyond lower-casing and cutting into words. */
export const ANALYSER_STEPS = ['split-identifiers', 'stop-words', 'stemming'] as const
export type AnalyserStep = (typeof ANALYSER_STEPS)[number]
export type Analyse = (text: string) => readonly string[]

/** Words of two characters and more, as retrieval libraries cut them by default; Chinese characters one by one. */
const WORD = /\p{Script=Han}|[[\p{L}\p{N}]--\p{Script=Han}]{2,}/gv
/** Short texts remembered by one analyser: the queries of an experiment are searched again for each of its cells. */
const MOST_QUERIES = 5_000
/** Characters. */
const LONGEST_QUERY = 1_000
/** Chunks remembered by one analyser; a catalog of thousands of tools has some ten thousand different ones. */
const MOST_CHUNKS = 200_000

/**
 * A function from text to terms. No steps: the plain analyser. Stemming is Porter's, for English.
 * Nothing it does looks across white space, so the terms of each chunk between white space are worked out once.
 */
export function analyser(steps: readonly AnalyserStep[]): Analyse {
  const ofChunk = remembering(chunkAnalyser(steps), MOST_CHUNKS)
  const ofWhole = (text: string) => {
    const terms: string[] = []
    for (const chunk of text.split(/\s+/)) for (const term of ofChunk(chunk)) terms.push(term)
    return terms
  }
  const ofQuery = remembering(ofWhole, MOST_QUERIES)
  return (text) => (text.length > LONGEST_QUERY ? ofWhole(text) : ofQuery(text))
}

function remembering(analyse: Analyse, most: number): Analyse {
  const remembered = new Map<string, readonly string[]>()
  return (text) => {
    const known = remembered.get(text)
    if (known) return known
    if (remembered.size === most) remembered.clear()
    const terms = analyse(text)
    remembered.set(text, terms)
    return terms
  }
}

/** Gives the same analyser for the same steps, so that what it worked out is of use to all who search. */
export function analysers(): (steps: readonly AnalyserStep[]) => Analyse {
  const known = new Map<string, Analyse>()
  return (steps) => {
    const key = steps.join()
    const analyse = known.get(key) ?? analyser(steps)
    known.set(key, analyse)
    return analyse
  }
}

/** The words of texts as written, by the term that an analyser makes of them. Words that it drops are left out. */
export function writtenWords(
  texts: readonly string[],
  steps: readonly AnalyserStep[],
): ReadonlyMap<string, string> {
  const analyse = analyser(steps)
  const written = new Map<string, string>()
  for (const word of texts.flatMap((text) => wordsIn(text, steps))) {
    for (const term of analyse(word)) if (!written.has(term)) written.set(term, word)
  }
  return written
}

const wordsIn = (text: string, steps: readonly AnalyserStep[]): readonly string[] =>
  (steps.includes('split-identifiers') ? splitIdentifier(text) : text).match(WORD) ?? []

function chunkAnalyser(steps: readonly AnalyserStep[]): Analyse {
  const split = steps.includes('split-identifiers')
  const dropStopWords = steps.includes('stop-words')
  const stem = steps.includes('stemming')
  return (chunk) => {
    const words = (split ? splitIdentifier(chunk) : chunk).toLowerCase().match(WORD) ?? []
    const kept = dropStopWords ? words.filter((word) => !STOP_WORDS.has(word)) : words
    return stem ? kept.map(stemmer) : kept
  }
}
