import {
  CLIENT_INFO_META_KEY,
  McpServer,
  type CallToolResult,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ActionName } from '../../app/actions'
import type { App } from '../../app/app'
import { CALL_TOOL, GET_TOOLS, SEARCH_TOOLS } from '../../domain/agent/session'
import { KEPT_OF_REQUEST, type ServedBy } from '../../domain/served/request'
import {
  ServedCall,
  ServedNames,
  ServedSearch,
  ServedTools,
  type FixedTool,
} from '../../contract/serving'

/** What is served to whom. */
export interface Serving {
  dispatch: App['dispatch']
  version: string
  /** The tools that every agent is given: where calls are off, none that calls others. */
  tools: readonly FixedTool[]
  /** What their descriptions are called where they are not the standard ones. */
  wording?: string | undefined
  /** The workspace, and the recipe and k where not those it works with. */
  asked: { dir: string; k?: number | undefined } & Record<string, unknown>
}

/** Every tool by its name: what it asks of the app, and what it takes. */
const ASKS = {
  [SEARCH_TOOLS]: { action: 'serving.search', input: ServedSearch },
  [GET_TOOLS]: { action: 'serving.get', input: ServedNames },
  [CALL_TOOL]: { action: 'serving.call', input: ServedCall },
} as const satisfies Record<string, { action: ActionName; input: z.ZodObject }>

/** An MCP server whose tools search a catalog. What they give is data of the catalog: nothing in it is followed. */
export function searchServer({ dispatch, version, tools, wording, asked }: Serving): McpServer {
  const server = new McpServer({ name: 'pegboard', title: 'Pegboard', version })
  const own = randomUUID()
  const seesCalls = tools.some(({ name }) => name === CALL_TOOL)
  for (const { name, title, description } of tools) {
    const { action, input }: { action: ActionName; input: z.ZodObject } = ASKS[name]
    const calls = name === CALL_TOOL
    const how = { title, description, inputSchema: input, ...(calls ? CALLING : SEARCHING) }
    server.registerTool(name, how, async (given, context) => {
      const call = { signal: context.mcpReq.signal, emit: () => undefined }
      const by = {
        ...whose(server, context, own),
        seesCalls,
        ...(wording !== undefined && { wording }),
      }
      const reply = await dispatch(action, { ...asked, ...given, by }, call)
      if (!reply.ok) return failed(reply.error)
      return calls ? (reply.data as CallToolResult) : found(reply.data as ServedTools)
    })
  }
  return server
}

/** How a client calls itself; before 2026-07-28 once, when it connects. */
const Client = z.object({ name: z.string(), version: z.string().optional() })

/**
 * Whose request it is. Over HTTP each request has a server of its own, and clients that call themselves the same cannot be told apart unless
 * they have a session.
 */
function whose(
  { server }: McpServer,
  { sessionId, http, mcpReq }: ServerContext,
  own: string,
): ServedBy {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope }
  const named = Client.safeParse(envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion())
  const client = named.success ? `${named.data.name} ${named.data.version ?? ''}`.trim() : undefined
  const session = http === undefined ? own : (sessionId ?? `http ${client ?? ''}`)
  return { session: session.slice(0, KEPT_OF_REQUEST.name), ...(client && { client }) }
}

/**
 * What a search answers, as clients are told. The app's own answers fit it: they are not held against it, and as every request has a
 * server of its own, its JSON Schema is written once for all.
 */
const ANSWERED: StandardSchemaWithJSON<unknown, ServedTools> = {
  '~standard': {
    ...{ version: 1, vendor: 'pegboard', validate: (value) => ({ value: value as ServedTools }) },
    jsonSchema: { input: () => ANSWER_SCHEMA, output: () => ANSWER_SCHEMA },
  },
}
const ANSWER_SCHEMA = z.toJSONSchema(ServedTools, { io: 'output' })

const SEARCHING = {
  outputSchema: ANSWERED,
  annotations: { readOnlyHint: true, openWorldHint: false },
}
/** What a call does and answers is the called tool's, which may be any. */
const CALLING = { annotations: { openWorldHint: true } }

/** As data and, for clients that read no data, as the same in text. */
const found = (tools: ServedTools): CallToolResult => ({
  structuredContent: { ...tools },
  content: [{ type: 'text', text: JSON.stringify(tools) }],
})

const failed = ({
  message,
  fix,
}: {
  message: string
  fix?: string | undefined
}): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: fix === undefined ? message : `${message} ${fix}` }],
})
