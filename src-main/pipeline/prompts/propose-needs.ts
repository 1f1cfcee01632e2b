import { z } from 'zod'
import { LONGEST, list, text, textOrNothing } from './bounds'
import { quoted, toolsPart, type ShownTool } from './quoted'
import { worded } from './worded'

/** Characters of one parameter's description. */
const LONGEST_PARAMETER = 200

/** Tools that a tool names: more than a tool of the published graphs needs. */
const MOST_NEEDS = 10

/** A tool with the others that it may need. */
interface ToAskNeeds {
  tool: ShownTool & { parameters: readonly { name: string; description: string }[] }
  others: readonly ShownTool[]
}

const ABOUT = {
  id: 'propose-needs',
  version: 2,
  title: 'Name the tools that a tool needs',
  purpose:
    'Asked of a tool for which edges are proposed with a model. What it names of the tools shown is proposed; nothing is written.',
  wording: [
    'Say which of the other tools have to be called so that the first tool can be: because they give the value of one of its parameters, log in, or check or bring about what it takes for granted.',
    'Leave out tools that do something similar, something afterwards, or something merely related; none may be needed at all.',
    'name: its name exactly as it is shown. reason: why it is needed, in one short sentence. supplies: the parameter of the first tool whose value it gives, empty where it gives none.',
  ].join('\n'),
}

const Need = z.object({
  name: text(LONGEST.name),
  reason: text(LONGEST.sentence),
  supplies: textOrNothing(LONGEST.name),
})

/**
 * Graph RAG-Tool Fusion, section 3: an edge of the tool knowledge graph, asked of a model. Ours.
 * @param count other tools that are shown: it names no more
 */
export const proposeNeeds = (count: number) =>
  worded({
    ...ABOUT,
    answer: z.object({ needs: list(Need, Math.min(count, MOST_NEEDS)) }),
    data: ({ tool, others }: ToAskNeeds) =>
      [
        toolsPart('The first tool', [tool]),
        `Its parameters:\n${quoted(
          tool.parameters.map(({ name, description }) => ({ name, description })),
          LONGEST_PARAMETER,
        )}`,
        toolsPart('The other tools', others),
      ].join('\n\n'),
  })

/** The same of any number of tools: what a workspace may word otherwise. */
export const proposeAnyNeeds = proposeNeeds(MOST_NEEDS)
