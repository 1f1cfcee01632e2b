import { z } from 'zod'
import { LOGGED } from '../query/logged-queries'
import { JsonObject, ToolId } from '../tool/tool'
import { SESSION_BOUNDS } from '../agent/session'

/** What of a request is kept at most. */
export const KEPT_OF_REQUEST = {
  /** Characters of a query, as much as the history takes. */
  query: LOGGED.longestQuery,
  tools: SESSION_BOUNDS.tools,
  /** Names that no tool has, each with so many characters. */
  unknown: 10,
  name: 100,
  /** Characters of what the texts that were read are called: one name each. */
  wording: 200,
  /** Characters of what went wrong. */
  fault: 500,
  /** Characters of a call’s arguments as JSON, where they are kept. */
  arguments: 10_000,
} as const

/** What an agent asked for. */
export const ServedDeed = z.enum(['search', 'get', 'call'])
export type ServedDeed = z.infer<typeof ServedDeed>

/** A request of a served agent, as it is kept. */
export const ServedRequest = z.object({
  id: z.string(),
  /** When it was answered, in UTC. */
  at: z.iso.datetime(),
  /** The same for all requests of one client to one server, as far as they can be told apart. */
  session: z.string(),
  /** The client as it calls itself. */
  client: z.string().optional(),
  did: ServedDeed,
  /** What was searched for. */
  query: z.string().optional(),
  /** The tools that were given, fetched or called. */
  tools: z.array(ToolId),
  /** Names that were fetched or called and no tool has. */
  unknown: z.array(z.string()).optional(),
  recipe: z.string().optional(),
  k: z.number().int().optional(),
  /** Tokens of what it was answered, by the tokenizer of the time. */
  tokens: z.number().int().optional(),
  /** Whether calls of this agent come here too: else nobody knows what it called. */
  seesCalls: z.literal(true).optional(),
  /** What the texts that it read are called, where they are the workspace’s own. */
  wording: z.string().optional(),
  /** What was not as usual, such as a part of the recipe that failed. */
  note: z.string().optional(),
  /**
   * Whether its answer lacks something that failed, so that it says nothing of the recipe and
   * teaches nothing.
   */
  lacking: z.literal(true).optional(),
  /** Why it has no answer, or what a called tool said went wrong. */
  fault: z.string().optional(),
  /** Of a call, where they are kept. */
  arguments: JsonObject.optional(),
  ms: z.number(),
})
export type ServedRequest = z.infer<typeof ServedRequest>

/** Whose request it is. */
export const ServedBy = z.object({
  session: z.string().min(1).max(KEPT_OF_REQUEST.name),
  client: z.string().max(1_000).optional(),
  seesCalls: z.boolean().optional(),
  wording: z.string().max(1_000).optional(),
})
export type ServedBy = z.infer<typeof ServedBy>
