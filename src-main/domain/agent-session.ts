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
