import type { Admitted, LexicalSource } from '../kit'
import { retrieve, type SearchStep } from './retrieve'

export interface LexicalOptions {
  depth: number
  k1: number
  b: number
  /** Whether a word said twice in the query counts twice. */
  countRepeats: boolean
  among: Admitted
  /** How many of the first tools say what words they share also where nothing is recorded. */
  explain?: number
}

/** What the score of a search by words goes by. */
export const SCORE_BY_WORDS = 'bm25'

/** BM25 over the tool documents; Lucene's form. */
export function lexical(source: LexicalSource, options: LexicalOptions) {
  const { depth, k1, b, countRepeats, among, explain = 0 } = options
  const scoring = ({ recorded, signal, without }: SearchStep, explained: number) => ({
    k1,
    b,
    countRepeats,
    signal,
    without,
    among: among.tools,
    explain: recorded ? Infinity : explained,
  })
  return retrieve({
    name: SCORE_BY_WORDS,
    part: SCORE_BY_WORDS,
    origin: 'words',
    settings: {
      depth,
      k1,
      b,
      'count repeats': countRepeats,
      ...(explain > 0 && { 'tells words of the first': explain }),
    },
    sources: [source, among],
    absent: 'its document holds no word of the query',
    depth,
    async search(texts, most, step) {
      const { onMost } = step
      const lists = await source.search(texts, { depth: most, onMost, ...scoring(step, explain) })
      const foundNothing = lists.every((list) => list.length === 0)
      const words = step.recorded || foundNothing ? await source.wordsOf(texts) : undefined
      if (words?.size === 0) {
        return step.degrade('this query has no word to match: found nothing by words', lists)
      }
      if (words) step.words(words)
      return lists
    },
    rate: (texts, tools, step) => source.rate(texts, tools, scoring(step, 0)),
    scale: () => ({ from: 0, unit: 1 / greatestIdf(among.size) }),
  })
}

/** The idf of a word that one document of so many holds: the most that a word can say. */
const greatestIdf = (documents: number): number => Math.log(1 + (documents + 0.5) / 1.5)
