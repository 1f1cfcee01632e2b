import { z } from 'zod'
import { LONGEST, list, text, textOrNothing } from './bounds'
import { requestPart, toolsPart, type ShownTool } from './quoted'
import { worded } from './worded'

/** How well tools solve a function of the request. PTR, section 2.2. */
const Solving = z.enum(['exact', 'over', 'partial', 'none'])

const MOST_FUNCTIONS = 10

/** A function of the request, with the tools that solve it. */
export const CoveredFunction = z.object({
  function: text(LONGEST.sentence),
  tools: list(text(LONGEST.name), MOST_FUNCTIONS),
  solving: Solving,
  /** What is left to solve, in the request’s own context; empty where nothing is. */
  unsolved: textOrNothing(LONGEST.sentence),
})
export type CoveredFunction = z.infer<typeof CoveredFunction>

/** PTR, section 2.2: functional coverage mapping, in one call. */
export const coverFunctions = worded({
  id: 'cover-functions',
  version: 1,
  title: 'Hold a past bundle against the request',
  instead: 'used the past bundle as it is',
  purpose:
    'Asked of the past bundle that is most like the request. Tools that solve nothing are left out, and one tool is searched for each problem that is left.',
  wording: [
    'Tools that were used together before are held against a new request. First list the key functions that the request asks for, whether it names them or implies them, each once.',
    'For each function name the tools that solve it, judged by what a tool does and not by how its description speaks of itself; none where no tool does. Then say how well they solve it: “exact” where they do just this, “over” where they do more than is asked, “partial” where something of it is left, “none” where no tool solves it.',
    'unsolved: what is left to solve, as a short request of its own that holds all it needs of the context; empty where nothing is left.',
    'Give the names of tools exactly as they are shown.',
  ].join('\n'),
  answer: z.object({ functions: list(CoveredFunction, MOST_FUNCTIONS) }),
  data: ({ text, tools }: { text: string; tools: readonly ShownTool[] }) =>
    `${requestPart({ text })}\n\n${toolsPart('The tools that were used together', tools)}`,
})
