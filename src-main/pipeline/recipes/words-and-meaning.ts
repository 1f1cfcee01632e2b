import { z } from 'zod'
import type { QueryPlan, Ranking } from '../../domain/query/query'
import type { EffectCondition } from '../../domain/recipe/option'
import { fuse } from '../combine'
import { calibratedScores, calibratedWithPast, CLAUSES_FROM } from '../fusion/calibrated'
import { coverParts, DEPTH_OF_PARTS } from '../fusion/cover'
import { RANK_CONSTANT, reciprocalRank } from '../fusion/fusion-methods'
import { searchWhole } from '../fusion/search-whole'
import type { Kit } from '../kit'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { learnedWhereItGains } from '../retrieval/past-gain'
import { pastQueries } from '../retrieval/past-queries'
import { pipe, type Retriever, type Stage } from '../stage'
import { clausesOf } from './clauses'
import { inSection, onlyWhere, real } from './option-builders'
import {
  documentOptions,
  embeddedOptions,
  historyOption,
  retrievalOptions,
  wordOptions,
} from './options'

/**
 * Searching by words and by meaning side by side: what `hybrid` is, and what other recipes build
 * on.
 */

const fusion = inSection('fusion')
const BY_SCORES: EffectCondition = { option: 'fusion', isOneOf: ['calibrated'] }

const fusionOptions = {
  fusion: fusion.choice('Fusion', 'calibrated', {
    description:
      'Fuses the two lists by their scores, on one scale for all requests, or by ranks alone (reciprocal rank fusion).',
    labels: { calibrated: 'Calibrated scores', rrf: 'Ranks alone' },
    leftOut: { rrf: 'lists fused by ranks alone' },
  }),
  denseWeight: fusion.option('Weight of meaning', real(0.1, 10).default(1), {
    description:
      'Multiplies what the search by meaning counts beside words. 1 is what was measured for the embedder.',
    appliesWhen: [BY_SCORES],
    tries: {
      values: [0.5, 0.7, 1.4, 2].map((value) => ({
        value,
        label: `With meaning counting ${value} times as much`,
      })),
      areLearned: true,
    },
  }),
  rankConstant: fusion.option('RRF constant', real(1, 1000).default(RANK_CONSTANT), {
    description: 'The larger it is, the less the first places count.',
    appliesWhen: [{ option: 'fusion', isOneOf: ['rrf'] }],
  }),
}

/** The fusion of a recipe that lets nobody choose it. */
export const DEFAULT_FUSION = z.object(fusionOptions).parse({})

const wordsSearched: EffectCondition = { option: 'search', isOneOf: ['hybrid', 'bm25'] }
const meaningSearched: EffectCondition = { option: 'search', isOneOf: ['hybrid', 'dense'] }
/** Both are searched, and fused. */
export const BOTH_SEARCHED: EffectCondition = { option: 'search', isOneOf: ['hybrid'] }
/** That by calibrated scores: on these history and the size of a set were tried. */
export const BY_CALIBRATED_SCORES: readonly EffectCondition[] = [BOTH_SEARCHED, BY_SCORES]

/** What is searched, and in what. */
export const searchedOptions = {
  search: inSection('matching').choice('Search', 'hybrid', {
    description: 'Searches by words and meaning, or by one of the two alone.',
    labels: { hybrid: 'Words and meaning', bm25: 'Words', dense: 'Meaning' },
    leftOut: { bm25: 'without search by meaning', dense: 'without search by words' },
  }),
  ...documentOptions,
  ...onlyWhere([wordsSearched], wordOptions),
  ...onlyWhere([meaningSearched], embeddedOptions),
}

/** All that shapes {@link searchBy}. */
export const searchOptions = {
  ...searchedOptions,
  ...onlyWhere([BOTH_SEARCHED], fusionOptions),
  ...historyOption(BY_CALIBRATED_SCORES),
  ...retrievalOptions,
}
type SearchOptions = z.output<z.ZodObject<typeof searchOptions>>

/** Whether clauses, or steps, of a request are searched beside the whole of it. */
interface Beside {
  besideClauses: boolean
}
export const BESIDE_CLAUSES: Beside = { besideClauses: true }

