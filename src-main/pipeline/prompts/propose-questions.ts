import { z } from 'zod'
import { LONGEST } from './bounds'
import {
  examplesPart,
  inParts,
  parametersPart,
  texts,
  toolPart,
  withFault,
  type TextsFault,
  type ToEnhance,
} from './tool-to-enhance'
import { worded } from './worded'

/**
 * Questions of each kind that are asked for: with three a tool, people's own words gain most of
 * what ten do.
 */
const QUESTIONS_EACH = 3

const QUESTIONS = {
  id: 'propose-questions',
  version: 1,
  title: 'Propose questions that a tool answers',
  purpose:
    'Asked of each tool for which questions are proposed. What its author accepts is matched and embedded with the tool.',
  wording: [
    'Write requests that users of an assistant would make and that the tool below alone answers. They are to be found by them: let them differ in words, in length, and in what part of the tool they are about. Write as users do, without the name of the tool, in the language of its description.',
    `concrete: ${QUESTIONS_EACH} requests with values for its parameters, as users have them: names, places, dates, amounts.`,
    `abstract: ${QUESTIONS_EACH} requests that say what the user wants to get done, without any values.`,
    'Ask for nothing that the tool does not do.',
  ].join('\n'),
}

const requests = () => texts(1, 2 * QUESTIONS_EACH, LONGEST.sentence)

/**
 * Toolshed, section 3.1, component 4: hypothetical questions, half with values for the parameters
 * and half without.
 */
export const proposeQuestions = (fault: TextsFault) =>
  worded({
    ...QUESTIONS,
    answer: z
      .object({ concrete: requests(), abstract: requests() }, { error: 'is not the two lists' })
      .superRefine(withFault('questions', questionsOf, fault)),
    data: (tool: ToEnhance) => inParts(toolPart(tool), parametersPart(tool), examplesPart(tool)),
  })

/** Those with values first: each of a kind in turn, so that what is cut cuts both. */
export const questionsOf = ({
  concrete,
  abstract,
}: {
  concrete: readonly string[]
  abstract: readonly string[]
}): string[] =>
  Array.from({ length: Math.max(concrete.length, abstract.length) }, (_, at) => [
    concrete[at],
    abstract[at],
  ])
    .flat()
    .filter((question) => question !== undefined)
