import { z } from 'zod'
import { LONGEST } from './bounds'
import {
  inParts,
  neighboursPart,
  parametersPart,
  text,
  toolPart,
  withFault,
  type TextsFault,
  type ToEnhance,
} from './tool-to-enhance'
import { worded } from './worded'

const SHOWN_AS_KNOWN =
  'Say nothing that is not shown or plainly implied, praise nothing, address no one, and write in the language of its description.'

const data = (tool: ToEnhance): string =>
  inParts(toolPart(tool), parametersPart(tool), neighboursPart(tool))

const DESCRIPTION = {
  id: 'propose-description',
  version: 1,
  title: 'Propose a retrieval description of a tool',
  purpose:
    'Asked of each tool for which a retrieval description is proposed, beside the tools most like it. What its author accepts is matched and embedded in place of the imported one.',
  wording: [
    'Describe the first tool below so that it is found by those who need it, and not by those who need one of the other tools.',
    'description: two to four plain sentences: what it does and to what, when to use it, and what it does not do that one of the others does. Use the words that its users would use, and do not repeat its name.',
    SHOWN_AS_KNOWN,
  ].join('\n'),
}

/**
 * Toolshed, section 3.1: a longer description where the imported one is short, vague or overlaps
 * another tool's.
 */
export const proposeDescription = (fault: TextsFault) =>
  worded({
    ...DESCRIPTION,
    answer: z
      .object({ description: text(LONGEST.sentences) }, { error: 'is not the description' })
      .superRefine(withFault('description', ({ description }) => [description], fault)),
    data,
  })

const WHEN_TO_USE = {
  id: 'propose-when-to-use',
  version: 1,
  title: 'Propose when to use a tool',
  purpose:
    'Asked of each tool for which it is proposed when to use it, beside the tools most like it. What its author accepts is matched and embedded with the tool.',
  wording: [
    'Say when the first tool below is the one to use, rather than one of the others.',
    'whenToUse: one to three sentences that name the situations and wishes of users, in their words. Do not describe how the tool works.',
    SHOWN_AS_KNOWN,
  ].join('\n'),
}

/** When to use a tool, as Tool-REX has it (arXiv 2510.22670). */
export const proposeWhenToUse = (fault: TextsFault) =>
  worded({
    ...WHEN_TO_USE,
    answer: z
      .object({ whenToUse: text(LONGEST.sentences) }, { error: 'is not the text' })
      .superRefine(withFault('whenToUse', ({ whenToUse }) => [whenToUse], fault)),
    data,
  })

const LIMITS = {
  id: 'propose-limits',
  version: 1,
  title: 'Propose what a tool does not do',
  purpose:
    'Asked of each tool for which its limits are proposed, beside the tools most like it. What its author accepts is matched only where a recipe says so.',
  wording: [
    'Say what the first tool below does not do, although users might expect it to, and which of the other tools does.',
    'limits: one to three sentences. Name another tool exactly as it is shown, and none that is not shown.',
    SHOWN_AS_KNOWN,
  ].join('\n'),
}

/** Limitations, as Tool-REX has them (arXiv 2510.22670). */
export const proposeLimits = (fault: TextsFault) =>
  worded({
    ...LIMITS,
    answer: z
      .object({ limits: text(LONGEST.sentences) }, { error: 'is not the text' })
      .superRefine(withFault('limits', ({ limits }) => [limits], fault)),
    data,
  })
