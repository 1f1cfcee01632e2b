import type { Query } from '../../domain/query/query'
import { z } from 'zod'
import { LONGEST, someText } from './bounds'
import { requestPart } from './quoted'
import { worded } from './worded'

/** As Anthropic’s tool search has its model write one. */
export const writePattern = worded({
  id: 'write-pattern',
  version: 2,
  title: 'Write a pattern',
  instead: 'searched for the words of the request',
  purpose:
    'Asked where tools are searched by a regular expression. What it answers is searched for in names, descriptions and arguments.',
  wording: [
    'Write one regular expression that finds the tools that answer the user’s request, among tools that you do not see.',
    'It is searched for, whatever the case of letters, in the names, descriptions, argument names and argument descriptions of tools.',
    'Prefer broad patterns to exact names: one or two telling words of what is wanted, and other words for the same as alternatives.',
    'Write at most 200 characters, in the syntax of Python’s regular expressions, without lookahead and backreferences.',
  ].join('\n'),
  answer: z.object({ pattern: someText(LONGEST.name) }),
  data: (query: Query) => requestPart(query),
})
