import { z } from 'zod'
import type { Query, QueryPlan, Ranking } from '../../domain/query/query'
import type { EffectCondition, OptionMeta } from '../../domain/recipe/option'
import { fuse, type FusionMethod } from '../combine'
import { lastPlaces } from '../dependencies/last-places'
import { coverParts, DEPTH_OF_PARTS } from '../fusion/cover'
import { RANK_CONSTANT, reciprocalRank, standardScore, weighted } from '../fusion/fusion-methods'
import {
  byWordsFound,
  fixedWeight,
  POOL_DEPTH,
  HALF_WEIGHT_WORDS,
  type Weigh,
} from '../fusion/weights'
import type { Kit, ToolFilter } from '../kit'
import { analyser as wordsBy } from '../knowledge-base/analyse'
import { planAsIs } from '../planning/as-is'
import { readClauses } from '../planning/clauses'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { pipe, type Pipeline, type Stage } from '../stage'
import {
  ADAPTIVE_SIZE,
  documentOptions,
  embeddedOptions,
  historyOption,
  lexicalOptions,
  retrievalOptions,
  selectionOptions,
  sizeOption,
} from './options'
import { recipe } from './recipe'
import { selected } from './selected'
import { fuseWithPast } from './with-past'

/** Whether what the first tools need comes along, where it is not what the recipe is about. */
const dependenciesOption = {
  dependencies: z
    .enum(['none', 'sure'])
    .default('none')
    .meta({
      section: 'dependencies',
      // An adaptive set has no last places to give away.
      appliesWhen: [{ option: 'size', isOneOf: ['k'] }],
      title: 'Take along what tools need',
      description:
        'Whether a tool that at least two of the first three tools need, by the edges of the catalog, gets one of the last places: at most one place in five.',
      choices: { none: { label: 'Nothing' }, sure: { label: 'What several need' } },
    } satisfies OptionMeta),
}

type Options = ToolFilter & { dependencies: 'none' | 'sure'; size: 'k' | 'adaptive' }

/** The ranking, with what its first tools surely need where that is chosen. */
const withSureDependencies = (
  kit: Kit,
  ranked: Pipeline<Query, Ranking>,
  options: Options,
): Pipeline<Query, Ranking> =>
  options.dependencies === 'sure' && options.size === 'k'
    ? ranked.to(lastPlaces({ kit, among: kit.among(options) }))
    : ranked

const BY_SCORES = { option: 'fusion', isOneOf: ['standard', 'weighted'] }

const fusionOptions = {
  fusion: z
    .enum(['standard', 'weighted', 'rrf'])
    .default('standard')
    .meta({
      section: 'fusion',
      title: 'Fusion',
      description:
        'By standard scores, by scores scaled to 0…1, or by ranks alone (reciprocal rank fusion).',
      choices: {
        standard: { label: 'Standard scores' },
        weighted: { label: 'Scaled scores' },
        rrf: { label: 'Ranks alone' },
      },
      leftOut: [{ value: 'rrf', label: 'lists joined by ranks alone' }],
    } satisfies OptionMeta),
  lexicalHalfWeight: z
    .number()
    .min(0.1)
    .max(1000)
    .default(HALF_WEIGHT_WORDS)
    .meta({
      section: 'fusion',
      appliesWhen: [BY_SCORES, { option: 'lexicalWeight', isUnset: true }],
      title: 'Words for half the weight',
      description:
        'BM25 gets half the weight where its best tools hold this many words of the query, less where they hold fewer.',
      tries: {
        values: [3, 6, 20, 36].map((value) => ({
          value,
          label: `With half the weight for words at ${value} words found instead of ${HALF_WEIGHT_WORDS}`,
        })),
        areLearned: true,
      },
    } satisfies OptionMeta),
  lexicalWeight: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({
      section: 'fusion',
      appliesWhen: [BY_SCORES],
      title: 'Fixed weight of BM25',
      description: 'The same for every query instead; the dense side gets the rest.',
      leftOut: [
        { value: 0, label: 'without search by words' },
        { value: 1, label: 'without search by meaning' },
      ],
    } satisfies OptionMeta),
  rankConstant: z
    .number()
    .min(1)
    .max(1000)
    .default(RANK_CONSTANT)
    .meta({
      section: 'fusion',
      appliesWhen: [{ option: 'fusion', isOneOf: ['rrf'] }],
      title: 'RRF constant',
      description: 'The larger, the less the first places count.',
    } satisfies OptionMeta),
}

