import { z } from 'zod'
import type { EffectCondition, OptionMeta } from '../../domain/recipe-option'
import { TOOLSHED_COMPONENTS } from '../../domain/tool-document'
import { MOST_ROUNDS } from '../reranking/search-again'
import {
  documentOptions,
  embeddedOptions,
  historyOption,
  lexicalOptions,
  OWN_SIZE,
  retrievalOptions,
  selectionOptions,
  sizeOption,
} from './options'

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
export const OWN_SIZE_WHERE: EffectCondition[][] = [[OWN_SIZE, ...BY_OWN_SCORES]]

export const ToolshedOptions = z.strictObject({
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
export type ToolshedOptions = z.output<typeof ToolshedOptions>

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
export const ASKS_MODEL: EffectCondition[][] = [
  [{ option: 'preset', isOneOf: ['paper', 'fused'] }],
  [OWN, { option: 'planner', isOneOf: ['model'] }],
  [OWN, { option: 'rerank', isOneOf: ['model'] }],
  [OWN, { option: 'grade', isOn: true }],
  [OWN, { option: 'searchAgain', isOn: true }],
]

/** The options as a preset changes them. */
export const settled = (options: ToolshedOptions): ToolshedOptions => {
  if (options.preset === 'own') return options
  const paper = { ...options, ...PAPER, embeddedComponents: [...TOOLSHED_COMPONENTS] }
  return options.preset === 'fused' ? { ...paper, prompting: 'fused' } : paper
}
