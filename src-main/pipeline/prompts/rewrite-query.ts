import { z } from 'zod'
import type { Query } from '../../domain/query/query'
import { LONGEST, someText } from './bounds'
import { requestPart } from './quoted'
import { worded } from './worded'

/** Toolshed, section 3.4.2: typos, errors, pronouns and short-hand. */
export const rewriteQuery = worded({
  id: 'rewrite-query',
  version: 1,
  title: 'Rewrite the request',
  instead: 'used the request as asked',
  purpose: 'Asked first. What it answers is what is split, searched and ranked by from then on.',
  wording: [
    'Write the user’s request again so that it can be understood without the conversation around it.',
    'Correct typing errors. Put in for “it”, “that” or “there” what they stand for in what was said before. Leave out greetings and small talk.',
    'Keep every thing that is wanted, every name, number and date, and the language of the request. Do not answer it and do not add anything.',
    'If it is clear already, give it back as it is.',
  ].join('\n'),
  answer: z.object({ text: someText(LONGEST.paragraph) }),
  data: (query: Query) => requestPart(query),
})
