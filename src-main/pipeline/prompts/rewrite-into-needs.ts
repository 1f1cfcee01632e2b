import { z } from 'zod'
import type { Query } from '../../domain/query/query'
import type { JsonValue } from '../../domain/tool/tool'
import { LONGEST, list, text } from './bounds'
import { quoted, requestPart } from './quoted'
import { worded } from './worded'

/** More is not an analysis of a request but a list of the catalog. */
export const MOST_NEEDS = 10
export const MOST_ARGUMENTS = 30

/** A request, with what a catalog has for it. */
interface ToRewrite extends Pick<Query, 'text' | 'turns'> {
  /** Of the first tools that its words find. */
  descriptions: readonly string[]
  /** The first of these tools as it is described, field by field; none where nothing was found. */
  view?: JsonValue | undefined
}

/** MFTR, section 3.2: pseudo-relevance feedback. */
export const rewriteIntoNeeds = worded({
  id: 'rewrite-into-needs',
  version: 1,
  title: 'Rewrite into tool needs',
  instead: 'used the request as asked',
  purpose:
    'Asked first. Its needs are compared with the fields of tools, and its arguments with their parameters.',
  wording: [
    'Say which tools the request needs, in the words that this catalog uses. Below stand descriptions of tools that share words with the request, and one tool field by field: they show how tools are written here. Few of them may be of use.',
    'needs: one for each tool that is needed, for most requests one or two. userIntent: what the user wants of it, as the user would say it. toolDescription: what the tool does, worded as the descriptions are. expectedResponse: what it gives back.',
    'arguments: what the request says that a tool would be given. name: what a parameter for it would be called. role: in a few words what it stands for and of what type it is. Never write down the value itself: for “on 3 May” the role is “day of the meeting, a date”.',
    'Invent no argument that the request does not hold.',
  ].join('\n'),
  answer: z.object({
    needs: list(
      z.object({
        userIntent: text(LONGEST.sentence),
        toolDescription: text(LONGEST.sentence),
        expectedResponse: text(LONGEST.sentence),
      }),
      MOST_NEEDS,
    ),
    arguments: list(
      z.object({ name: text(LONGEST.name), role: text(LONGEST.sentence) }),
      MOST_ARGUMENTS,
    ),
  }),
  data: ({ descriptions, view, ...request }: ToRewrite) =>
    [
      requestPart(request),
      `How tools are described here:\n${quoted([...descriptions], LONGEST_DESCRIPTION)}`,
      ...(view === undefined
        ? []
        : [`One tool, field by field:\n${quoted([view], LONGEST_FIELD)}`]),
    ].join('\n\n'),
})
export type NeedsAnswer = z.infer<typeof rewriteIntoNeeds.answer>

/** In characters: the first sentences say what a tool is for. */
const LONGEST_DESCRIPTION = 400
const LONGEST_FIELD = 600
