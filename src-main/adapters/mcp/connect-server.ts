import { ProtocolError, SdkError, SdkErrorCode, type Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Problem } from '../../domain/problem'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import type { ConnectingCall, ToolConnection, ToolServer } from '../../ports/tool-servers'
import { connectedClient, statusOf } from './client'
import { written } from './list-server'
import { readTools } from './list-tools'
import { parameterHeaders } from './parameter-headers'
import { serverFault } from './server-fault'
import type { ServerTransport } from './server-transport'
import { floodOr, speak } from './speak'
import type { How } from './speaking'

interface CallingHow extends How {
  /** For the answer to a call. */
  callMs: number
}

/** See {@link ToolServers.connect}. */
export async function connectServer(
  server: ToolServer,
  { onChanged = () => undefined, ...call }: ConnectingCall,
  { callMs, version, limits }: CallingHow,
): Promise<ToolConnection> {
  // It is asked on for hours: what it sends is bounded message by message.
  const bytes = { ...limits.bytes, all: Infinity }
  const how = { version, limits: { ...limits, bytes } }
  const { result: client, reached } = await speak(
    server,
    { call, how, failed: 'could not be asked to call a tool' },
    (speaking) => connectedClient(speaking, onChanged),
  )
  return connectionOf({ server, client, reached, how, callMs, unsaid: call.unsaid })
}

interface Connected {
  server: ToolServer
  client: Client
  reached: ServerTransport
  how: How
  callMs: number
  unsaid: ConnectingCall['unsaid']
}

interface Asking {
  /** What it did not do where it fails. */
  failed: string
  mostMs: number
  signal: AbortSignal
}

function connectionOf({ server, client, reached, how, callMs, unsaid }: Connected): ToolConnection {
  const over = Promise.withResolvers<undefined>()
  client.onclose = () => over.resolve(undefined)
  // A server that ended in the meantime says so to nobody any more.
  if (!client.transport) over.resolve(undefined)
  // Requests that wait end with it.
  reached.flood.addEventListener('abort', () => void close(), { once: true })
  let schemas = new Map<string, JsonValue | undefined>()

  const close = async (): Promise<void> => {
    await reached.transport.close().catch(() => undefined)
    over.resolve(undefined)
  }

  /** What is told of a request that failed; a server that cannot be asked on is given up. */
  async function fault(error: unknown, { failed, mostMs }: Asking): Promise<Problem> {
    const { ending, errorText } = reached.said()
    const status = statusOf(error)
    if (ending !== undefined || !isOfRequest(error)) await close()
    const why = REASONS.get(codeOf(error) ?? '')?.(mostMs) ?? ending ?? floodOr(reached, error)
    const fix = ending === undefined ? 'See what it says, then ask again.' : ANEW
    return serverFault(server, { ...{ failed, why, status, errorText, unsaid, fix } })
  }

  async function ask<Answer>(asking: Asking, request: () => Promise<Answer>): Promise<Answer> {
    asking.signal.throwIfAborted()
    try {
      return await request()
    } catch (error) {
      asking.signal.throwIfAborted()
      throw await fault(error, asking)
    }
  }

  return {
    closed: over.promise,
    close,
    tools: (signal) =>
      ask({ failed: 'did not list its tools', mostMs: how.limits.allMs, signal }, async () => {
        const listed = await readTools(client, { limits: how.limits, signal })
        schemas = schemasOf(listed.tools)
        return written(listed)
      }),
    call: (name, given, signal) =>
      ask({ failed: 'did not answer the call', mostMs: callMs, signal }, async () => {
        const params = { name, arguments: given }
        const headers = parameterHeaders(schemas.get(name), given)
        // Read by no schema: what a tool answers is passed on as it is.
        const options = { signal, timeout: callMs, headers }
        const answer = await client.request({ method: 'tools/call', params }, Anything, options)
        return answer as JsonObject
      }),
  }
}

const Anything = z.looseObject({})

const ANEW = 'Ask again: it is started anew. Where that does not help, run its command by hand.'

const schemasOf = (tools: readonly JsonValue[]): Map<string, JsonValue | undefined> =>
  new Map(
    tools.flatMap((tool) =>
      isJsonObject(tool) && typeof tool.name === 'string'
        ? [[tool.name, tool.inputSchema] as const]
        : [],
    ),
  )

const codeOf = (error: unknown): string | undefined =>
  error instanceof SdkError ? error.code : undefined

/** Reasons of one request, after which the server can be asked on. */
const REASONS = new Map<string, (mostMs: number) => string>([
  [SdkErrorCode.RequestTimeout, (mostMs) => `it took longer than ${mostMs / 1000} s`],
  [SdkErrorCode.UnsupportedResultType, () => 'it asks for more, which nobody here can give'],
  [SdkErrorCode.InvalidResult, () => 'its answer is none that the protocol knows'],
])

const isOfRequest = (error: unknown): boolean =>
  error instanceof ProtocolError || REASONS.has(codeOf(error) ?? '')
