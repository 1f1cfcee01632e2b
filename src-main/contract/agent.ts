import { z } from 'zod'
import { SESSION_BOUNDS } from '../domain/agent/session'
import { RecipeOptions } from '../domain/recipe/choice'
import { type JsonObject, ToolId } from '../domain/tool/tool'
import type { TraceStep } from '../domain/trace/trace'
import type { SelectedTool, ToolNames, TriedCalls } from './query'
import { Dir } from './workspace'

/** How tools are found for an agent; what is left out is what the workspace works with. */
export const Finding = z.object({
  dir: Dir,
  recipe: z.string().optional().describe('the recipe, by its id'),
  options: RecipeOptions.optional().describe('options of the recipe'),
  embedder: z.string().optional().describe('the embedder'),
  k: z
    .number()
    .int()
    .min(1)
    .max(SESSION_BOUNDS.tools)
    .optional()
    .describe(
      'how many tools are wanted; fewer where the session has no room for more; of no matter where the recipe decides it itself',
    ),
  withTrace: z
    .boolean()
    .default(false)
    .describe(
      'tell every stage, and what was found that is held: that takes longer than the search',
    ),
})

export const UserRequest = z.string().trim().min(1).max(10_000).describe('what the user asks for')

/**
 * What an agent's session has come to; its caller keeps it, the app keeps nothing between two
 * requests.
 */
export const AgentSession = {
  held: z
    .array(ToolId)
    .max(SESSION_BOUNDS.tools)
    .default([])
    .describe('the tools that the agent holds; those that are not in the catalog are left out'),
  searched: z
    .array(z.string().max(SESSION_BOUNDS.query))
    .max(1000)
    .default([])
    .describe('what was searched before, the oldest first'),
}

/** A tool as an agent is given it. */
export interface AgentTool extends SelectedTool {
  /** As it is sent to a model, in the shape of OpenAI's chat API. */
  definition: JsonObject
}

export interface FoundTools {
  query: string
  /** Best first; in a session only those that the agent does not hold. */
  tools: AgentTool[]
  /**
   * Where a trace was wanted: those that it holds already and that stood before the last of
   * `tools`.
   */
  already?: ToolId[]
  /**
   * Why there are none, or fewer than were wanted: a bound of the session, to be told to the agent.
   */
  bound?: string
  /** Of the definitions of `tools`. */
  promptTokens: number
  latencyMs: number
  degraded: string[]
  trace?: TraceStep[]
  names?: ToolNames
}

/** What a session did in one step: what it searched, what it found, and what a model would call. */
export interface SessionStep {
  by: 'clauses' | 'model'
  searches: FoundTools[]
  /** Searches that were asked for and not made, with why. */
  refused: {
    query: string
    why: string
  }[]
  /** Where a model chose the step. */
  model?: TriedCalls
  /** Whether nothing is left to search. */
  done: boolean
  /** What `search_tools` itself takes in the agent's prompt. */
  searchToolTokens: number
}
