import { z } from 'zod'
import { splitIdentifier } from '../text/analyse'
import { LONGEST } from './bounds'
import { quoted } from './quoted'
import {
  examplesPart,
  inParts,
  LONGEST_DESCRIPTION,
  texts,
  withFault,
  type TextsFault,
  type ToEnhance,
} from './tool-to-enhance'
import { worded } from './worded'

/**
 * Requests that are asked for. With three a tool, people's own words gain most of what ten do; of
 * four that a small model writes, one is often of no use.
 */
const ASKED = 4

const QUESTIONS = {
  id: 'propose-questions',
  version: 2,
  title: 'Propose questions that a tool answers',
  purpose:
    'Asked of each tool for which questions are proposed. What its author accepts is matched and embedded with the tool.',
  // Told of a tool, small models write about it; shown its name, they ask for it by that.
  wording:
    'An assistant can do what is quoted below. Four people write to it, each on another day, and each of them wants just this done. They know no names of services, and say all that they want in one or two sentences of everyday words, with details of their own lives. Write the four messages.',
  // Told the schema as well, a model of 1.5B wrote one dialogue instead of four messages.
  tellsSchema: false,
  isWriting: true,
}

/**
 * Toolshed, section 3.1, component 4: hypothetical questions. Worded for models of 1.5B and more,
 * which are asked for one list alone.
 */
export const proposeQuestions = (fault: TextsFault) =>
  worded({
    ...QUESTIONS,
    answer: z
      .object(
        { messages: texts(ASKED, ASKED, LONGEST.sentence) },
        { error: 'is not the list of messages' },
      )
      .superRefine(withFault('messages', questionsOf, fault)),
    data: (tool: ToEnhance) =>
      inParts(
        `What it can do:\n${quoted([abilityOf(tool)], LONGEST_DESCRIPTION)}`,
        takesPart(tool),
        examplesPart(tool),
      ),
  })

/** No more than were asked for, whatever a model writes. */
export const questionsOf = ({ messages }: { messages: readonly string[] }): string[] =>
  messages.slice(0, ASKED)

/** Words of a description that say what a tool does without its name. */
const FEWEST_WORDS = 5

/** What a tool does; where its description says little, its name in words as well. */
function abilityOf({ name, description }: ToEnhance): string {
  const words = description.match(/\p{L}+/gu)?.length ?? 0
  return words >= FEWEST_WORDS
    ? description
    : [splitIdentifier(name), description].filter((text) => text !== '').join(': ')
}

/** Of parameters, the first sentences of the first: they say what people have to tell. */
const MOST_SHOWN = 8
const LONGEST_SHOWN = 120

const takesPart = ({ parameters }: ToEnhance): string[] =>
  parameters.length === 0
    ? []
    : [
        `What it has to be told:\n${quoted(
          parameters
            .slice(0, MOST_SHOWN)
            .map(({ name, description }) =>
              [splitIdentifier(name), description].filter((text) => text !== '').join(': '),
            ),
          LONGEST_SHOWN,
        )}`,
      ]
