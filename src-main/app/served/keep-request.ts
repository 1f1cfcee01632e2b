import { randomUUID } from 'node:crypto'
import {
  KEPT_OF_REQUEST,
  type ServedBy,
  type ServedDeed,
  type ServedRequest,
} from '../../domain/served/request'
import { Problem } from '../../domain/problem'
import { plainText } from '../../domain/value/plain-text'
import { perApp } from '../action'
import type { Call } from '../app'
import type { AppContext } from '../context'
import { takeAtOnce } from './take-at-once'

/** What an agent is answered, or why it has no answer, and what is kept of that. */
export type LoggedAnswer<Answer> = ({ answer: Answer } | { error: unknown }) & {
  kept: Omit<
    ServedRequest,
    'id' | 'at' | 'session' | 'client' | 'did' | 'seesCalls' | 'wording' | 'ms'
  >
}

interface AgentRequest {
  dir: string
  by?: ServedBy | undefined
  query?: string | undefined
}

/** Workspaces of which requests cannot be kept, which was said. */
const notKept = perApp(() => new Set<string>())

/**
 * Answers an agent and keeps the request before it has its answer; where that cannot be kept, it
 * has its answer all the same.
 */
export const keeping =
  <Input extends AgentRequest, Answer>(
    did: ServedDeed,
    run: (context: AppContext, input: Input, call: Call) => Promise<LoggedAnswer<Answer>>,
  ) =>
  async (context: AppContext, input: Input, call: Call): Promise<Answer> => {
    const began = context.clock.elapsedMs()
    const keep = (kept: LoggedAnswer<Answer>['kept']) =>
      keepRequest(context, input, { ...kept, did, ms: context.clock.elapsedMs() - began })
    let told: LoggedAnswer<Answer>
    try {
      told = await run(context, input, call)
    } catch (error) {
      // Another workspace is in the folder by now: what was asked of this one is not kept beside
      // that.
      if (error instanceof Problem && error.code === 'conflict') throw error
      told = { error, kept: { tools: [], ...(did === 'search' && { query: input.query }) } }
    }
    await keep({
      ...told.kept,
      ...('error' in told && { fault: told.kept.fault ?? messageOf(told.error) }),
    })
    if ('error' in told) throw told.error
    return told.answer
  }

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

type Deed = Omit<ServedRequest, 'id' | 'at' | 'session' | 'client' | 'seesCalls' | 'wording'>

async function keepRequest(
  context: AppContext,
  { dir, by }: AgentRequest,
  deed: Deed,
): Promise<void> {
  const { keepsRequests, keepsArguments } = await context.settings.read()
  if (!by || !keepsRequests) return
  // It cannot be changed, and what is asked of it on many machines belongs to none of them.
  if (await isPublished(context, dir).catch(() => false)) return
  const request: ServedRequest = {
    id: randomUUID(),
    at: context.clock.timestamp(),
    session: by.session,
    ...(by.client !== undefined && { client: short(by.client, KEPT_OF_REQUEST.name) }),
    ...(by.seesCalls && { seesCalls: true as const }),
    ...(by.wording !== undefined && { wording: short(by.wording, KEPT_OF_REQUEST.wording) }),
    ...bounded(deed, keepsArguments),
  }
  const unkept = notKept(context)
  try {
    await context.requestLog.add(dir, request)
    unkept.delete(dir)
  } catch (error) {
    if (unkept.has(dir)) return
    unkept.add(dir)
    context.notify(
      dir,
      `Agents are answered, and their requests not kept: ${String((error as Error).message)}`,
    )
    return
  }
  takeAtOnce(context, dir, request)
}

async function isPublished({ sessions }: AppContext, dir: string): Promise<boolean> {
  const { store } = await sessions.of(dir)
  return (await store.info()).published !== undefined
}

/** What agents and their tools wrote is of any length. */
function bounded(
  { query, unknown, note, fault, arguments: given, ...deed }: Deed,
  keepsArguments: boolean,
): Deed {
  const { arguments: longest, unknown: most, name } = KEPT_OF_REQUEST
  const isKept = keepsArguments && given && JSON.stringify(given).length <= longest
  return {
    ...deed,
    tools: deed.tools.slice(0, KEPT_OF_REQUEST.tools),
    ms: Math.round(deed.ms * 10) / 10,
    ...(query !== undefined && { query: query.slice(0, KEPT_OF_REQUEST.query) }),
    ...(unknown?.length && { unknown: unknown.slice(0, most).map((each) => short(each, name)) }),
    ...(note !== undefined && { note: short(note, KEPT_OF_REQUEST.fault) }),
    ...(fault !== undefined && { fault: short(fault, KEPT_OF_REQUEST.fault) }),
    ...(isKept && { arguments: given }),
  }
}

const short = (text: string, most: number): string => plainText(text).slice(0, most)
