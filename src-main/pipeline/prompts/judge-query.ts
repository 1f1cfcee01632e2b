import { z } from 'zod'
import { Solving } from '../../domain/query/written-query'
import { LONGEST, text as textOf } from './bounds'
import { requestPart } from './quoted'
import { worded } from './worded'
import { bundlePart, type ToWriteFor } from './write-queries'

/** RecTools (PTR, section 3): how well tools solve a query that was written for them. */
export const judgeQuery = worded({
  id: 'judge-query',
  version: 2,
  title: 'Judge a golden query that was written',
  purpose:
    'Asked twice of each query that a model wrote: with its bundle, and with a tool less. A query is kept where the bundle solves it exactly, and with a tool less only in part.',
  wording: [
    'Say how well the tools below, all of them together and no others, do what the user asks. Judge by what a tool does, not by how its description speaks of itself.',
    'reason: one short sentence that names what cannot be done, or which tool is not needed, or else what each is needed for.',
    'solving: “exact” where all that is asked can be done and every one of the tools is needed for it; “over” where all can be done, and some tool is not needed; “partial” where a part can be done and a part cannot; “none” where nothing of it can.',
  ].join('\n'),
  answer: z.object({ reason: textOf(LONGEST.sentence), solving: Solving }),
  data: ({ text, tools }: { text: string; tools: readonly ToWriteFor[] }) =>
    `${requestPart({ text })}\n\n${bundlePart('The tools', tools)}`,
})
