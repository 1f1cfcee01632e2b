import { z } from 'zod'
import type { Query, QueryPlan, Ranking } from '../../domain/query/query'
import type { EffectCondition } from '../../domain/recipe/option'
import { TOOLSHED_COMPONENTS } from '../../domain/tool/document'
import { eachStep } from '../combine'
import { coverSteps } from '../fusion/cover'
import { interleave } from '../fusion/interleave'
import type { Kit } from '../kit'
import { analyser, ANALYSER_STEPS } from '../text/analyse'
import { askBack } from '../planning/ask-back'
import { keepClauses } from '../planning/keep-clauses'
import { planAsIs } from '../planning/as-is'
import { catalogView } from '../planning/catalog-summary'
import { planAtOnce } from '../planning/plan-at-once'
import type { Reading } from '../planning/reading'
import { rewrite } from '../planning/rewrite'
import { split, splitByRule } from '../planning/split'
import { stepBack, vary } from '../planning/vary'
import { shownBy } from '../prompts/quoted'
import { grade, rerankByMeaning, rerankByModel, type RerankOptions } from '../reranking/rerank'
import { MOST_ROUNDS, searchAgain } from '../reranking/search-again'
import { pipe, type Pipeline, type Retriever, type Stage } from '../stage'
import { clausesOf } from './clauses'
import { inSection, onlyWhere, whole } from './option-builders'
import { historyOption, retrievalOptions, selectionOptions } from './options'
import { ADAPTIVE_SIZE, selected, sizeOptions } from './adaptive-size'
import { recipe } from './recipe'
import {
  BOTH_SEARCHED,
  clausesFrom,
  DEFAULT_FUSION,
  searchBy,
  searchedOptions,
} from './words-and-meaning'

/**
 * Toolshed / Advanced RAG-Tool Fusion: plans, searches each step with its variations, reranks
 * twice, grades, searches again. Each is a switch; by default nothing asks a model: rules plan, and
 * places go by coverage.
 *
 * **Model calls** for a plan of n steps, at most (an answer that does not fit is asked for once
 * more):
 * - planned by model, call by call: 1 to rewrite, 1 or 2 to split, n for variations, n to step
 *   back; fused: 1 for all these; and 1 more to ask the user back, where that is on;
 * - reranked by model: n, one for each step, where steps have places of their own and planning is
 *   not fused; and 1 for all;
 * - grading 1, and searching again 1 for each round it may take.
 *
 * With the paper's settings 4 + 2n: for three steps 10; for one 5, as its list is ranked once.
 * Fused 2. Texts of all steps are embedded in one batch; so is each later search: of a planner that
 * sees the catalog, and of each round.
 *
 * **Departures from the paper:**
 * - a step's own words are searched beside its variations, whose lists are merged by best score,
 *   not one by one;
 * - of a plan of one step the user's words are searched as well, and a rewriting that leaves out
 *   most of them is not used;
 * - places are dealt in turn, so that each step has its k / n at any k, and leaves places that it
 *   cannot fill to others;
 * - two calls, first thoughts and then what they come to, are made for splitting alone, and
 *   rerankers see 30 tools;
 * - beyond it: rules instead of a model, search by words and meaning, places by difficulty or
 *   coverage, planners that see the catalog, questions back to the user, and tools that an agent
 *   holds kept for a follow-up.
 */

const OWN: EffectCondition = { option: 'preset', isOneOf: ['own'] }
const BY_MODEL: readonly EffectCondition[] = [OWN, { option: 'planner', isOneOf: ['model'] }]
const CALL_BY_CALL: EffectCondition = { option: 'prompting', isOneOf: ['single', 'two-call'] }

const plan = inSection('plan')
const reranking = inSection('reranking')

const planOptions = {
  preset: plan.choice('Settings', 'own', {
    description:
      'The settings below, the paper’s, or the paper’s with all planning in one model call. The paper’s need a language model.',
    labels: {
      own: 'As chosen below',
      paper: 'The paper’s',
      fused: 'The paper’s, planned in one call',
    },
  }),
  planner: plan.choice('Planner', 'rules', {
    description: 'Splits the request into steps: by rules, at its clauses, or by a language model.',
    labels: { rules: 'Rules', model: 'Language model' },
    appliesWhen: [OWN],
    leftOut: { rules: 'planned by rules' },
  }),
  prompting: plan.choice('Planning calls', 'fused', {
    description:
      'Plans in one call, in one call for each part, or in two for splitting: first thoughts, then the steps.',
    labels: {
      fused: 'One for everything',
      single: 'One for each part',
      'two-call': 'Two for splitting',
    },
    appliesWhen: BY_MODEL,
  }),
  rewrite: plan.toggle('Rewrite the request', true, {
    description: 'Corrects errors, and resolves “it” and “that” from earlier messages.',
    appliesWhen: BY_MODEL,
  }),
  split: plan.toggle('Split into steps', true, {
    description:
      'Searches a request for several things step by step; the planner decides the steps.',
    appliesWhen: [OWN],
  }),
  variations: plan.option('Variations of each step', whole(0, 10).default(3), {
    description: 'How many paraphrases of each step are searched as well.',
    appliesWhen: BY_MODEL,
  }),
  stepBack: plan.toggle('Step back', false, {
    description: 'Also searches the general kind of task that each step is an example of.',
    appliesWhen: [...BY_MODEL, CALL_BY_CALL],
  }),
  knowsCatalog: plan.toggle('Planner sees the catalog', false, {
    description:
      'Shows the planner the names of groups and topics, and the tools nearest to the request.',
    appliesWhen: BY_MODEL,
  }),
  askBack: plan.toggle('Ask back', false, {
    description:
      'Shows what the planner would ask you where a request can be read in two ways; one more call.',
    appliesWhen: BY_MODEL,
  }),
  shares: plan.choice('Places of each step', 'coverage', {
    description:
      'Gives places to a step as long as its tools add coverage, the same number to each step, or more to steps that the planner finds hard.',
    labels: { coverage: 'By coverage', equal: 'Equal', difficulty: 'By difficulty' },
    appliesWhen: [OWN],
    leftOut: { equal: 'equal places for each step' },
  }),
}

