import type { ServedTools } from '../../contract/serving'
import { CALL_TOOL, GET_TOOLS, SEARCH_TOOLS } from '../../domain/agent/session'
import { Problem } from '../../domain/problem'
import type { ServedBy, ServedDeed } from '../../domain/served/request'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import { within } from '../agent/within'
import type { Call } from '../app'
import type { AppContext } from '../context'
import type { QueryChoices } from '../recipes/works-with'
import { keeping, type LoggedAnswer } from '../served/keep-request'
import { callServed, withNote } from './call-served'
import { getServed } from './get-served'
import { readRequest } from './read-request'
import { searchServed } from './search-served'

/** What an agent sent, as it sent it. */
type Asked = QueryChoices & {
  dir: string
  of?: string | undefined
  by?: ServedBy | undefined
  calls: boolean
  tool: string
  sent?: unknown
}
type Answer = ServedTools | JsonObject

const search = within(searchServed)
const get = within(getServed)

/**
 * Answers an agent that calls a tool of those that every agent is given, whatever it wrote. What is
 * refused is kept with the rest.
 */
export async function askServed(context: AppContext, asked: Asked, call: Call): Promise<Answer> {
  const { tool, sent } = asked
  const served = [SEARCH_TOOLS, GET_TOOLS, ...(asked.calls ? [CALL_TOOL] : [])]
  const did = served.includes(tool) ? DEEDS[tool] : undefined
  const keep = { dir: asked.dir, by: asked.by }
  if (!did) {
    return keeping('call', async () => notServed(tool, served))(context, keep, call)
  }
  const query = did === 'search' && isJsonObject(sent as JsonValue) ? queryIn(sent) : undefined
  return keeping(did, () => done(did, context, asked, call))(context, { ...keep, query }, call)
}

const DEEDS: Readonly<Record<string, ServedDeed>> = {
  [SEARCH_TOOLS]: 'search',
  [GET_TOOLS]: 'get',
  [CALL_TOOL]: 'call',
}

function queryIn(sent: unknown): string | undefined {
  const { query } = sent as JsonObject
  return typeof query === 'string' ? query : undefined
}

function notServed(tool: string, served: readonly string[]): LoggedAnswer<never> {
  const error = new Problem(
    'not-found',
    `There is no tool “${tool}” here, only ${served.join(', ')}.`,
    `${SEARCH_TOOLS} finds other tools.`,
  )
  return { error, kept: { tools: [], unknown: [tool] } }
}

async function done(
  did: ServedDeed,
  context: AppContext,
  { tool: _, sent, calls: __, ...asked }: Asked,
  call: Call,
): Promise<LoggedAnswer<Answer>> {
  if (did === 'call') {
    const { input, mended } = readRequest(CALL_TOOL, sent)
    const given = input.arguments as JsonObject
    const told = await callServed(context, { ...asked, ...input, arguments: given }, call)
    return 'answer' in told ? { ...told, answer: withNote(told.answer, mended) } : told
  }
  if (did === 'get') {
    const { input, mended } = readRequest(GET_TOOLS, sent)
    return noted(await get(context, { ...asked, ...input }, call), mended)
  }
  const { input, mended } = readRequest(SEARCH_TOOLS, sent)
  return noted(await search(context, { ...asked, ...input }, call), mended)
}

/** Says how a request was read before what else is said. */
function noted(
  told: LoggedAnswer<ServedTools>,
  mended: readonly string[],
): LoggedAnswer<ServedTools> {
  if (!('answer' in told) || mended.length === 0) return told
  const { answer } = told
  const note = [...mended, answer.note].filter((each) => each !== undefined).join(' ')
  return { answer: { ...answer, note }, kept: { ...told.kept, note } }
}
