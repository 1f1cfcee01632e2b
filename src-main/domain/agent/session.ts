import type { ToolId } from '../tool/tool'

/** What bounds an agent's session: what it begins with and finds stays in its prompt to the end. */
export const SESSION_BOUNDS = {
  /** An agent that searched so often and found nothing will not find it by searching once more. */
  searches: 10,
  /** As many as providers take in one request. */
  tools: 128,
  /** Characters of one search: a need in a few words, not a text. */
  query: 1000,
} as const

/** The tool by which an agent asks for more tools, as ToolSEE names it. */
export const SEARCH_TOOLS = 'search_tools'
/** The tool by which a served agent reads definitions again. */
export const GET_TOOLS = 'get_tools'
/** The tool by which a served agent calls one that it found, where calls are on. */
export const CALL_TOOL = 'call_tool'

/** Tools as a search of a session gives them. */
interface Found {
  tools: readonly { tool: ToolId }[]
  promptTokens: number
}

/**
 * What an agent holds after what it began with and all that its searches found, as the next request
 * takes it.
 */
export const heldAfter = (found: readonly Pick<Found, 'tools'>[]): ToolId[] =>
  found.flatMap(({ tools }) => tools.map(({ tool }) => tool))

/** Tokens of the definitions that it holds then. */
export const tokensAfter = (found: readonly Pick<Found, 'promptTokens'>[]): number =>
  found.reduce((sum, { promptTokens }) => sum + promptTokens, 0)
