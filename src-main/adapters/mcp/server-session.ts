import type { MessagePort } from 'node:worker_threads'
import { ProtocolError, type Client, type Transport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { parseExact } from '../../domain/value/exact-json'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import type { ToolListing, ToolServer } from '../../ports/tool-servers'
import type { ChildTransport } from './child-transport'
import { connectedClient, isOfRequest, isOfVersion, NO_LIMIT_MS, reasonOf } from './client'
import type { How } from './limits'
import { readTools, written } from './list-tools'
import type { Answers, OddAnswer } from './odd-answer'
import type { OldTransport } from './old-transport'
import { parameterHeaders } from './parameter-headers'
import { causeOf, type Cause } from '../network-fault'
import { traffic } from './traffic'

/** For an answer to a question that a server may not know, before it is greeted too. */
const GREET_AFTER_MS = 5_000

/** What a session is begun for. */
export interface SessionTask {
  server: ToolServer
  /** What the server is known to speak. */
  protocol: string | undefined
  /** To be asked as before streamable HTTP. */
  isOld?: boolean | undefined
  how: How
  /** A variable for what is started. */
  mark: Readonly<Record<string, string>>
}

/** What a session is asked. */
export type Ask = { ask: 'list' } | { ask: 'call'; name: string; given: string }
export type SessionInput = (Ask & { id: number }) | { stop: number } | 'close'

/** Why the server did not do what it was asked. */
export interface SessionFault extends Cause {
  /** What an address answered instead. */
  odd?: OddAnswer | undefined
  /** It spoke, as before streamable HTTP. */
  isOld?: boolean | undefined
  errorText: string
  /** Its program ended by itself. */
  hasEnded: boolean
  /** It may speak another version. */
  isOfVersion: boolean
  /** It can be asked on. */
  isOfRequest: boolean
}

/** What a session says; the answer to a call as JSON. */
export type SessionOutput =
  | { kind: 'started'; pid: number }
  | { kind: 'heard' }
  | { kind: 'connected' }
  | { kind: 'counted'; id: number; count: number }
  | { kind: 'listed'; id: number; listing: ToolListing }
  | { kind: 'called'; id: number; json: string }
  | { kind: 'failed'; id?: number; fault: SessionFault }
  | { kind: 'closed'; fault: SessionFault }

const Anything = z.looseObject({})

/**
 * Speaks to one server until it is told to close: reads its list and calls its tools, as it is
 * asked through a port. Times are kept by who asks, and what the server started is ended there too;
 * what it sends is bounded here.
 */
export async function serveSession(port: MessagePort, task: SessionTask): Promise<void> {
  const { how, protocol } = task
  const over = new AbortController()
  const open = new Map<number, AbortController>()
  let flood: string | undefined
  let schemas = new Map<string, JsonValue | undefined>()
  const say = (output: SessionOutput, moved: ArrayBuffer[] = []): void =>
    port.postMessage(output, moved)
  const answers: Answers = {}
  const { transport, child, old } = await transportOf(task, {
    answers,
    onStart: (pid) => say({ kind: 'started', pid }),
    onHeard: onceOnly(() => say({ kind: 'heard' })),
    onFlood(what) {
      flood ??= `it sent ${what}`
      void close()
    },
  })

  const faultOf = (error: unknown): SessionFault => ({
    ...faultBy(error, { child, flood, odd: answers.odd }),
    ...(old?.hasBegun() && { isOld: true }),
  })

  let isClosing = false
  async function close(): Promise<void> {
    if (isClosing) return
    isClosing = true
    over.abort()
    for (const stopper of open.values()) stopper.abort()
    await transport.close().catch(() => undefined)
    say({ kind: 'closed', fault: faultOf(new Error('it broke off')) })
    port.close()
  }

  async function answer(client: Client, { id, ...asked }: Ask & { id: number }): Promise<void> {
    const stopper = new AbortController()
    open.set(id, stopper)
    const { signal } = stopper
    try {
      if (asked.ask === 'list') {
        const onTools = (count: number): void => say({ kind: 'counted', id, count })
        const listed = await readTools(client, { limits: how.limits, signal, onTools })
        schemas = schemasOf(listed.tools)
        const { ledTo } = answers
        const listing = { ...written(listed), ...(ledTo !== undefined && { ledTo }) }
        say({ kind: 'listed', id, listing }, [listing.tools.buffer as ArrayBuffer])
      } else {
        const given = parseExact(asked.given) as JsonObject
        const params = { name: asked.name, arguments: given }
        const headers = parameterHeaders(schemas.get(asked.name), given)
        // Read by no schema: what a tool answers is passed on as it is.
        const options = { signal, timeout: NO_LIMIT_MS, headers }
        const result = await client.request({ method: 'tools/call', params }, Anything, options)
        say({ kind: 'called', id, json: JSON.stringify(result) })
      }
    } catch (error) {
      say({ kind: 'failed', id, fault: faultOf(error) })
    } finally {
      open.delete(id)
    }
  }

  const connecting = connectedClient(transport, {
    version: how.version,
    protocol,
    signal: over.signal,
  })
  port.on('message', (input: SessionInput) => {
    if (input === 'close') void close()
    else if ('stop' in input) open.get(input.stop)?.abort()
    else void connecting.then((client) => answer(client, input))
  })
  try {
    const client = await connecting
    client.onclose = () => void close()
    // A server that ended in the meantime says so to nobody any more.
    if (!client.transport) return void close()
    say({ kind: 'connected' })
  } catch (error) {
    say({ kind: 'failed', fault: faultOf(error) })
    await close()
  }
}

/**
 * Why a request failed: what was sent too much, or how a program ended, comes before what came of
 * that.
 */
function faultBy(error: unknown, { child, flood, odd }: Witnesses): SessionFault {
  const ending = child?.ending()
  const reason = reasonOf(error) ?? ending ?? flood
  return {
    ...(reason === undefined ? causeOf(error) : { why: reason }),
    ...(flood !== undefined && { of: 'flood' as const }),
    odd: reason === undefined && !(error instanceof ProtocolError) ? odd : undefined,
    errorText: child?.errorText() ?? '',
    hasEnded: ending !== undefined && flood === undefined,
    isOfVersion: flood === undefined && isOfVersion(error),
    isOfRequest: ending === undefined && flood === undefined && isOfRequest(error),
  }
}

interface Witnesses {
  child: ChildTransport | undefined
  flood: string | undefined
  odd: OddAnswer | undefined
}

interface ConnectionEvents {
  answers: Answers
  onStart: (pid: number) => void
  onHeard: () => void
  onFlood: (what: string) => void
}

/** The way to a server that is not started or asked yet. */
async function transportOf(
  { server, isOld, how: { version, limits }, mark }: SessionTask,
  { onStart, onHeard, onFlood, answers }: ConnectionEvents,
): Promise<{ transport: Transport; child?: ChildTransport; old?: OldTransport }> {
  let send: Transport['send'] = async () => undefined
  const watched = traffic({ answer: (message) => send(message), onFlood })
  const guarding = { most: limits.bytes, traffic: watched, onHeard, onFlood }
  if (server.kind === 'http' && isOld) {
    const { oldTransport } = await import('./old-transport')
    const old = oldTransport(server, { ...guarding, answers })
    send = old.send
    return { transport: old, old }
  }
  if (server.kind === 'http') {
    const { httpTransport } = await import('./http-transport')
    const transport = httpTransport(server, { ...guarding, answers })
    send = transport.send
    return { transport }
  }
  const { childTransport } = await import('./child-transport')
  const { greetedToo } = await import('./greeting')
  const child = childTransport(server, { ...guarding, mark, onStart })
  send = child.send
  const greetAfterMs = Math.min(GREET_AFTER_MS, limits.firstMs / 8)
  return { transport: greetedToo(child, version, greetAfterMs), child }
}

function onceOnly(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

const schemasOf = (tools: readonly JsonValue[]): Map<string, JsonValue | undefined> =>
  new Map(
    tools.flatMap((tool) =>
      isJsonObject(tool) && typeof tool.name === 'string'
        ? [[tool.name, tool.inputSchema] as const]
        : [],
    ),
  )
