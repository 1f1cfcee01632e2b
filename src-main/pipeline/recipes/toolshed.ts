import { z } from 'zod'
import type { Query, QueryPlan, Ranking } from '../../domain/query/query'
import type { EffectCondition, OptionMeta } from '../../domain/recipe/option'
import { TOOLSHED_COMPONENTS } from '../../domain/tool/document'
import { eachStep, fuse } from '../combine'
import { coverSteps } from '../fusion/cover'
import { standardScore } from '../fusion/fusion-methods'
import { interleave } from '../fusion/interleave'
import { byWordsFound, POOL_DEPTH, HALF_WEIGHT_WORDS } from '../fusion/weights'
import type { Kit } from '../kit'
import { analyser as wordsBy, ANALYSER_STEPS } from '../knowledge-base/analyse'
import { planAsIs } from '../planning/as-is'
import { catalogView } from '../planning/catalog-summary'
import { readClauses } from '../planning/clauses'
import { planAtOnce } from '../planning/plan-at-once'
import type { Reading } from '../planning/reading'
import { rewrite } from '../planning/rewrite'
import { split, splitByRule } from '../planning/split'
import { stepBack, vary } from '../planning/vary'
import { shownBy } from '../prompts/quoted'
import { grade, rerankByMeaning, rerankByModel, type RerankOptions } from '../reranking/rerank'
import { MOST_ROUNDS, searchAgain } from '../reranking/search-again'
import { dense } from '../retrieval/dense'
import { lexical } from '../retrieval/lexical'
import { pipe, type Pipeline, type Retriever, type Stage } from '../stage'
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

const OWN: EffectCondition = { option: 'preset', isOneOf: ['own'] }
const BY_MODEL: readonly EffectCondition[] = [OWN, { option: 'planner', isOneOf: ['model'] }]
const CALL_BY_CALL: EffectCondition = { option: 'prompting', isOneOf: ['single', 'two-call'] }
const BY_WORDS: EffectCondition = { option: 'search', isOneOf: ['hybrid'] }

const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  standard: Values[number],
  meta: Omit<OptionMeta, 'choices'> & { labels: Record<Values[number], string> },
) => {
  const { labels, ...about } = meta
  const choices = Object.fromEntries(
    Object.entries<string>(labels).map(([value, label]) => [value, { label }]),
  )
  return z
    .enum(values)
    .default(standard as never)
    .meta({ ...about, choices } satisfies OptionMeta)
}
const toggle = (standard: boolean, meta: OptionMeta) =>
  z
    .boolean()
    .default(standard)
    .meta({ ...meta })
const count = (most: number, standard: number, meta: OptionMeta) =>
  z
    .number()
    .int()
    .min(0)
    .max(most)
    .default(standard)
    .meta({ ...meta })

