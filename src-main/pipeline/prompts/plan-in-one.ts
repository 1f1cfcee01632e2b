import { z } from 'zod'
import { Difficulty } from '../../domain/query/query'
import { LONGEST, list, text } from './bounds'
import {
  HOW_TO_SPLIT,
  MOST_STEPS,
  planning,
  planPart,
  WHAT_ELSE,
  type ToPlan,
} from './planned-steps'
import { worded } from './worded'

/** Other words for one step. */
export const MOST_VARIATIONS = 10

/** What planning at once answers. */
const PlanInOne = z.object({
  rewritten: text(LONGEST.paragraph),
  steps: list(
    z.object({
      text: text(LONGEST.sentence),
      difficulty: Difficulty,
      variations: list(text(LONGEST.sentence), MOST_VARIATIONS),
    }),
    MOST_STEPS,
  ),
  ...planning,
})
export type PlanInOne = z.infer<typeof PlanInOne>

/**
 * Everything that planning asks, by one call: rewritten request, steps, and other words for each.
 */
export const planInOne = worded({
  id: 'plan-in-one',
  version: 1,
  title: 'Plan in one call',
  instead: 'split the request by rule',
  purpose:
    'Asked instead of rewriting, splitting and varying one after the other: cheaper, and a little less careful.',
  wording: [
    'Plan how tools are to be searched for the user’s request, all at once.',
    'rewritten: the request so that it is understood without the conversation around it: errors corrected, “it” and “that” replaced by what they stand for, nothing added, in its own language.',
    `steps: the rewritten request, split.\n${HOW_TO_SPLIT}`,
    'variations: for each step as many other ways to say it as are asked for, to search a catalog of tools with: other words, the kind of tool that does it, what its description might say.',
    WHAT_ELSE,
  ].join('\n'),
  answer: PlanInOne,
  data: ({ variations, ...input }: ToPlan & { variations: number }) =>
    `${planPart(input)}\n\nVariations of each step: ${variations}`,
})