const rerankingOptions = {
  rerank: reranking.choice('Rerank', 'none', {
    description:
      'Ranks the tools found again, by the embedder or by a language model, which may drop some. Steps with places of their own are reranked as well.',
    labels: { none: 'No', meaning: 'By the embedder', model: 'By a language model' },
    appliesWhen: [OWN],
    leftOut: { none: 'without reranking' },
  }),
  grade: reranking.toggle('Drop irrelevant tools', false, {
    description: 'A language model names irrelevant tools, which are dropped.',
    appliesWhen: [OWN],
  }),
  searchAgain: reranking.option('Search again, at most', whole(0, MOST_ROUNDS).default(0), {
    description:
      'How often a language model may say what the set lacks, which is then searched and added.',
    appliesWhen: [OWN],
  }),
}

/** How many tools are needed was fitted on the scores that these make. */
const BY_OWN_SCORES: readonly EffectCondition[] = [
  OWN,
  BOTH_SEARCHED,
  { option: 'shares', isOneOf: ['coverage'] },
  { option: 'rerank', isOneOf: ['none'] },
  { option: 'searchAgain', isOff: true },
]
/** Where it decides itself how many tools a set holds. */
const ADAPTIVE_WHERE = [[ADAPTIVE_SIZE, ...BY_OWN_SCORES]]

const ToolshedOptions = z.strictObject({
  ...planOptions,
  ...rerankingOptions,
  ...onlyWhere([OWN], { ...searchedOptions, ...historyOption([BOTH_SEARCHED]) }),
  ...retrievalOptions,
  ...sizeOptions(BY_OWN_SCORES),
  ...selectionOptions,
})
type ToolshedOptions = z.output<typeof ToolshedOptions>

/** What the paper does; only what it calls a must is on. */
const PAPER = {
  planner: 'model',
  rewrite: true,
  split: true,
  variations: 3,
  stepBack: false,
  knowsCatalog: false,
  askBack: false,
  shares: 'equal',
  rerank: 'model',
  grade: false,
  searchAgain: 0,
  search: 'dense',
  history: false,
  documentForm: 'joined',
  embeddedComponents: [...TOOLSHED_COMPONENTS],
} satisfies Partial<ToolshedOptions>

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
  return { ...options, ...PAPER, prompting: options.preset === 'fused' ? 'fused' : 'two-call' }
}

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
    const search = searchBy(
      kit,
      { ...options, ...DEFAULT_FUSION },
      { besideClauses: options.split },
    )
    const rerank = rerankerOf(kit, options)
    const isDealt = options.shares !== 'coverage'
    const isFused = options.planner === 'model' && options.prompting === 'fused'
    const perStep = isDealt && !(options.rerank === 'model' && isFused)
    const searched = perStep && rerank ? pipe(search).to(rerank({ shown })) : search
    const joined = isDealt
      ? eachStep(searched, interleave(dealt(options)))
      : coverSteps(search, clausesFrom({ ...options, ...DEFAULT_FUSION }))
    const found = plannedBy(kit, options, search).to(joined)
    const ranked = rerank ? found.to(rerank({ shown, onlySeveralSteps: perStep })) : found
    const graded = options.grade ? ranked.to(grade({ shown })) : ranked
    const { searchAgain: most } = options
    const whole = most > 0 ? graded.to(searchAgain({ search, most, shown })) : graded
    return selected({ kit, ranked: whole }, options, ADAPTIVE_WHERE)
  },
})

const READING: Reading = {
  clausesOf,
  contentWordsOf: analyser(['stop-words']),
  termsOf: analyser(ANALYSER_STEPS),
}

function plannedBy(
  kit: Kit,
  options: ToolshedOptions,
  search: Retriever,
): Pipeline<Query, QueryPlan> {
  if (options.planner === 'rules') return pipe(options.split ? splitByRule(READING) : planAsIs())
  const byModel = plannedByModel(kit, options, search)
  const hasFloor = options.preset === 'own' && options.split
  const planned = hasFloor ? byModel.to(keepClauses(READING)) : byModel
  return options.askBack ? planned.to(askBack()) : planned
}

function plannedByModel(
  kit: Kit,
  options: ToolshedOptions,
  search: Retriever,
): Pipeline<Query, QueryPlan> {
  const { prompting, rewrite: rewrites, split: splits, variations } = options
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