const planOptions = {
  preset: choice(['own', 'paper', 'fused'], 'own', {
    section: 'plan',
    title: 'Settings',
    description:
      'The paper’s settings, the same with all planning in one model call, or those chosen below. The first two need a language model.',
    labels: {
      own: 'As chosen below',
      paper: 'The paper’s',
      fused: 'The paper’s, planned in one call',
    },
  }),
  planner: choice(['rules', 'model'], 'rules', {
    section: 'plan',
    title: 'Planner',
    description:
      'What splits a request into steps: rules, which cut it at its clauses, or a language model.',
    appliesWhen: [OWN],
    labels: { rules: 'Rules', model: 'Language model' },
    leftOut: [{ value: 'rules', label: 'planned by rules' }],
  }),
  prompting: choice(['fused', 'single', 'two-call'], 'fused', {
    section: 'plan',
    title: 'Planning calls',
    description:
      'All planning in one call, one call for each part of it, or two for splitting: first thoughts, then the steps they come to.',
    appliesWhen: BY_MODEL,
    labels: {
      fused: 'One for everything',
      single: 'One for each part',
      'two-call': 'Two for splitting',
    },
  }),
  rewrite: toggle(true, {
    section: 'plan',
    title: 'Rewrite the request',
    description: 'Whether errors are corrected, and “it” and “that” replaced from the talk before.',
    appliesWhen: BY_MODEL,
  }),
  split: toggle(true, {
    section: 'plan',
    title: 'Split into steps',
    description:
      'Whether a request for several things is searched step by step. What the steps are, the planner decides.',
    appliesWhen: [OWN],
  }),
  variations: count(10, 3, {
    section: 'plan',
    title: 'Variations of each step',
    description: 'Other ways to say each step, searched beside it.',
    appliesWhen: BY_MODEL,
  }),
  stepBack: toggle(false, {
    section: 'plan',
    title: 'Step back',
    description: 'Whether the kind of task that each step is an example of is searched too.',
    appliesWhen: [...BY_MODEL, CALL_BY_CALL],
  }),
  knowsCatalog: toggle(false, {
    section: 'plan',
    title: 'Planner sees the catalog',
    description:
      'Whether it is shown the names of groups and topics, and the tools nearest to the request.',
    appliesWhen: BY_MODEL,
  }),
  shares: choice(['coverage', 'equal', 'difficulty'], 'coverage', {
    section: 'plan',
    title: 'Places of each step',
    description:
      'As long as a step’s tools add something, as many for each step, or more for steps that the planner finds hard.',
    appliesWhen: [OWN],
    labels: { coverage: 'By coverage', equal: 'Equal', difficulty: 'By difficulty' },
    leftOut: [{ value: 'equal', label: 'as many places for each step' }],
  }),
}

const rerankingOptions = {
  rerank: choice(['none', 'meaning', 'model'], 'none', {
    section: 'reranking',
    title: 'Rerank',
    description:
      'Whether the tools found are ordered again, by the embedder or by a language model, which may drop some. Where steps have places of their own, each step’s are too.',
    appliesWhen: [OWN],
    labels: { none: 'No', meaning: 'By the embedder', model: 'By a language model' },
    leftOut: [{ value: 'none', label: 'without reranking' }],
  }),
  grade: toggle(false, {
    section: 'reranking',
    title: 'Drop what is irrelevant',
    description: 'Whether a language model names tools that are of no use, which are dropped.',
    appliesWhen: [OWN],
  }),
  searchAgain: count(MOST_ROUNDS, 0, {
    section: 'reranking',
    title: 'Search again, at most',
    description:
      'How often a language model may say what the set still lacks, which is searched and added.',
    appliesWhen: [OWN],
  }),
}

const searchOptions = {
  search: choice(['hybrid', 'dense'], 'hybrid', {
    section: 'matching',
    title: 'Search',
    description: 'By words and meaning together, or by meaning alone as in the paper.',
    appliesWhen: [OWN],
    labels: { hybrid: 'Words and meaning', dense: 'Meaning' },
    leftOut: [{ value: 'dense', label: 'without search by words' }],
  }),
}

/** The option, with an effect only where these hold as well. */
const where = <Schema extends z.ZodType>(schema: Schema, conditions: readonly EffectCondition[]) =>
  schema.meta({ ...schema.meta(), appliesWhen: conditions })

const byWords = {
  ...documentOptions,
  analyser: lexicalOptions.analyser,
  ...{ k1: lexicalOptions.k1, b: lexicalOptions.b, countRepeats: lexicalOptions.countRepeats },
}

/** How many tools are needed was fitted on the scores that these make. */
const BY_OWN_SCORES: readonly EffectCondition[] = [
  OWN,
  BY_WORDS,
  { option: 'shares', isOneOf: ['coverage'] },
  { option: 'rerank', isOneOf: ['none'] },
  { option: 'searchAgain', isOff: true },
]
/** Where it decides itself how many tools a set holds. */
const ADAPTIVE_WHERE: EffectCondition[][] = [[ADAPTIVE_SIZE, ...BY_OWN_SCORES]]

