import { z } from 'zod'
import { LONGEST, list, text as textOf, textOrNothing } from './bounds'
import { requestPart, toolsPart, type ShownTool } from './quoted'
import { worded } from './worded'

/** Tools that one prompt is shown: 30 with their first sentences are some 3,000 tokens. */
export const MOST_CANDIDATES = 30

/** A request, or a step of it, with the tools that were found. */
interface ToJudge {
  text: string
  tools: readonly ShownTool[]
}

const judged = ({ text, tools }: ToJudge): string =>
  `${requestPart({ text })}\n\n${toolsPart('The tools that were found', tools)}`

const RANK = {
  id: 'rank-tools',
  version: 2,
  askedOf: 'reranker' as const,
  title: 'Rank tools',
  instead: 'kept the order',
  purpose:
    'Asked of the tools found for a step, and again of those found for all. Tools that it leaves out are dropped.',
  wording: [
    'Rank the tools by how much each helps with the request, the most helpful first. Judge by what a tool does, not by how its description speaks of itself.',
    'Where the request asks for several things, put the best tool for each of them before second choices for any. Leave out tools that help with nothing that is asked; when in doubt, keep a tool, but late.',
    'Give the names exactly as they are shown, each once.',
  ].join('\n'),
}

/**
 * Toolshed, section 3.4.3: the reranker that may discard.
 * @param count tools that are shown: it names no more
 */
export const rankTools = (count: number) =>
  worded({
    ...RANK,
    answer: z.object({ tools: list(textOf(LONGEST.name), count) }),
    data: judged,
  })

/** The same of any number of tools: what a workspace may word otherwise. */
export const rankAnyTools = rankTools(MOST_CANDIDATES)

const GRADE = {
  id: 'grade-tools',
  version: 2,
  askedOf: 'reranker' as const,
  title: 'Find irrelevant tools',
  instead: 'kept all tools',
  purpose: 'Asked of the tools that are left, where grading is on. Those it names are dropped.',
  wording: [
    'Say which of the tools have nothing to do with the request: no part of it could be done, prepared or checked with them. Judge by what a tool does, not by how its description speaks of itself.',
    'Give their names exactly as they are shown, each once; no name where all may be of use.',
  ].join('\n'),
}

/**
 * Toolshed, section 3.4.3: corrective RAG.
 * @param count tools that are shown: it names no more
 */
export const gradeTools = (count: number) =>
  worded({
    ...GRADE,
    answer: z.object({ irrelevant: list(textOf(LONGEST.name), count) }),
    data: judged,
  })

/** The same of any number of tools: what a workspace may word otherwise. */
export const gradeAnyTools = gradeTools(MOST_CANDIDATES)

/** Toolshed, section 3.4.3: self-RAG. */
export const findMissing = worded({
  id: 'find-missing',
  version: 1,
  title: 'Notice a missing tool',
  instead: 'searched no further',
  purpose:
    'Asked of the set that an agent would get, where searching again is on. What it misses is searched.',
  wording: [
    'An agent is to do the request with these tools alone. Say whether a tool is missing without which a part of the request cannot be done.',
    'missing: what the missing tool would have to do, in one short sentence to search a catalog with; empty where nothing is missing.',
  ].join('\n'),
  answer: z.object({ missing: textOrNothing(LONGEST.sentence) }),
  data: judged,
})
