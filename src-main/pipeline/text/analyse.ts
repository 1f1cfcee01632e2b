import { stemmer } from 'stemmer'
import { FOREIGN_WORDS, isForeign, type ForeignWords } from './foreign-words'

/**
 * English words that carry no wish: articles, pronouns, auxiliaries, prepositions, and the small
 * talk of requests.
 */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and are as at be been but by can could d did do does for from had has have he her hers him his how i if in
   into is it its just let ll m may me might mine my of on or our ours please re s shall she should so some t than
   that the their theirs them then there these they this those to too us ve was we were what when where which while
   who whom whose why will with would you your yours`
    .trim()
    .split(/\s+/),
)

/**
 * Identifiers within a text written as words: `getTeamStats`, `get_team_stats` and `get-team-stats`
 * give `get Team Stats`, `get team stats` and `get team stats`; `HTTPServer2` gives `HTTP Server
 * 2`. Text without identifiers stays as it is. Toolshed, section 3.1: names are embedded with
 * spaces.
 */
export function splitIdentifier(text: string): string {
  // Most words have nothing of what is looked for, which is told in a fraction of the time.
  let split = JOINT.test(text)
    ? text.replace(/(?<=[\p{L}\p{N}])[_.\-/]+(?=[\p{L}\p{N}])/gu, ' ')
    : text
  if (CAPITAL.test(text)) {
    split = split
      .replace(/(?<=\p{Ll}|\p{N})(?=\p{Lu})/gu, ' ')
      .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
  }
  return DIGIT.test(text) ? split.replace(/(?<=\p{L}{2})(?=\p{N})/gu, ' ') : split
}
const JOINT = /[_.\-/]/
const CAPITAL = /\p{Lu}/u
const DIGIT = /\p{N}/u

/** What an analyser does beyond lower-casing and cutting into words. */
export const ANALYSER_STEPS = ['split-identifiers', 'stop-words', 'stemming'] as const
/** Of one's own choice, or in place of all of them another program’s way. */
export type AnalyserStep = (typeof ANALYSER_STEPS)[number] | ForeignWords
export type Analyse = (text: string) => readonly string[]

/**
 * Words of two characters and more, as retrieval libraries cut them by default; Chinese characters
 * one by one.
 */
const WORD = /\p{Script=Han}|[[\p{L}\p{N}]--\p{Script=Han}]{2,}/gv
/**
 * Short texts remembered by one analyser: the queries of an experiment are searched again for each
 * of its cells.
 */
const MOST_QUERIES = 5_000
/** Characters. */
const LONGEST_QUERY = 1_000
/**
 * Chunks remembered by one analyser; a catalog of thousands of tools has some ten thousand
 * different ones.
 */
const MOST_CHUNKS = 200_000
/** Words whose stems are remembered: names are made of the same words in ever new chunks. */
const MOST_STEMS = 50_000

/**
 * Two functions from text to terms: what one works out of a chunk between white space is of use to
 * the other.
 */
export interface Analysers {
  /** For texts that come once. */
  ofDocument: Analyse
  /** For short texts that come again: it remembers them whole. */
  ofQuery: Analyse
  /** For texts without white space. */
  ofChunk: Analyse
}

/**
 * A function from text to terms. No steps: the plain analyser. Stemming is Porter's, for English.
 */
export const analyser = (steps: readonly AnalyserStep[]): Analyse => bothAnalysers(steps).ofQuery

/**
 * Nothing an analyser does looks across white space, so the terms of each chunk are worked out
 * once.
 */
function bothAnalysers(steps: readonly AnalyserStep[]): Analysers {
  const ofChunk = remembering(chunkAnalyser(steps), MOST_CHUNKS)
  const ofDocument = (text: string) => {
    const terms: string[] = []
    for (const chunk of text.split(/\s+/)) for (const term of ofChunk(chunk)) terms.push(term)
    return terms
  }
  const ofShort = remembering(ofDocument, MOST_QUERIES)
  const ofQuery = (text: string) => (text.length > LONGEST_QUERY ? ofDocument(text) : ofShort(text))
  return { ofDocument, ofQuery, ofChunk }
}

function remembering<Value>(
  workOut: (text: string) => Value,
  most: number,
): (text: string) => Value {
  const remembered = new Map<string, Value>()
  return (text) => {
    const known = remembered.get(text)
    if (known !== undefined) return known
    if (remembered.size === most) remembered.clear()
    const own = ownText(text)
    const value = workOut(own)
    remembered.set(own, value)
    return value
  }
}

/**
 * A piece of a text keeps all of the text in memory, and a word that is cut of it no less: this one
 * stands alone.
 */
const ownText = (text: string): string => ` ${text}`.slice(1)

const stemOf = remembering(stemmer, MOST_STEMS)

/**
 * Gives the same analysers for the same steps, so that what they worked out is of use to all who
 * search.
 */
export function analysers(): (steps: readonly AnalyserStep[]) => Analysers {
  const known = new Map<string, Analysers>()
  return (steps) => {
    const key = steps.join()
    const both = known.get(key) ?? bothAnalysers(steps)
    known.set(key, both)
    return both
  }
}

/**
 * The words of texts as written, by the term that an analyser makes of them. Words that it drops
 * are left out.
 */
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
  isForeign(steps[0])
    ? text.split(/\s+/)
    : ((steps.includes('split-identifiers') ? splitIdentifier(text) : text).match(WORD) ?? [])

/** What an analyser makes of a text without white space. */
export function chunkAnalyser(steps: readonly AnalyserStep[]): Analyse {
  const [first] = steps
  if (isForeign(first)) return FOREIGN_WORDS[first]
  const split = steps.includes('split-identifiers')
  const dropStopWords = steps.includes('stop-words')
  const stem = steps.includes('stemming')
  return (chunk) => {
    const words = (split ? splitIdentifier(chunk) : chunk).toLowerCase().match(WORD) ?? []
    const kept = dropStopWords ? words.filter((word) => !STOP_WORDS.has(word)) : words
    return stem ? kept.map(stemOf) : kept
  }
}
