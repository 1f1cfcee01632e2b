import { z } from 'zod'
import type { Query } from '../../domain/query/query'
import { LONGEST, textOrNothing } from './bounds'
import { requestPart } from './quoted'
import { worded } from './worded'

/** What to ask the user of a request that can be meant in two ways. Pegboard's own. */
export const askBackAbout = worded({
  id: 'ask-back',
  version: 1,
  title: 'Ask back',
  instead: 'asked nothing back',
  purpose:
    'Asked once of each request, where asking back is on. Its question is shown beside the tools, which are found without an answer.',
  wording: [
    'Say whether the user’s request can be read in two ways that need different tools. Most requests can be read in one way only: both texts are empty then.',
    'ambiguity: what can be read in two ways, and which ways these are; empty where there is only one.',
    'question: one short question to the user that settles which of the two is meant, in the language of the request; empty where there is only one way.',
    'Do not ask whether the request is meant as it stands, nor for values that a tool would be given.',
  ].join('\n'),
  answer: z.object({
    ambiguity: textOrNothing(LONGEST.sentence),
    question: textOrNothing(LONGEST.sentence),
  }),
  data: (query: Query) => requestPart(query),
})
