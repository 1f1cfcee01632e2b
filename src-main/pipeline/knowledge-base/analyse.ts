import { stemmer } from 'stemmer'
import { splitIdentifier } from './split-identifier'
import { STOP_WORDS } from './stop-words'

/** What an analyser does beyond lower-casing and cutting into words. */
export const ANALYSER_STEPS = ['split-identifiers', 'stop-words', 'stemming'] as const
export type AnalyserStep = (typeof ANALYSER_STEPS)[number]
export type Analyse = (text: string) => string[]

/** Words of two characters and more, as retrieval libraries cut them by default; Chinese characters one by one. */
const WORD = /\p{Script=Han}|[[\p{L}\p{N}]--\p{Script=Han}]{2,}/gv

/** A function from text to terms. No steps: the plain analyser. Stemming is Porter's, for English. */
export function analyser(steps: readonly AnalyserStep[]): Analyse {
  const split = steps.includes('split-identifiers')
  const dropStopWords = steps.includes('stop-words')
  const stem = steps.includes('stemming') ? rememberingStems() : undefined
  return (text) => {
    const terms: string[] = []
    for (const word of (split ? splitIdentifier(text) : text).toLowerCase().match(WORD) ?? []) {
      if (dropStopWords && STOP_WORDS.has(word)) continue
      terms.push(stem ? stem(word) : word)
    }
    return terms
  }
}

function rememberingStems(): (word: string) => string {
  const stems = new Map<string, string>()
  return (word) => {
    let stem = stems.get(word)
    if (stem === undefined) stems.set(word, (stem = stemmer(word)))
    return stem
  }
}