const ToolshedOptions = z.strictObject({
  ...planOptions,
  ...rerankingOptions,
  ...searchOptions,
  components: where(byWords.components, [OWN, BY_WORDS]),
  documentForm: where(byWords.documentForm, [OWN]),
  wordWeights: where(byWords.wordWeights, [OWN, BY_WORDS]),
  analyser: where(byWords.analyser, [OWN, BY_WORDS]),
  k1: where(byWords.k1, [OWN, BY_WORDS]),
  b: where(byWords.b, [OWN, BY_WORDS]),
  countRepeats: where(byWords.countRepeats, [OWN, BY_WORDS]),
  embeddedComponents: where(embeddedOptions.embeddedComponents, [OWN]),
  meaningWeights: where(embeddedOptions.meaningWeights, [OWN]),
  ...historyOption([OWN, BY_WORDS]),
  ...retrievalOptions,
  ...sizeOption(BY_OWN_SCORES),
  ...selectionOptions,
})
type ToolshedOptions = z.output<typeof ToolshedOptions>

/** What the paper does; only what it calls a must is on. */
const PAPER = {
  planner: 'model',
  prompting: 'two-call',
  rewrite: true,
  split: true,
  variations: 3,
  stepBack: false,
  knowsCatalog: false,
  shares: 'equal',
  rerank: 'model',
  grade: false,
  searchAgain: 0,
  search: 'dense',
  history: false,
  documentForm: 'joined',
  embeddedComponents: [...TOOLSHED_COMPONENTS],
} as const satisfies Partial<ToolshedOptions>

/** The options with which a model is asked. */
const ASKS_MODEL: EffectCondition[][] = [
  [{ option: 'preset', isOneOf: ['paper', 'fused'] }],
  [OWN, { option: 'planner', isOneOf: ['model'] }],
  [OWN, { option: 'rerank', isOneOf: ['model'] }],
  [OWN, { option: 'grade', isOn: true }],
  [OWN, { option: 'searchAgain', isOn: true }],
]

/** The options as a preset changes them. */
const settled = (options: ToolshedOptions): ToolshedOptions => {
  if (options.preset === 'own') return options
  const paper = { ...options, ...PAPER, embeddedComponents: [...TOOLSHED_COMPONENTS] }
  return options.preset === 'fused' ? { ...paper, prompting: 'fused' } : paper
}

/**
 * Toolshed / Advanced RAG-Tool Fusion: plans, searches each step with its variations, reranks twice, grades, searches again.
 * Each is a switch; by default nothing asks a model: rules plan, and places go by coverage.
 *
 * **Model calls** for a plan of n steps, at most (an answer that does not fit is asked for once more):
 * - planned by model, call by call: 1 to rewrite, 1 or 2 to split, n for variations, n to step back; fused: 1 for all these;
 * - reranked by model: n, one for each step, where steps have places of their own and planning is not fused; and 1 for all;
 * - grading 1, and searching again 1 for each round it may take.
 *
 * With the paper's settings 4 + 2n: for three steps 10; for one 5, as its list is ranked once. Fused 2. Texts of all steps are
 * embedded in one batch; so is each later search: of a planner that sees the catalog, and of each round.
 *
 * **Departures from the paper:**
 * - a step's own words are searched beside its variations, whose lists are merged by best score, not one by one;
 * - of a plan of one step the user's words are searched as well, and a rewriting that leaves out most of them is not used;
 * - places are dealt in turn, so that each step has its k / n at any k, and leaves places that it cannot fill to others;
 * - two calls, first thoughts and then what they come to, are made for splitting alone, and rerankers see 30 tools;
 * - beyond it: rules instead of a model, search by words and meaning, places by difficulty or coverage, planners that see the
 *   catalog, questions back to the user, and tools that an agent holds kept for a follow-up.
 */
