import { z } from 'zod'
import type { EffectCondition, OptionMeta } from '../../domain/recipe-option'
import {
  documentOptions,
  embeddedOptions,
  lexicalOptions,
  retrievalOptions,
  selectionOptions,
} from './options'

const OWN: EffectCondition = { option: 'preset', isOneOf: ['own'] }
const BY_WORDS: EffectCondition = { option: 'signals', isOneOf: ['words', 'words-and-tags'] }

const chosen = <Schema extends z.ZodType>(schema: Schema) =>
  schema.meta({ ...schema.meta(), appliesWhen: [OWN] })
const withEffect = <Schema extends z.ZodType>(schema: Schema) =>
  schema.meta({ ...schema.meta(), appliesWhen: [OWN, BY_WORDS] })

export const ToolSeeOptions = z.strictObject({
  preset: z
    .enum(['own', 'paper'])
    .default('own')
    .meta({
      section: 'search',
      title: 'Settings',
      description: 'The paper’s: meaning alone, one search. Or those chosen below.',
      choices: { own: { label: 'As chosen below' }, paper: { label: 'The paper’s' } },
    } satisfies OptionMeta),
  signals: z
    .enum(['none', 'words', 'words-and-tags'])
    .default('words')
    .meta({
      section: 'search',
      title: 'Beside meaning',
      description: 'What is mixed with the likeness of meaning: nothing, words, or tags as well.',
      appliesWhen: [OWN],
      choices: {
        none: { label: 'Nothing' },
        words: { label: 'Words' },
        'words-and-tags': { label: 'Words and tags' },
      },
      leftOut: [{ value: 'none', label: 'without search by words' }],
    } satisfies OptionMeta),
  clauses: z
    .boolean()
    .default(true)
    .meta({
      section: 'search',
      title: 'Search each clause',
      description:
        'Whether each clause of a request for several things is searched too, as an agent would, and gets places of its own.',
      appliesWhen: [OWN],
    } satisfies OptionMeta),
  diversity: z
    .number()
    .min(0)
    .max(1)
    .default(0)
    .meta({
      section: 'selection',
      title: 'Diversity',
      description:
        'How much it counts against a tool to be like one before it; 0: not at all. A little seldom helps; 0.5 did harm on every set measured.',
      appliesWhen: [OWN],
    } satisfies OptionMeta),
  components: withEffect(documentOptions.components),
  documentForm: chosen(documentOptions.documentForm),
  wordWeights: withEffect(documentOptions.wordWeights),
  analyser: withEffect(lexicalOptions.analyser),
  k1: withEffect(lexicalOptions.k1),
  b: withEffect(lexicalOptions.b),
  countRepeats: withEffect(lexicalOptions.countRepeats),
  ...embeddedOptions,
  ...retrievalOptions,
  ...selectionOptions,
})
export type ToolSeeOptions = z.output<typeof ToolSeeOptions>

/** What the paper does. */
const PAPER = {
  signals: 'none',
  clauses: false,
  diversity: 0,
  documentForm: 'joined',
} as const satisfies Partial<ToolSeeOptions>

/** The options as a preset changes them. */
export const settled = (options: ToolSeeOptions): ToolSeeOptions =>
  options.preset === 'own' ? options : { ...options, ...PAPER }
