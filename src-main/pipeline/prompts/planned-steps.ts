import { z } from 'zod'
import { Difficulty, type Query } from '../../domain/query/query'
import { LONGEST, text } from './bounds'
import { requestPart, textsPart, toolsPart, type ShownTool } from './quoted'

/** Whether the tools that the agent holds already do what is asked. */
export const ToolsHeld = z.enum(['enough', 'some', 'none'])
export type ToolsHeld = z.infer<typeof ToolsHeld>

/** Steps of one plan. */
export const MOST_STEPS = 8

/** A step as a model writes it. */
export const PlannedStep = z.object({ action: text(LONGEST.sentence), difficulty: Difficulty })

/** What every planning answer says. */
export interface Planned {
  steps: (z.infer<typeof PlannedStep> & { variations?: string[] })[]
  /** Absent where no tools are held. */
  toolsHeld?: ToolsHeld
}

/** What a planner may know of a catalog. */
export interface CatalogSummary {
  /** Names of servers and tags, those of the most tools first. */
  groups: readonly string[]
  topics: readonly string[]
  /** Tools that the request as a whole finds. */
  nearest: readonly ShownTool[]
}

export interface ToPlan {
  query: Query
  /** Left out of a planner that is to know nothing of the catalog. */
  catalogSummary?: CatalogSummary | undefined
  /** The tools that the agent holds already. */
  held: readonly ShownTool[]
}

/** What is to be planned, quoted. */
export const planPart = ({ query, catalogSummary, held }: ToPlan): string =>
  [
    requestPart(query),
    ...(held.length > 0 ? [toolsPart('The tools held already', held)] : []),
    ...(catalogSummary
      ? [
          ...textsPart('Groups of tools in the catalog', catalogSummary.groups),
          ...textsPart('Topics of tools in the catalog', catalogSummary.topics),
          ...(catalogSummary.nearest.length > 0
            ? [
                toolsPart(
                  'Some tools of the catalog that are near the request',
                  catalogSummary.nearest,
                ),
              ]
            : []),
        ]
      : []),
  ].join('\n\n')

/** What is asked beside a plan where tools are held, and of no other. */
export const heldPart = ({ held }: Pick<ToPlan, 'held'>): string[] =>
  held.length > 0
    ? [
        'toolsHeld, after the steps: “enough” if the tools held already do all that is asked, “some” if they do a part of it, else “none”.',
      ]
    : []

/** How to split, for every prompt that plans. */
export const HOW_TO_SPLIT = [
  'A step is one thing to do that a single tool could do. Steps do not overlap, and together they do all that is asked, in the order in which one would do them.',
  `Word each step so that it is understood alone, with the names and numbers it needs. Give as few steps as will do, and no more than ${MOST_STEPS}.`,
  'Do not split what one tool does: a request for one thing is one step. Do not add steps that nobody asked for.',
  'If groups, topics or tools of the catalog are shown, word steps as such tools would describe what they do; what no tool there does is still a step.',
].join('\n')

/** What a step says, for every prompt that plans. */
export const WHAT_A_STEP_SAYS = [
  'action: the step in one sentence.',
  'difficulty: “hard” where many different tools might be needed or the step is vague, “easy” where one tool obviously does it, else “medium”.',
].join('\n')