export const toolshed = recipe({
  id: 'toolshed',
  title: 'Toolshed',
  summary: 'Plans, searches step by step, and may rerank, grade and search again by a model.',
  source: 'Lumer et al. 2024, Toolshed: Advanced RAG-Tool Fusion, sections 3.3 and 3.4',
  size: 'k',
  adaptiveWhere: ADAPTIVE_WHERE,
  options: ToolshedOptions,
  asksModelWhere: ASKS_MODEL,
  build(kit, given) {
    const options = settled(given)
    const shown = shownBy(kit)
    const search = searchBy(kit, options)
    const rerank = rerankerOf(kit, options)
    const isDealt = options.shares !== 'coverage'
    const isFused = options.planner === 'model' && options.prompting === 'fused'
    const perStep = isDealt && !(options.rerank === 'model' && isFused)
    const searched = perStep && rerank ? pipe(search).to(rerank({ shown })) : search
    const joined = isDealt ? eachStep(searched, interleave(dealt(options))) : coverSteps(search)
    const found = plannedBy(kit, options, search).to(joined)
    const ranked = rerank ? found.to(rerank({ shown, onlySeveralSteps: perStep })) : found
    const graded = options.grade ? ranked.to(grade({ shown })) : ranked
    const { searchAgain: most } = options
    const whole = most > 0 ? graded.to(searchAgain({ search, most, shown })) : graded
    return selected({ kit, ranked: whole }, options, ADAPTIVE_WHERE)
  },
})

function searchBy(kit: Kit, options: ToolshedOptions): Retriever {
  const { components, analyser, embeddedComponents } = options
  const search = { ...options, among: kit.among(options) }
  const meaning = kit.dense(kit.documents(embeddedComponents, options))
  if (options.search === 'dense') return dense(meaning, search)
  const weigh = byWordsFound(HALF_WEIGHT_WORDS)
  if (options.history) {
    return fuseWithPast(kit, { components, documents: options, analyser, meaning, weigh, search })
  }
  const words = kit.lexical(kit.documents(components, options), analyser)
  return fuse(standardScore({ from: ['zero', 'mean'], weigh }), {
    words: lexical(words, { ...search, explain: POOL_DEPTH }),
    meaning: dense(meaning, search),
  })
}

const READING: Reading = {
  clausesOf: readClauses(wordsBy(['stop-words'])),
  contentWordsOf: wordsBy(['stop-words']),
  termsOf: wordsBy(ANALYSER_STEPS),
}

function plannedBy(
  kit: Kit,
  options: ToolshedOptions,
  search: Retriever,
): Pipeline<Query, QueryPlan> {
  const { planner, prompting, rewrite: rewrites, split: splits, variations } = options
  if (planner === 'rules') return pipe(splits ? splitByRule(READING) : planAsIs())
  const view = options.knowsCatalog ? catalogView(kit, kit.among(options), search) : undefined
  const planning = { reading: READING, shown: shownBy(kit), view }
  if (prompting === 'fused') return pipe(planAtOnce({ ...planning, rewrites, splits, variations }))
  const steps = splits
    ? split({ ...planning, calls: prompting === 'two-call' ? 2 : 1 })
    : planAsIs()
  const planned = rewrites ? pipe(rewrite(READING)).to(steps) : pipe(steps)
  const varied = variations > 0 ? planned.to(vary(variations)) : planned
  return options.stepBack ? varied.to(stepBack()) : varied
}

type Reranker = (options: RerankOptions) => Stage<Ranking, Ranking>

function rerankerOf(kit: Kit, options: ToolshedOptions): Reranker | undefined {
  if (options.rerank === 'none') return undefined
  if (options.rerank === 'model') return rerankByModel
  const meaning = kit.dense(kit.documents(options.embeddedComponents, options))
  return () => rerankByMeaning(meaning, kit.among(options))
}

const dealt = ({ shares }: ToolshedOptions) => (shares === 'difficulty' ? 'difficulty' : 'equal')
