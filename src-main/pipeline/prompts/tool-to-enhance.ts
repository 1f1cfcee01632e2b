import { z } from 'zod'
import { quoted, textsPart, toolsPart, type ShownTool } from './quoted'
import type { ShownParameter } from './standardise-tool'

/** A tool as its definition and its author describe it, and what it is told apart from. */
export interface ToEnhance {
  name: string
  description: string
  parameters: readonly ShownParameter[]
  /** What users want of it, as its data and its author say. */
  examples: readonly string[]
  tags: readonly string[]
  /** The tools most like it, the most alike first. */
  neighbours: readonly ShownTool[]
}

/**
 * Why the texts of an answer cannot be used, in words that follow its field; undefined where they
 * can.
 */
export type TextsFault = (texts: readonly string[]) => string | undefined

/** What any text is taken for: the instruction of a prompt alone is worded for a workspace. */
export const anyTexts: TextsFault = () => undefined

/** In characters of one text that is shown. */
export const LONGEST_DESCRIPTION = 4000
const LONGEST_PART = 400

export const toolPart = ({ name, description }: ToEnhance): string =>
  `The tool:\n${quoted([{ name, description }], LONGEST_DESCRIPTION)}`

/** Nothing where it has none: what is said of that, small models say in their answer. */
export const parametersPart = ({ parameters }: Pick<ToEnhance, 'parameters'>): string[] =>
  parameters.length > 0 ? [`Its parameters:\n${quoted(parameters, LONGEST_PART)}`] : []

export const examplesPart = ({ examples }: ToEnhance): string[] =>
  textsPart('What users want of it', examples)

export const tagsPart = ({ tags }: ToEnhance): string[] => textsPart('Its tags', tags)

export const neighboursPart = ({ neighbours }: ToEnhance): string[] =>
  neighbours.length > 0 ? [toolsPart('Other tools that it is easily taken for', neighbours)] : []

/** The parts of a prompt’s data, an empty line between any two. */
export const inParts = (...parts: readonly (string | readonly string[])[]): string =>
  parts.flat().join('\n\n')

const NO_TEXT = 'is missing, or no text'
const NO_LIST = 'is missing, or no list'

export const text = (longest: number) => z.string({ error: NO_TEXT }).meta({ maxLength: longest })

/** A list of texts; how many are asked for is said to the model, and more are no fault. */
export const texts = (least: number, most: number, longest: number) =>
  z.array(text(longest), { error: NO_LIST }).meta({ minItems: least, maxItems: most })

/** An answer of one field, refused where `fault` finds any in its texts. */
export const withFault =
  <Answer>(field: string, textsOf: (answer: Answer) => readonly string[], fault: TextsFault) =>
  (answer: Answer, context: z.RefinementCtx<Answer>): void => {
    const why = fault(textsOf(answer))
    if (why !== undefined) context.addIssue({ code: 'custom', path: [field], message: why })
  }