const clauseOption = {
  clauses: z
    .boolean()
    .default(true)
    .meta({
      section: 'selection',
      title: 'Clauses on their own',
      description:
        'Whether the clauses of a request that asks for several things are searched on their own as well, so that the first tools cover all of them.',
      tries: {
        values: [
          { value: false, label: 'Without clauses on their own' },
          { value: true, label: 'With clauses on their own' },
        ],
      },
    } satisfies OptionMeta),
}

const joinedOptions = {
  ...documentOptions,
  ...lexicalOptions,
  ...embeddedOptions,
  ...fusionOptions,
}
/** How many tools are needed was fitted on these scores alone. */
const BY_STANDARD_SCORES: EffectCondition = { option: 'fusion', isOneOf: ['standard'] }
const ADAPTIVE_WHERE = [[ADAPTIVE_SIZE, BY_STANDARD_SCORES]]

const pastOptions = historyOption([BY_STANDARD_SCORES])

/** All that shapes {@link searchBoth}. */
export const searchOptions = { ...joinedOptions, ...pastOptions, ...retrievalOptions }
type SearchOptions = z.output<z.ZodObject<typeof searchOptions>>
type HybridOptions = SearchOptions & { clauses: boolean }

export const hybrid = recipe({
  id: 'hybrid',
  title: 'Hybrid',
  summary:
    'Searches by words and by meaning side by side and joins their rankings; of a request that asks for several things, so that each of them is covered.',
  source:
    'Montague & Aslam 2001 for standard scores, Cormack et al. 2009 for RRF; the weight by words found is Pegboard’s',
  size: 'k',
  adaptiveWhere: ADAPTIVE_WHERE,
  taught: { history: true },
  options: z.strictObject({
    ...joinedOptions,
    ...clauseOption,
    ...pastOptions,
    ...retrievalOptions,
    ...dependenciesOption,
    ...sizeOption([BY_STANDARD_SCORES]),
    ...selectionOptions,
  }),
  build(kit, options) {
    const ranked = withSureDependencies(kit, rankedByHybrid(kit, options), options)
    return selected({ kit, ranked }, options, ADAPTIVE_WHERE)
  },
})

/** The ranking that `hybrid` selects from. */
function rankedByHybrid(kit: Kit, options: HybridOptions): Pipeline<Query, Ranking> {
  const ranked = pipe(planAsIs()).to(searchBoth(kit, options))
  return options.clauses ? ranked.to(coverClauses(kit, options)) : ranked
}

/** Searches by words and by meaning, and joins the two. */
export function searchBoth(
  kit: Kit,
  { components, analyser, embeddedComponents, ...options }: SearchOptions,
): Stage<QueryPlan, Ranking> {
  const words = kit.lexical(kit.documents(components, options), analyser)
  const meaning = kit.dense(kit.documents(embeddedComponents, options))
  const search = { ...options, among: kit.among(options) }
  if (options.history && options.fusion === 'standard') {
    const weigh = weighing(options)
    return fuseWithPast(kit, { components, documents: options, analyser, meaning, weigh, search })
  }
  return fuse(fusionMethod(options), {
    words: lexical(words, { ...search, explain: POOL_DEPTH }),
    meaning: dense(meaning, search),
  })
}

/** Searches the clauses of the query on their own as well, so that the first tools cover all of them. */
export function coverClauses(kit: Kit, options: SearchOptions): Stage<Ranking, Ranking> {
  const depth = Math.min(options.depth, DEPTH_OF_PARTS)
  return coverParts(clausesOf, searchBoth(kit, { ...options, depth }))
}

const clausesOf = readClauses(wordsBy(['stop-words']))

type FusionOptions = z.output<z.ZodObject<typeof fusionOptions>>

function fusionMethod(options: FusionOptions): FusionMethod {
  const { fusion, rankConstant } = options
  if (fusion === 'rrf') return reciprocalRank(rankConstant)
  const weigh = weighing(options)
  if (fusion === 'weighted') return weighted(weigh)
  return standardScore({ from: ['zero', 'mean'], weigh })
}

const weighing = ({ lexicalWeight, lexicalHalfWeight }: FusionOptions): Weigh =>
  lexicalWeight === undefined ? byWordsFound(lexicalHalfWeight) : fixedWeight(lexicalWeight)
