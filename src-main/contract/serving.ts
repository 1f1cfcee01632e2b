import { z } from 'zod'
import {
  SESSION_BOUNDS,
  type CALL_TOOL,
  type GET_TOOLS,
  type SEARCH_TOOLS,
} from '../domain/agent/session'
import { AnswerDetail, type AnswerForm } from '../domain/agent/answer-form'
import type { JsonObject } from '../domain/tool/tool'

const ToolName = z.string().min(1).max(500)

/** Names asked for at once: more would fill an agent's context. */
const MOST_NAMES = 50

/** What an agent sends with a search. The descriptions are what its model reads. */
export const ServedSearch = z.object({
  query: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .describe('What you need to do, in a few words, or the exact name of a tool.'),
  k: z
    .number()
    .int()
    .min(1)
    .max(SESSION_BOUNDS.tools)
    .optional()
    .describe('How many tools at most. Leave it out unless you need more.'),
  held: z
    .array(ToolName)
    .max(SESSION_BOUNDS.tools)
    .optional()
    .describe('Names of tools that you have from earlier searches. They are not given again.'),
  detail: AnswerDetail.optional().describe('How much of each tool. Leave it out.'),
})

/** What an agent sends to read definitions again. */
export const ServedNames = z.object({
  names: z
    .array(ToolName)
    .min(1)
    .max(MOST_NAMES)
    .describe('Names of tools, as search_tools gives them.'),
})

/** What an agent sends to call a tool that it found. */
export const ServedCall = z.object({
  name: ToolName.describe('The name of the tool, as search_tools gives it.'),
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Its arguments, as its inputSchema says.'),
})

/** What calls may go to a server: those of tools that are annotated to change nothing, or all. */
export const AllowedCalls = z.enum(['none', 'read-only', 'all'])
export type AllowedCalls = z.infer<typeof AllowedCalls>

/** What calls may go to an MCP server that is a source, and where that is. */
export interface CallsOfSource {
  source: string
  calls: AllowedCalls
  /** As a phrase: “starting /usr/bin/node server.js in /home/me”. */
  where?: string
  /** Of what was looked at: an agreement names it. */
  mark?: string
  /** What Pegboard puts into calls of its tools, each in words. */
  pinned?: string[]
  /** Why it cannot be told. */
  why?: string
}

/** A tool as it is given to an agent. */
export const ServedTool = z.object({
  name: z.string().describe('The name, with its server before it where several tools share it.'),
  description: z.string().optional(),
  inputSchema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('A JSON Schema of its arguments. Left out of a tool that is given in short.'),
  requires: z
    .array(z.string())
    .optional()
    .describe('Of a tool that is given in short: the arguments that it requires.'),
  sharedParameters: z
    .union([z.literal('all'), z.array(z.string())])
    .optional()
    .describe('Its arguments that stand in sharedParameters of the answer.'),
  why: z.string().optional().describe('Why it was found.'),
})
export interface ServedTool extends z.infer<typeof ServedTool> {
  inputSchema?: JsonObject
}

export const ServedTools = z.object({
  tools: z.array(ServedTool).describe('Best first.'),
  sharedParameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('JSON Schemas of arguments that several of the tools take, by name.'),
  unknown: z.array(z.string()).optional().describe('Names that no tool has.'),
  note: z.string().optional().describe('What was not as usual.'),
})
export interface ServedTools extends z.infer<typeof ServedTools> {
  tools: ServedTool[]
  sharedParameters?: JsonObject
}

/** What an answer takes in one form. */
export interface ServedFormCost {
  form: AnswerForm
  tokens: number
  /** How many of the tools are in it. */
  given: number
}

/** What an agent would read of some tools. */
export interface ServedPreview extends ServedFormCost {
  /** As it goes out. */
  text: string
  tokenizer: string
  /** The same tools in other forms, with the same budget. */
  forms: ServedFormCost[]
}

/** A tool that agents are given, whatever the catalog holds. */
export interface FixedTool {
  name: typeof SEARCH_TOOLS | typeof GET_TOOLS | typeof CALL_TOOL
  title: string
  description: string
  inputSchema: JsonObject
}

/** What an agent is given when it connects, as the workspace is then. */
export interface Briefing {
  /** What it reads before all else: how to search, and what there is to be found. */
  instructions: string
  tools: FixedTool[]
  /** What texts are called that are the workspace’s own; absent where all are standard. */
  wording?: string
}

/**
 * Requests that were not handed on, since it is served: without the token, at another address, or
 * that are no messages.
 */
export interface RefusedSoFar {
  count: number
  /** When, and why, the last one was refused. */
  at: string
  why: 'token' | 'another site' | 'address' | 'method' | 'no message' | 'busy'
}

/** How a workspace is served over HTTP. */
export interface ServingState {
  /**
   * What every request has to carry: the same each time until another is made, also while it is not
   * served.
   */
  token: string
  /** Who set it, where that is not Pegboard: then it makes no other. */
  tokenFrom?: 'PEGBOARD_TOKEN'
  /** Left out: it is not served. */
  served?: { url: string; since: string; refused?: RefusedSoFar }
}

/** What stands in an agent's prompt in place of the catalog, and how it is started. */
export interface ServingOffer extends Briefing {
  /** Of the instructions and the definitions of `tools`. */
  promptTokens: number
  /** Of the instructions alone. */
  instructionTokens: number
  tokenizer: string
  /** The command that serves this workspace, and its arguments. */
  command: string
  args: string[]
  /** Variables that it needs to find what this program finds. */
  env?: Record<string, string>
}
