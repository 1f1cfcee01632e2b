import { z } from 'zod'
import { LONGEST, list, text, textOrNothing } from './bounds'
import { requestPart, toolsPart, type ShownTool } from './quoted'
import { worded } from './worded'

/** How well tools solve a function of the request. PTR, section 2.2. */
const Solving = z.enum(['exact', 'over', 'partial', 'none'])

const MOST_FUNCTIONS = 10

/** A function of the request, with the tools that solve it. */
const coveredBy = (count: number) =>
  z.object({
    function: text(LONGEST.sentence),
    solvedBy: list(text(LONGEST.name), count),
    /** What is left to solve, in the request’s own context; empty where nothing is. */
    unsolved: textOrNothing(LONGEST.sentence),
    verdict: Solving,
  })
export type CoveredFunction = z.infer<ReturnType<typeof coveredBy>>

const ABOUT = {
  id: 'cover-functions',
  version: 2,
  title: 'Hold a past bundle against the request',
  instead: 'used the past bundle as it is',
  purpose:
    'Asked of the past bundle that is most like the request. Tools that solve nothing are left out, and one tool is searched for each problem that is left.',
  wording: [
    'Tools that were used together before are held against a new request. List the key functions that the request asks for, whether it names them or implies them, each once.',
    'function: what is asked for, in one short sentence.',
    'solvedBy: the names of the tools that solve it, exactly as they are shown, judged by what a tool does and not by how its description speaks of itself; no name where no tool does.',
    'unsolved: what of it these tools leave to solve, as a short request of its own that holds all it needs of the context; empty where nothing is left.',
    'verdict: how well they solve it: “exact” where they do just this, “over” where they do more than is asked, “partial” where something of it is left, “none” where no tool solves it.',
  ].join('\n'),
}

/**
 * PTR, section 2.2: functional coverage mapping, in one call.
 * @param count tools that are shown: no function names more
 */
export const coverFunctions = (count: number) =>
  worded({
    ...ABOUT,
    answer: z.object({ functions: list(coveredBy(count), MOST_FUNCTIONS) }),
    data: ({ text, tools }: { text: string; tools: readonly ShownTool[] }) =>
      `${requestPart({ text })}\n\n${toolsPart('The tools that were used together', tools)}`,
  })

/** The same of any number of tools: what a workspace may word otherwise. */
export const coverAnyFunctions = coverFunctions(MOST_FUNCTIONS)
