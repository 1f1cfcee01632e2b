import { findTools } from '../../app/agent/find-tools'
import { searchTools } from '../../app/agent/search-tools'
import { within } from '../../app/agent/within'
import { sessionStep, AgentStepInput } from './session-step'
import { z } from 'zod'
import { SESSION_BOUNDS } from '../../domain/agent/session'
import { Finding, UserRequest, AgentSession } from '../../contract/agent'
import { action } from '../../app/action'

const SearchQuery = z
  .string()
  .trim()
  .min(1)
  .max(SESSION_BOUNDS.query)
  .describe('what the agent searches for')

/**
 * What an agent asks that works with a catalog. Its session is its caller's: nothing is kept here.
 */
export const agentActions = {
  'agent.select': action({
    summary: 'ToolSEE’s `select_tools_for_query`: the tools that an agent begins with',
    input: Finding.extend({ query: UserRequest }),
    run: within(findTools),
  }),
  'agent.search': action({
    summary:
      'ToolSEE’s `search_tools`: what an agent finds that misses a tool in mid-run; never what it holds, and bounded',
    input: Finding.extend({ query: SearchQuery, ...AgentSession }),
    run: within(searchTools),
  }),
  /**
   * Of all that a model calls only `search_tools` is answered; no tool of the catalog is ever
   * executed.
   */
  'agent.step': action({
    summary:
      'The next step of a session: the chat model, or the clauses of the request, say what to search, and it is searched',
    input: AgentStepInput,
    run: within(sessionStep),
  }),
}
