import { z } from 'zod'
import type { JsonValue } from '../../domain/tool/tool'
import { LONGEST as BOUNDS, textOrNothing } from './bounds'
import { quoted } from './quoted'
import { worded, type WordedPrompt } from './worded'

/** One parameter of a tool, as its schema has it. */
export type ShownParameter = {
  name: string
  type: string
  description: string
  required: boolean
  default?: JsonValue
  values?: JsonValue[]
  /** The parameters within it, a line each. */
  holds?: string[]
}

/** A tool as its definition and its author describe it. */
export interface ToStandardise {
  name: string
  description: string
  parameters: readonly ShownParameter[]
  /** What it gives back, a line for each part; none where nothing says so. */
  response: readonly string[]
  /** What users want of it. */
  examples: readonly string[]
}

const MOST_USES = 3

const ABOUT = {
  id: 'standardise-tool',
  version: 2,
  title: 'Standardise a tool document',
  purpose:
    'Asked of each tool that is standardised. Its fields are compared by the recipe MFTR; no agent is sent them.',
  wording: [
    'Describe a tool in four fields, by which it is to be found. Below stands what is known of it. Say nothing that this does not say or plainly imply, in the language of the description.',
    'description: in one to three plain sentences what the tool does and what for, without its name and without praise.',
    'parameters: each parameter that is shown once, under exactly its name, and no other. purpose: in one sentence what is to be given, with its unit, format and allowed values where they are known. sample: one value that could be given, empty where none comes to mind.',
    'response: in one or two sentences what the tool gives back, as far as it can be told.',
    `uses: one to ${MOST_USES}. intent: what a user might ask for that this tool alone does, as the user would say it, with values as users have them. values: the parameters that this gives, each by its name with its value.`,
  ].join('\n'),
}

/**
 * MFTR, section 3.1: a tool document in four fields. An answer that drops or invents a parameter of
 * `names` does not fit.
 */
export function standardiseTool(names: readonly string[]) {
  return worded({ ...ABOUT, answer: answerWith(names), data: shown })
}

const NO_TEXT = 'is missing, or no text'
const NO_LIST = 'is missing, or no list'

/** In characters: ten times what is asked for. */
const LONGEST = { description: 2000, response: 2000, parameter: 1000, sample: 500, intent: 500 }

const text = (longest: number) => z.string({ error: NO_TEXT }).meta({ maxLength: longest })

function answerWith(names: readonly string[]) {
  // A choice of none is no schema that a model can be held to.
  const name = names.length > 0 ? z.string().meta({ enum: [...names] }) : text(BOUNDS.name)
  const count = { minItems: names.length, maxItems: names.length }
  return z
    .object(
      {
        description: text(BOUNDS.sentences),
        parameters: z
          .array(
            z.object({
              name,
              purpose: text(BOUNDS.sentence),
              sample: textOrNothing(BOUNDS.name),
            }),
            { error: NO_LIST },
          )
          .meta(count),
        response: text(BOUNDS.sentences),
        uses: z
          .array(
            z.object({
              intent: text(BOUNDS.sentence),
              values: z
                .array(z.object({ name, value: text(BOUNDS.name) }), { error: NO_LIST })
                .meta({ maxItems: names.length }),
            }),
            { error: NO_LIST },
          )
          .meta({ minItems: 1, maxItems: MOST_USES }),
      },
      { error: 'is not the four fields' },
    )
    .superRefine((answer, context) => {
      for (const { at, why } of faultsIn(answer, names)) {
        context.addIssue({ code: 'custom', path: [at], message: why })
      }
    })
}

export type StandardisedAnswer = z.infer<ReturnType<typeof answerWith>>

interface Fault {
  at: keyof StandardisedAnswer
  why: string
}

/** What of an answer cannot be used, each in words that follow the field's name. */
const faultsIn = (answer: StandardisedAnswer, names: readonly string[]): Fault[] => [
  ...textFaults(answer),
  ...parameterFaults(answer, names).map((why): Fault => ({ at: 'parameters', why })),
  ...useFaults(answer, names).map((why): Fault => ({ at: 'uses', why })),
]

const textFaults = ({ description, response }: StandardisedAnswer): Fault[] => [
  ...(description.trim() === '' ? [{ at: 'description', why: 'is empty' } as const] : []),
  ...(['description', 'response'] as const)
    .filter((at) => ({ description, response })[at].length > LONGEST[at])
    .map((at) => ({ at, why: tooLong(LONGEST[at]) })),
]

function parameterFaults({ parameters }: StandardisedAnswer, names: readonly string[]): string[] {
  const given = parameters.map(({ name }) => name)
  const left = names.filter((name) => !given.includes(name))
  const invented = given.filter((name) => !names.includes(name))
  const twice = given.filter((name, at) => given.indexOf(name) < at)
  const long = parameters.filter(
    ({ purpose, sample }) => purpose.length > LONGEST.parameter || sample.length > LONGEST.sample,
  )
  return [
    ...(left.length > 0 ? [`leaves out ${namesOf(left)}`] : []),
    ...(invented.length > 0 ? [`invents ${namesOf(invented)}`] : []),
    ...(twice.length > 0 ? [`has ${namesOf(twice)} more than once`] : []),
    ...(long.length > 0
      ? [`says more of ${namesOf(long.map(({ name }) => name))} than can be used`]
      : []),
  ]
}

function useFaults({ uses }: StandardisedAnswer, names: readonly string[]): string[] {
  const given = uses.flatMap(({ values }) => values.map(({ name }) => name))
  const invented = given.filter((name) => !names.includes(name))
  return [
    ...(uses.length === 0 ? ['has none'] : []),
    ...(uses.length > MOST_USES ? [`has more than ${MOST_USES}`] : []),
    ...(invented.length > 0 ? [`invents the parameter ${namesOf(invented)}`] : []),
    ...(uses.some(({ intent }) => intent.trim() === '')
      ? ['has one without what the user wants']
      : []),
    ...(uses.some(({ intent }) => intent.length > LONGEST.intent) ? [tooLong(LONGEST.intent)] : []),
  ]
}

const tooLong = (most: number): string => `is longer than ${most} characters`

/** Names that a fault lists; a model may invent hundreds. */
const MOST_NAMED = 5
const LONGEST_NAMED = 60

const namesOf = (names: readonly string[]): string =>
  `${[...new Set(names)]
    .slice(0, MOST_NAMED)
    .map((name) => `“${name.slice(0, LONGEST_NAMED)}”`)
    .join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`

/** In characters of one text that is shown. */
const LONGEST_DESCRIPTION = 4000
const LONGEST_PART = 400

const shown = ({ name, description, parameters, response, examples }: ToStandardise): string =>
  [
    `The tool:\n${quoted([{ name, description }], LONGEST_DESCRIPTION)}`,
    parameters.length > 0
      ? `Its parameters:\n${quoted(parameters, LONGEST_PART)}`
      : 'It has no parameters.',
    ...(response.length > 0 ? [`What it gives back:\n${quoted(response, LONGEST_PART)}`] : []),
    ...(examples.length > 0 ? [`What users want of it:\n${quoted(examples, LONGEST_PART)}`] : []),
  ].join('\n\n')

/** The same of a tool without parameters: what a workspace may word otherwise. */
export const standardiseAnyTool: WordedPrompt = standardiseTool([])
