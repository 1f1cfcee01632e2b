import { z } from 'zod'
import type { FixedTool } from '../../contract/serving'
import { CALL_TOOL, GET_TOOLS, SEARCH_TOOLS } from '../../domain/agent/session'
import { worded, type WordedPrompt } from '../../pipeline/prompts/worded'

/** What a served agent reads: a workspace may word it otherwise, as it may prompts. */
export type ServedText = WordedPrompt

export const INSTRUCTIONS = 'instructions'

/**
 * Characters that an agent is given of a text, by its id, with what is written behind it: clients
 * cut what is longer. The others are bounded as any wording is.
 */
export const MOST_SERVED = { instructions: 2048, 'search-tools': 4096 } as const

/** It is read, and asked nothing of itself. */
const READ = { version: 1, answer: z.unknown(), data: () => '' } as const

/** What an agent reads when it connects, and the descriptions by their tools. */
export const SERVED_TEXTS: Readonly<Record<typeof INSTRUCTIONS | FixedTool['name'], ServedText>> = {
  [INSTRUCTIONS]: worded({
    ...READ,
    id: 'instructions',
    title: 'Served: instructions',
    purpose:
      'What served agents read when they connect: when to search, and how to word it. What the catalog holds is written behind it.',
    wording:
      'Search with search_tools before you say that you cannot do something. Write the operation and the object in the service’s own words.',
  }),
  [SEARCH_TOOLS]: worded({
    ...READ,
    id: 'search-tools',
    title: 'Served: search',
    purpose:
      'What served agents read of search_tools: when to search, and what for. What it searches is written behind it.',
    wording:
      'Finds tools for what you need to do, and gives their definitions. Search before you say that you cannot do something, and again, in other words, where nothing fits.',
  }),
  [GET_TOOLS]: worded({
    ...READ,
    id: 'get-tools',
    title: 'Served: definitions',
    purpose: 'What served agents read of get_tools.',
    wording: 'Gives the definitions of tools whose names you know.',
  }),
  [CALL_TOOL]: worded({
    ...READ,
    id: 'call-tool',
    title: 'Served: call',
    purpose: 'What served agents read of call_tool, where calls are on.',
    wording:
      'Calls a tool that search_tools or get_tools gave you and that you do not have otherwise, and gives its answer. Read its inputSchema first.',
  }),
}
