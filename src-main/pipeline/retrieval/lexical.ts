import type { Admitted, LexicalSource } from '../kit'
import { retrieve, type SearchStep } from './retrieve'

export interface LexicalOptions {
  depth: number
  k1: number
  b: number
  /** Whether a word said twice in the query counts twice. */
  countRepeats: boolean
  among: Admitted
}

/** What the score of a search by words goes by. */
export const SCORE_BY_WORDS = 'bm25'

/** BM25 over the tool documents; Lucene's form. */
export function lexical(source: LexicalSource, options: LexicalOptions) {
  const { depth, k1, b, countRepeats, among } = options
  const scoring = ({ recorded, signal, without }: SearchStep) => ({
    k1,
    b,
    countRepeats,
    signal,
    without,
    among: among.tools,
    explain: recorded ? Infinity : 0,
  })
  return retrieve({
    name: SCORE_BY_WORDS,
    part: SCORE_BY_WORDS,
    origin: 'words',
    settings: { depth, k1, b, 'count repeats': countRepeats },
    sources: [source, among],
    absent: 'its document holds no word of the query',
    depth,
    async search(texts, most, step) {
      const { onMost } = step
      const lists = await source.search(texts, { depth: most, onMost, ...scoring(step) })
      const foundNothing = lists.every((list) => list.length === 0)
      const words = step.recorded || foundNothing ? await source.wordsOf(texts) : undefined
      if (words?.size === 0) {
        return step.degrade('this query has no word to match: found nothing by words', lists)
      }
      if (words) step.words(words)
      return lists
    },
    rate: (texts, tools, step) => source.rate(texts, tools, scoring(step)),
    scale: async () => ({
      from: 0,
      unit: 1 / greatestIdf(await source.textsSearched(among.tools)),
    }),
  })
}

/** About the idf of a word that one text of so many holds: the most that a word can say. */
const greatestIdf = (texts: number): number => Math.log(1 + (texts + 0.5) / 1.5)
