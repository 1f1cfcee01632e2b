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
  version: 2,
  title: 'Rewrite into tool needs',
  instead: 'used the request as asked',
  purpose:
    'Asked first. Its needs are compared with the fields of tools, and its values with their parameters.',
  wording: [
    'Say which tools the request needs, in the words that this catalog uses. Below stand descriptions of tools that share words with the request, and one tool field by field: they show how tools are written here. Few of them may be of use.',
    `needs: one for each tool that is needed, as few as will do and no more than ${MOST_NEEDS}. intent: what the user wants of it, as the user would say it. purpose: what the tool does, worded as the descriptions are. response: what it gives back.`,
    'parameters: what the request says that a tool would be given. name: what a parameter for it would be called. role: in a few words what it stands for and of what type it is, and never the value itself.',
    'Invent no parameter that the request does not hold.',
  ].join('\n'),
  answer: z.object({
    needs: list(
      z.object({
        intent: text(LONGEST.sentence),
        purpose: text(LONGEST.sentence),
        response: text(LONGEST.sentence),
      }),
      MOST_NEEDS,
    ),
    parameters: list(
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
