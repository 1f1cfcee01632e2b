import {
  CLIENT_INFO_META_KEY,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { App } from '../../app/app'
import { CALL_TOOL } from '../../domain/agent/session'
import { KEPT_OF_REQUEST, type ServedBy } from '../../domain/served/request'
import type { Briefing, FixedTool, ServedTools } from '../../contract/serving'
import { sentTo } from './read-message'

/** What is served to whom. */
export interface Serving {
  dispatch: App['dispatch']
  version: string
  /** What an agent is given that connects now: where calls are off, no tool that calls others. */
  briefing: () => Promise<Briefing>
  /** The workspace, and the recipe and k where not those it works with. */
  asked: { dir: string; k?: number | undefined } & Record<string, unknown>
}

/**
 * An MCP server whose tools search a catalog. What they give is data of the catalog: nothing in it
 * is followed.
 */
export async function searchServer(serving: Serving): Promise<McpServer> {
  const { dispatch, version, asked } = serving
  const { instructions, tools, wording } = await serving.briefing()
  const about = { name: 'pegboard', title: 'Pegboard', version }
  const capabilities = { tools: { listChanged: true } }
  const server = new McpServer(about, { capabilities, instructions })
  const own = randomUUID()
  const calls = tools.some(({ name }) => name === CALL_TOOL)
  server.server.setRequestHandler('tools/list', () => ({ tools: tools.map(listed) }))
  server.server.setRequestHandler('tools/call', async ({ params }, context) => {
    const call = { signal: context.mcpReq.signal, emit: () => undefined }
    const by = {
      ...whose(server, context, own),
      seesCalls: calls,
      ...(wording !== undefined && { wording }),
    }
    const { name, given } = sentTo(params)
    if (typeof name !== 'string') throw unnamed()
    const tool = name.slice(0, LONGEST_NAME)
    const reply = await dispatch('serving.ask', { ...asked, tool, sent: given, calls, by }, call)
    if (!reply.ok) {
      if (!tools.some((each) => each.name === name)) throw unknownTool(reply.error)
      return failed(reply.error)
    }
    if (name === CALL_TOOL) return reply.data as CallToolResult
    return found(reply.data as ServedTools)
  })
  return server
}

/** Characters of a tool's name: of a longer one the beginning is told. */
const LONGEST_NAME = 500

const listed = ({ name, title, description, inputSchema }: FixedTool) => ({
  name,
  title,
  description,
  inputSchema: { ...inputSchema, type: 'object' as const },
  ...(name === CALL_TOOL ? CALLING : SEARCHING),
})

const unnamed = () =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, 'The name of the tool that is called is text.')

const unknownTool = (problem: ProblemText) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, textOf(problem))

/** How a client calls itself; before 2026-07-28 once, when it connects. */
const Client = z.object({ name: z.string(), version: z.string().optional() })

/**
 * Whose request it is. Over HTTP each request has a server of its own, and clients that call
 * themselves the same cannot be told apart unless they have a session.
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

const SEARCHING = { annotations: { readOnlyHint: true, openWorldHint: false } }
/** What a call does and answers is the called tool's, which may be any. */
const CALLING = { annotations: { openWorldHint: true } }

/**
 * As text, which every client hands to its model; as data too it would count twice where a client
 * hands on both.
 */
const found = (tools: ServedTools): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(tools) }],
})

interface ProblemText {
  message: string
  fix?: string | undefined
}

const textOf = ({ message, fix }: ProblemText): string =>
  fix === undefined ? message : `${message} ${fix}`

const failed = (problem: ProblemText): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: textOf(problem) }],
})
