import { z } from 'zod'
import { SESSION_BOUNDS } from '../domain/agent-session'
import { JsonObject, ToolId } from '../domain/tool'
import { TraceStep } from '../domain/trace'
import { SelectedTool, ToolNames, TriedCalls } from './query-routes'
import { Dir } from './workspace-routes'

/** How tools are found for an agent; what is left out is what the workspace works with. */
const Finding = z.object({
  dir: Dir,
  recipe: z.string().optional(),
  options: JsonObject.optional(),
  embedder: z.string().optional(),
  /** Tools wanted; fewer where the session has no room for more. Of no matter where the recipe decides it itself. */
  k: z.number().int().min(1).max(SESSION_BOUNDS.tools).optional(),
  /** Whether every stage is told, and what was found that is held: that takes longer than the search. */
  withTrace: z.boolean().default(false),
})

/** What a user asks for. */
const Request = z.string().trim().min(1).max(10_000)
/** What an agent searches for. */
const SearchQuery = z.string().trim().min(1).max(SESSION_BOUNDS.query)

/** What an agent's session has come to; its caller keeps it, the app keeps nothing between two requests. */
const Session = {
  /** The tools that the agent holds; those that are not in the catalog are left out. */
  held: z.array(ToolId).max(SESSION_BOUNDS.tools).default([]),
  /** What was searched before, the oldest first. */
  searched: z.array(z.string().max(SESSION_BOUNDS.query)).max(1000).default([]),
}

/** A tool as an agent is given it. */
const AgentTool = SelectedTool.extend({
  /** As it is sent to a model, in the shape of OpenAI's chat API. */
  definition: JsonObject,
})

export const FoundTools = z.object({
  query: z.string(),
  /** Best first; in a session only those that the agent does not hold. */
  tools: z.array(AgentTool),
  /** Where a trace was wanted: those that it holds already and that stood before the last of `tools`. */
  already: z.array(ToolId).optional(),
  /** Why there are none, or fewer than were wanted: a bound of the session, to be told to the agent. */
  bound: z.string().optional(),
  /** Of the definitions of `tools`. */
  promptTokens: z.number().int(),
  latencyMs: z.number(),
  degraded: z.array(z.string()),
  trace: z.array(TraceStep).optional(),
  names: ToolNames.optional(),
})
export type FoundTools = z.infer<typeof FoundTools>

/** What a session did in one step: what it searched, what it found, and what a model would call. */
export const SessionStep = z.object({
  by: z.enum(['clauses', 'model']),
  searches: z.array(FoundTools),
  /** Searches that were asked for and not made, with why. */
  refused: z.array(z.object({ query: z.string(), why: z.string() })),
  /** Where a model chose the step. */
  model: TriedCalls.optional(),
  /** Whether nothing is left to search. */
  done: z.boolean(),
  /** What `search_tools` itself takes in the agent's prompt. */
  searchToolTokens: z.number().int(),
})
export type SessionStep = z.infer<typeof SessionStep>

export const agentRoutes = {
  /** ToolSEE's `select_tools_for_query`: the tools that an agent begins with. */
  'agent.select': { input: Finding.extend({ query: Request }), output: FoundTools },
  /** ToolSEE's `search_tools`: what an agent finds that misses a tool in mid-run; never what it holds, and bounded. */
  'agent.search': { input: Finding.extend({ query: SearchQuery, ...Session }), output: FoundTools },
  /**
   * The next step of a session: the chat model, or the clauses of the request, say what to search, and it is searched. Of all
   * that a model calls only `search_tools` is answered; no tool of the catalog is ever executed.
   */
  'agent.step': {
    input: Finding.extend({
      text: Request,
      by: z.enum(['clauses', 'model']),
      ...Session,
    }),
    output: SessionStep,
  },
}
