import { z } from 'zod'
import { exactly, LONGEST, list, text } from './bounds'
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
import { worded } from './worded'

/** Other words for one step. */
export const MOST_VARIATIONS = 10

/** What planning at once answers. */
export interface PlanInOne extends Planned {
  rewritten: string
}

const ABOUT = {
  id: 'plan-in-one',
  version: 2,
  title: 'Plan in one call',
  instead: 'split the request by rule',
  purpose:
    'Asked instead of rewriting, splitting and varying one after the other: cheaper, and a little less careful.',
  wording: [
    'Plan how tools are to be searched for the user’s request, all at once.',
    'rewritten: the request so that it is understood without the conversation around it: errors corrected, “it” and “that” replaced by what they stand for, nothing added, in its own language.',
    `steps: the rewritten request, split.\n${HOW_TO_SPLIT}`,
    WHAT_A_STEP_SAYS,
    'variations: as many other ways to say the step as are asked for, to search a catalog of tools with: other words, the kind of tool that does it, what its description might say.',
  ].join('\n'),
}

/**
 * Everything that planning asks, by one call: rewritten request, steps, and other words for each.
 * @param variations of each step; none: the answer has no room for them
 */
export function planInOne(variations: number, holdsTools: boolean) {
  const step =
    variations > 0
      ? PlannedStep.extend({ variations: exactly(text(LONGEST.sentence), variations) })
      : PlannedStep
  const plan = z.object({ rewritten: text(LONGEST.paragraph), steps: list(step, MOST_STEPS) })
  const answer: z.ZodType<PlanInOne> = holdsTools ? plan.extend({ toolsHeld: ToolsHeld }) : plan
  return worded({
    ...ABOUT,
    answer,
    data: (input: ToPlan) =>
      [planPart(input), `Variations of each step: ${variations}`, ...heldPart(input)].join('\n\n'),
  })
}

/** The same with all that it may ask: what a workspace may word otherwise. */
export const planInOneFully = planInOne(MOST_VARIATIONS, true)
