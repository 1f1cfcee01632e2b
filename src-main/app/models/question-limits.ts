/**
 * Parameters of a tool that a model is asked about at once: the 89 tools of four real MCP servers
 * have 20 at most.
 */
export const MOST_PARAMETERS = 60

/** Of a question, some 15,000 tokens: more than most local models are given room for. */
export const LONGEST_QUESTION = 60_000