/**
 * Searches by words, by meaning, or by both and joins the two; by past queries too where it is to
 * learn from them and they help.
 */
export function searchBy(kit: Kit, options: SearchOptions, beside: Beside): Retriever {
  const { words, meaning } = wordsAndMeaning(kit, options)
  if (options.search === 'bm25') return words
  if (options.search === 'dense') return meaning
  if (options.fusion === 'rrf') {
    return fuse(reciprocalRank(options.rankConstant), { words, meaning })
  }
  if (!options.history) return fused(kit, options, beside)
  const depth = DEPTH_OF_PARTS
  return learnedWhereItGains(kit, waysBy(kit, options, beside), (of) => {
    const { plain, learned } = waysBy(of, { ...options, depth }, beside)
    // As they are answered: what clauses find need not be learned.
    const asked = (search: Retriever): Retriever =>
      beside.besideClauses
        ? pipe(search).to(coverParts(clausesOf, search, clausesFrom(options)))
        : search
    return { plain: asked(plain), learned: asked(learned) }
  })
}

const waysBy = (kit: Kit, options: SearchOptions, beside: Beside) => ({
  plain: fused(kit, options, beside),
  learned: searchWithPast(kit, options, beside),
})

const calibrated = ({ denseWeight }: SearchOptions, { besideClauses }: Beside) => ({
  ...(besideClauses && { isWholeOfSeveral }),
  meaning: denseWeight,
})

const fused = (kit: Kit, options: SearchOptions, beside: Beside): Stage<QueryPlan, Ranking> =>
  fuse(calibratedScores(calibrated(options, beside)), wordsAndMeaning(kit, options))

/**
 * The same by past queries too, whether they help or not.
 * @public for tests of what they teach
 */
export function searchWithPast(
  kit: Kit,
  options: SearchOptions,
  beside: Beside = BESIDE_CLAUSES,
): Stage<QueryPlan, Ranking> {
  const search = { ...options, among: kit.among(options) }
  const { words, meaning } = wordsAndMeaning(kit, options)
  const documents = kit.taught(options.components, options)
  const past = {
    history: kit.history,
    byTool: kit.dense(kit.past.byTool),
    each: kit.dense(kit.past.each),
    meaning: kit.dense(kit.documents(options.embeddedComponents, options)),
  }
  return fuse(calibratedWithPast(calibrated(options, beside)), {
    words,
    'words of past queries': lexical(kit.lexical(documents, options.analyser), search),
    meaning,
    'past queries': pastQueries(past, search),
  })
}

/** The two searches, not joined. */
export function wordsAndMeaning(
  kit: Kit,
  options: Omit<SearchOptions, 'search' | 'history' | keyof typeof fusionOptions>,
) {
  const search = { ...options, among: kit.among(options) }
  const documents = kit.documents(options.components, options)
  const embedded = kit.documents(options.embeddedComponents, options)
  return {
    words: lexical(kit.lexical(documents, options.analyser), search),
    meaning: dense(kit.dense(embedded), search),
  }
}

/** Whether a plan searches a request for several things as a whole. */
export const isWholeOfSeveral = ({ query, steps }: QueryPlan): boolean =>
  steps.length === 1 && steps[0]?.text === query.text && clausesOf(query.text).wishes.length > 1

/**
 * Searches the clauses of the query on their own as well, so that the first tools cover all of
 * them.
 */
export function coverClauses(kit: Kit, options: SearchOptions): Stage<Ranking, Ranking> {
  const depth = Math.min(options.depth, DEPTH_OF_PARTS)
  return coverParts(
    clausesOf,
    searchBy(kit, { ...options, depth }, BESIDE_CLAUSES),
    clausesFrom(options),
  )
}

/** Searches a request for several things as it is searched beside its clauses. */
export const searchBesideClauses = (kit: Kit, options: SearchOptions): Stage<Ranking, Ranking> =>
  searchWhole(searchBy(kit, options, BESIDE_CLAUSES), isWholeOfSeveral)

/** From where on clauses count, on the scale of the scores that are made. */
export const clausesFrom = ({
  search,
  fusion,
}: Pick<SearchOptions, 'search' | 'fusion'>): { from?: number } =>
  search === 'hybrid' && fusion === 'calibrated' ? { from: CLAUSES_FROM } : {}
