import { Problem } from '../../domain/problem'
import type { JsonObject } from '../../domain/tool/tool'
import { parseExact } from '../../domain/value/exact-json'
import type { ConnectingCall, ToolConnection, ToolServer } from '../../ports/tool-servers'
import type { Guard } from './guard'
import { openServer, problemOf, type Opening } from './open-server'
import type { SessionFault } from './server-session'
import { ServerFailed } from './server-failed'
import { SEND_TOKEN, serverFault } from './server-fault'

interface CallingHow extends Opening {
  /** For the answer to a call. */
  callMs: number
}

/** Characters of an answer that are read here: no agent is given nearly as many. */
const MOST_ANSWERED = 8 << 20

/** See {@link ToolServers.connect}. */
export async function connectServer(
  server: ToolServer,
  call: ConnectingCall,
  { callMs, how, threadFile }: CallingHow,
): Promise<ToolConnection> {
  // It is asked on for hours: what it sends is bounded message by message.
  const limits = { ...how.limits, bytes: { ...how.limits.bytes, all: Infinity } }
  const guard = await openServer(
    server,
    { ...call, failed: 'could not be asked to call a tool' },
    { threadFile, how: { ...how, limits } },
  ).catch(lacksToken)
  return connectionOf({ server, guard, callMs, listMs: limits.allMs, unsaid: call.unsaid })
}

/** Who signs in by a command is known to that command alone: not to whoever serves agents. */
function lacksToken(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'asks-sign-in') throw error
  throw new Problem(error.code, error.message, SEND_TOKEN)
}

interface Connected {
  server: ToolServer
  guard: Guard
  callMs: number
  listMs: number
  unsaid: ConnectingCall['unsaid']
}

function connectionOf({ server, guard, callMs, listMs, unsaid }: Connected): ToolConnection {
  async function ask<Answer>(failed: string, request: () => Promise<Answer>): Promise<Answer> {
    try {
      return await request()
    } catch (error) {
      const fault = error instanceof ServerFailed ? error.fault : undefined
      // A server that cannot be asked on is given up.
      if (fault && !fault.isOfRequest) await guard.end()
      throw problemOf(error, { server, failed, unsaid, fix: fixOf(fault) })
    }
  }

  function read(json: string): JsonObject {
    if (json.length <= MOST_ANSWERED) return parseExact(json) as JsonObject
    throw serverFault(server, {
      failed: 'answered more than is passed on',
      why: `${(json.length / (1 << 20)).toFixed(1)} MB`,
      errorText: '',
      unsaid,
      fix: 'It was called, and may have done what it does. Ask for less of it at a time.',
    })
  }

  return {
    closed: guard.closed,
    close: guard.end,
    tools: (signal) => ask('did not list its tools', () => guard.list({ mostMs: listMs, signal })),
    call: (name, given, signal) =>
      ask('did not answer the call', async () =>
        read(await guard.call(name, JSON.stringify(given), { mostMs: callMs, signal })),
      ),
  }
}

/** What comes too much is told as where a list is read. */
function fixOf(fault: SessionFault | undefined): string | undefined {
  if (fault?.of === 'flood') return undefined
  return fault?.hasEnded ? ANEW : SEE
}

const SEE = 'See what it says, then ask again.'
const ANEW = 'Ask again: it is started anew. Where that does not help, run its command by hand.'
