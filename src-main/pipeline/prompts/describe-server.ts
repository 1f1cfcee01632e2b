import { z } from 'zod'
import { LONGEST, someText } from './bounds'
import { quoted, toolsPart, type ShownTool } from './quoted'
import { worded } from './worded'

/** What stands for a server where its tools are looked for by it. */
export const describeServer = worded({
  id: 'describe-server',
  version: 1,
  title: 'Describe a server',
  instead: 'described nothing',
  purpose:
    'Asked of one server and its tools. What it answers is shown, and stored once you save it.',
  wording: [
    'Say in one to three sentences what the tools of this server are for: on what they work and what can be done with them.',
    'Use the words in which people ask for it. Name no tool, praise nothing, and say nothing that the tools do not say.',
  ].join('\n'),
  answer: z.object({ description: someText(LONGEST.sentences) }),
  data: ({ name, tools }: { name: string; tools: readonly ShownTool[] }) =>
    [`The server:\n${quoted([name])}`, toolsPart('Its tools', tools)].join('\n\n'),
})
