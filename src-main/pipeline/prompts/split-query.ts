import { z } from 'zod'
import { LONGEST, list, someText } from './bounds'
import {
  heldPart,
  HOW_TO_SPLIT,
  MOST_STEPS,
  PlannedStep,
  planPart,
  ToolsHeld,
  WHAT_A_STEP_SAYS,
  type Planned,
  type ToPlan,
} from './planned-steps'
import { textsPart } from './quoted'
import { worded } from './worded'

/** What splitting answers. */
function splitAnswer(holdsTools: boolean): z.ZodType<Planned> {
  const plan = z.object({ steps: list(PlannedStep, MOST_STEPS) })
  return holdsTools ? plan.extend({ toolsHeld: ToolsHeld }) : plan
}

/** Toolshed, section 3.4.2: the plan, by one call. */
export const splitQuery = (holdsTools: boolean) =>
  worded({
    id: 'split-query',
    version: 2,
    title: 'Split into steps',
    instead: 'split the request by rule',
    purpose: 'Asked of every request that is not empty. Each step it gives is searched on its own.',
    wording: `Split the user’s request into steps.\n${HOW_TO_SPLIT}\n${WHAT_A_STEP_SAYS}`,
    answer: splitAnswer(holdsTools),
    data: (input: ToPlan) => [planPart(input), ...heldPart(input)].join('\n\n'),
  })

/** The same with all that it may ask: what a workspace may word otherwise. */
export const splitQueryFully = splitQuery(true)

/** Toolshed, appendix H: the first of two calls, which reasons freely. */
export const thinkOfSteps = worded({
  id: 'think-of-steps',
  version: 2,
  title: 'Think about the steps',
  instead: 'planned without thinking first',
  purpose:
    'The first of two calls that plan. It reasons in words of its own; the second reads the steps off it.',
  wording: [
    'Think about how the user’s request is to be done, and with what kind of tools. Write your thoughts down in plain words: what is wanted, in what order, what belongs together, what could be meant in two ways.',
    HOW_TO_SPLIT,
    'End with the list of steps.',
  ].join('\n'),
  answer: z.object({ thoughts: someText(LONGEST.paragraph) }),
  data: (input: ToPlan) => planPart(input),
})

/** Of thoughts quoted to the second call. */
const MOST_THOUGHTS = 4000

/** The second of two calls: what was thought, as a plan. */
export const readSteps = (holdsTools: boolean) =>
  worded({
    id: 'read-steps',
    version: 2,
    title: 'Read the steps off the thoughts',
    instead: 'split the request by rule',
    purpose: 'The second of two calls that plan. Each step it gives is searched on its own.',
    wording: `Somebody thought about how to do the user’s request. Write down the steps that their thoughts come to.\n${HOW_TO_SPLIT}\n${WHAT_A_STEP_SAYS}`,
    answer: splitAnswer(holdsTools),
    data: ({ thoughts, ...input }: ToPlan & { thoughts: string }) =>
      [
        planPart(input),
        ...textsPart('The thoughts', chunks(thoughts.slice(0, MOST_THOUGHTS))),
        ...heldPart(input),
      ].join('\n\n'),
  })

/** The same with all that it may ask: what a workspace may word otherwise. */
export const readStepsFully = readSteps(true)

/** Lines, as one quoted text may not be long. */
const chunks = (text: string): string[] => text.match(/[^\n]{1,900}/g) ?? []
