import { z } from 'zod'
import type { FixedTool } from '../../contract/serving'
import { CALL_TOOL, GET_TOOLS, SEARCH_TOOLS } from '../../domain/agent/session'
import { worded, type WordedPrompt } from '../../pipeline/prompts/worded'

/**
 * What a served agent reads of a tool that it is given: a workspace may word it otherwise, as it
 * may prompts.
 */
export type ServedText = WordedPrompt

/** It is read, and asked nothing of itself. */
const READ = { version: 1, answer: z.unknown(), data: () => '' } as const

/** The descriptions, by the tool. */
export const SERVED_TEXTS: Readonly<Record<FixedTool['name'], ServedText>> = {
  [SEARCH_TOOLS]: worded({
    ...READ,
    id: 'search-tools',
    title: 'Served: search',
    purpose: 'What served agents read of search_tools: when to search, and what for.',
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
