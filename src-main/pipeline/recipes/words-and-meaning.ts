import { z } from 'zod'
import type { QueryPlan, Ranking } from '../../domain/query/query'
import type { EffectCondition } from '../../domain/recipe/option'
import { fuse, type FusionMethod } from '../combine'
import { calibratedScores } from '../fusion/calibrated'
import { coverParts, DEPTH_OF_PARTS } from '../fusion/cover'
import {
  RANK_CONSTANT,
  reciprocalRank,
  standardScore,
  standardScoreWithPast,
  weighted,
} from '../fusion/fusion-methods'
import { byWordsFound, fixedWeight, HALF_WEIGHT_WORDS, POOL_DEPTH } from '../fusion/weights'
import type { Kit } from '../kit'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { pastQueries } from '../retrieval/past-queries'
import type { Retriever, Stage } from '../stage'
import { clausesOf } from './clauses'
import { inSection, real } from './option-builders'
import {
  documentOptions,
  embeddedOptions,
  historyOption,
  lexicalOptions,
  retrievalOptions,
} from './options'

/**
 * Searching by words and by meaning side by side: what `hybrid` is, and what other recipes build
 * on.
 */

const fusion = inSection('fusion')
const BY_SCORES: EffectCondition = { option: 'fusion', isOneOf: ['standard', 'weighted'] }

export const fusionOptions = {
  fusion: fusion.choice('Fusion', 'standard', {
    description:
      'Fuses the lists by scores in deviations of the request’s own (standard), on one scale for all requests (calibrated), scaled to 0…1, or by ranks alone (reciprocal rank fusion).',
    labels: {
      standard: 'Standard scores',
      calibrated: 'Calibrated scores',
      weighted: 'Scaled scores',
      rrf: 'Ranks alone',
    },
    leftOut: { rrf: 'lists fused by ranks alone' },
  }),
  lexicalHalfWeight: fusion.option(
    'Matched words for half the weight',
    real(0.1, 1000).default(HALF_WEIGHT_WORDS),
    {
      description:
        'BM25 gets half the weight where its best tools match this many words of the query, less where they match fewer.',
      appliesWhen: [BY_SCORES, { option: 'lexicalWeight', isUnset: true }],
      tries: {
        values: [3, 6, 20, 36].map((value) => ({
          value,
          label: `With half the weight for words at ${value} words found instead of ${HALF_WEIGHT_WORDS}`,
        })),
        areLearned: true,
      },
    },
  ),
  lexicalWeight: fusion.option('Fixed weight of BM25', real(0, 1).optional(), {
    description: 'The same weight for every query; the search by meaning gets the rest.',
    appliesWhen: [BY_SCORES],
    leftOut: [
      { value: 0, label: 'without search by words' },
      { value: 1, label: 'without search by meaning' },
    ],
  }),
  rankConstant: fusion.option('RRF constant', real(1, 1000).default(RANK_CONSTANT), {
    description: 'The larger it is, the less the first places count.',
    appliesWhen: [{ option: 'fusion', isOneOf: ['rrf'] }],
  }),
}

const bothOptions = { ...documentOptions, ...lexicalOptions, ...embeddedOptions }
export const fusedOptions = { ...bothOptions, ...fusionOptions }
export const BY_STANDARD_SCORES: EffectCondition = { option: 'fusion', isOneOf: ['standard'] }
export const pastOptions = historyOption([BY_STANDARD_SCORES])

/** All that shapes {@link searchBoth}. */
export const searchOptions = { ...fusedOptions, ...pastOptions, ...retrievalOptions }
type SearchOptions = z.output<z.ZodObject<typeof searchOptions>>

/** The fusion of a recipe that lets nobody choose it. */
export const STANDARD_FUSION = z.object(fusionOptions).parse({})

/** Whether words are searched at all. */
export const searchOption = {
  search: inSection('matching').choice('Search', 'hybrid', {
    description: 'Searches by words and meaning, or by meaning alone as in the paper.',
    labels: { hybrid: 'Words and meaning', dense: 'Meaning' },
    leftOut: { dense: 'without search by words' },
  }),
}

/** Searches as {@link searchOption} says. */
export const searchBy = (
  kit: Kit,
  options: SearchOptions & { search: 'hybrid' | 'dense' },
): Retriever =>
  options.search === 'hybrid' ? searchBoth(kit, options) : wordsAndMeaning(kit, options).meaning

/**
 * Searches by words and by meaning, and joins the two; by past queries too where it is to learn
 * from them.
 */
export function searchBoth(kit: Kit, options: SearchOptions): Stage<QueryPlan, Ranking> {
  const { words, meaning } = wordsAndMeaning(kit, options)
  if (options.fusion !== 'standard' || !options.history) {
    return fuse(fusionMethod(options), { words, meaning })
  }
  const search = { ...options, among: kit.among(options), explain: POOL_DEPTH }
  const taught = kit.lexical(kit.taught(options.components, options), options.analyser)
  const past = {
    history: kit.history,
    byTool: kit.dense(kit.past.byTool),
    each: kit.dense(kit.past.each),
    meaning: kit.dense(kit.documents(options.embeddedComponents, options)),
  }
  return fuse(standardScoreWithPast(weighing(options)), {
    words,
    'words of past queries': lexical(taught, search),
    meaning,
    'past queries': pastQueries(past, search),
  })
}

type BothOptions = z.output<z.ZodObject<typeof bothOptions & typeof retrievalOptions>>

/** The two searches, not joined. */
export function wordsAndMeaning(kit: Kit, options: BothOptions) {
  const search = { ...options, among: kit.among(options) }
  const documents = kit.documents(options.components, options)
  const embedded = kit.documents(options.embeddedComponents, options)
  return {
    words: lexical(kit.lexical(documents, options.analyser), { ...search, explain: POOL_DEPTH }),
    meaning: dense(kit.dense(embedded), search),
  }
}

type FusionOptions = z.output<z.ZodObject<typeof fusionOptions>>

function fusionMethod(options: FusionOptions): FusionMethod {
  if (options.fusion === 'calibrated') return calibratedScores(isWholeOfSeveral)
  if (options.fusion === 'rrf') return reciprocalRank(options.rankConstant)
  const weigh = weighing(options)
  if (options.fusion === 'weighted') return weighted(weigh)
  return standardScore({ from: ['zero', 'mean'], weigh })
}

/** Whether a plan searches a request for several things as a whole. */
const isWholeOfSeveral = ({ query, steps }: QueryPlan): boolean =>
  steps.length === 1 && steps[0]?.text === query.text && clausesOf(query.text).wishes.length > 1

const weighing = ({ lexicalWeight, lexicalHalfWeight }: FusionOptions) =>
  lexicalWeight === undefined ? byWordsFound(lexicalHalfWeight) : fixedWeight(lexicalWeight)

/**
 * Searches the clauses of the query on their own as well, so that the first tools cover all of
 * them.
 */
export function coverClauses(kit: Kit, options: SearchOptions): Stage<Ranking, Ranking> {
  const depth = Math.min(options.depth, DEPTH_OF_PARTS)
  return coverParts(clausesOf, searchBoth(kit, { ...options, depth }))
}
