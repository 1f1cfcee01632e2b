import { stemmer } from 'stemmer'

/**
 * How other programs cut a text into words, for recipes that search as they do. Each takes a text
 * without white space. Stems are Porter’s first algorithm’s.
 */
export const FOREIGN_WORDS = {
  /**
   * SQLite’s full-text search with `tokenize='porter'`: at all but letters and digits, accents
   * dropped, no stop words.
   */
  fts5: (chunk: string): readonly string[] =>
    (withoutAccents(chunk).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []).map(stemmer),
  /**
   * The Rust crate `bm25` 2.3.2 for English: words by Unicode’s rules, by which an underscore, a
   * dot or a colon splits none.
   */
  'bm25-crate': (chunk: string): readonly string[] =>
    [...segmenter.segment(withoutAccents(chunk))]
      .filter(({ segment, isWordLike }) => isWordLike === true && !NLTK_STOP_WORDS.has(segment))
      .map(({ segment }) => stemmer(segment)),
} as const

/** @public the name of another program’s way, in place of an analyser’s steps */
export type ForeignWords = keyof typeof FOREIGN_WORDS

export const isForeign = (step: string | undefined): step is ForeignWords =>
  step !== undefined && Object.hasOwn(FOREIGN_WORDS, step)

const withoutAccents = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** NLTK’s list for English. */
const NLTK_STOP_WORDS: ReadonlySet<string> = new Set(
  `i me my myself we our ours ourselves you you're you've you'll you'd your yours yourself yourselves he him his himself
   she she's her hers herself it it's its itself they them their theirs themselves what which who whom this that that'll
   these those am is are was were be been being have has had having do does did doing a an the and but if or because as
   until while of at by for with about against between into through during before after above below to from up down in
   out on off over under again further then once here there when where why how all any both each few more most other some
   such no nor not only own same so than too very s t can will just don don't should should've now d ll m o re ve y ain
   aren aren't couldn couldn't didn didn't doesn doesn't hadn hadn't hasn hasn't haven haven't isn isn't ma mightn
   mightn't mustn mustn't needn needn't shan shan't shouldn shouldn't wasn wasn't weren weren't won won't wouldn wouldn't`
    .trim()
    .split(/\s+/),
)
