import { z } from 'zod'
import type { GoldenQuery } from '../../domain/query/golden-set'
import { parseExact } from '../../domain/value/exact-json'
import { isNestedDeeper } from '../../domain/value/json'
import { Problem } from '../../domain/problem'
import { JsonObject, type ToolId } from '../../domain/tool/tool'
import type { MadeCall } from '../../domain/agent/run'
import { quoted, QUOTED_IS_DATA } from '../../pipeline/prompts/quoted'
import type { Clock } from '../../ports/clock'
import type { StoredAnswers } from '../../ports/stored-answers'
import type { ToolCall } from '../../ports/tool-caller'
import type { Question } from '../../app/models/job'
import { offeredTools, type CallingModel, type Offered } from '../../app/models/calling-model'
import type { Catalog } from '../../app/workspaces/catalog'

/**
 * What the model is told and how calls are read out of its answer, with its version: other answers
 * are not taken for such ones.
 */
export const AGENT_PROMPT = 'call-tools@2'

/**
 * Nothing is executed, so a call that needs what another gives cannot wait for it: all are to be
 * made at once, with a mark in place of what is not known yet, as the golden calls of Seal-Tools
 * have it.
 */
const TOLD =
  'Answer the request with calls of the tools: all calls that it needs, at once, and no others. ' +
  'Where an argument is the result of another of your calls, write API_call_0 for the result of the first, API_call_1 for that of the second, and so on.'

/** The text that a query is asked with. */
export const agentText = ({ text, turns = [] }: Pick<GoldenQuery, 'text' | 'turns'>): string =>
  [
    TOLD,
    ...(turns.length > 0
      ? [`What was said before, the oldest first. ${QUOTED_IS_DATA}`, quoted(turns)]
      : []),
    `The request:\n${text}`,
  ].join('\n\n')

/** Calls that are kept of one answer; whoever makes more has lost the thread. */
const MOST_CALLS = 50
/**
 * Characters of the arguments of one call, and of all calls of an answer, and levels in them: many
 * times what any golden call has.
 */
const LONGEST_ARGUMENTS = 20_000
const DEEPEST_ARGUMENTS = 50
/** Characters kept of what the model says besides. */
const MOST_SAID = 2_000

/**
 * What a model answered, as it is kept: untrusted, bounded, its calls of tools that were offered.
 */
const StoredAgentAnswer = z.object({
  calls: z.array(z.object({ name: z.string(), arguments: JsonObject })).max(MOST_CALLS),
  more: z.number().int(),
  dropped: z.number().int(),
  said: z.string().max(MOST_SAID),
  fault: z.string().optional(),
  promptTokens: z.number().int(),
  answerTokens: z.number().int(),
  firstCallMs: z.number().optional(),
  latencyMs: z.number(),
})
type StoredAgentAnswer = z.infer<typeof StoredAgentAnswer>

export type AgentAnswer = Omit<StoredAgentAnswer, 'calls'> & { calls: MadeCall[] }

/** Whom an agent run asks. */
export interface AskingAgent {
  model: CallingModel
  catalog: Catalog
  storedAnswers: StoredAnswers
  clock: Clock
  question: Question
}

/**
 * Asks the model a text with tools, or gives what it answered to just that before. `tooLong` where
 * text and definitions are more than it reads, with why in words.
 * @throws Problem where the model cannot be asked
 */
export async function askAgent(
  { model, catalog, storedAnswers, ...asking }: AskingAgent,
  { text, tools }: { text: string; tools: readonly ToolId[] },
  signal: AbortSignal,
): Promise<AgentAnswer | { tooLong: string }> {
  const offered = offeredTools(tools.map((id) => catalog.tool(id)))
  const definitions = JSON.stringify(offered.map(({ tool }) => tool))
  const key = {
    model: model.fingerprint,
    prompt: AGENT_PROMPT,
    text: `${text}\n\n${definitions}`,
  }
  const known = readKept(await storedAnswers.get(key))
  if (known) return withTools(known, offered)
  try {
    const answer = await askNow(model, { text, offered }, asking)
    await storedAnswers.put(key, JSON.stringify(answer))
    return withTools(answer, offered)
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Problem && error.code === 'bad-input')) throw error
    return { tooLong: error.message }
  }
}

async function askNow(
  { caller }: CallingModel,
  { text, offered }: { text: string; offered: readonly Offered[] },
  { clock, question }: Pick<AskingAgent, 'clock' | 'question'>,
): Promise<StoredAgentAnswer> {
  const startedMs = clock.elapsedMs()
  let firstCallMs: number | undefined
  const tools = offered.map(({ tool }) => tool)
  const answer = await question((call) =>
    caller.callTools({
      text,
      tools,
      ...call,
      onFirstCall: () => (firstCallMs ??= clock.elapsedMs() - startedMs),
    }),
  )
  const latencyMs = clock.elapsedMs() - startedMs
  const readable = answer.calls.filter(({ arguments: given }) => isReadable(given))
  const calls = withinBounds(readable)
  return {
    calls,
    more: readable.length - calls.length,
    dropped: answer.dropped + answer.calls.length - readable.length,
    said: answer.text.slice(0, MOST_SAID),
    ...(answer.fault !== undefined && { fault: answer.fault }),
    promptTokens: answer.promptTokens,
    answerTokens: answer.answerTokens,
    ...(firstCallMs !== undefined && { firstCallMs }),
    latencyMs,
  }
}

const isReadable = (given: JsonObject): boolean =>
  !isNestedDeeper(given, DEEPEST_ARGUMENTS) && JSON.stringify(given).length <= LONGEST_ARGUMENTS

/** The first of the calls, as many as are kept. */
function withinBounds(calls: readonly ToolCall[]): ToolCall[] {
  let room = LONGEST_ARGUMENTS
  const end = calls.findIndex(({ arguments: given }, at) => {
    room -= JSON.stringify(given).length
    return room < 0 || at === MOST_CALLS
  })
  return calls.slice(0, end < 0 ? calls.length : end)
}

/** Undefined where nothing is kept, or what cannot be read. */
function readKept(kept: string | undefined): StoredAgentAnswer | undefined {
  if (kept === undefined) return undefined
  try {
    return StoredAgentAnswer.parse(parseExact(kept))
  } catch {
    return undefined
  }
}

function withTools(
  { calls, ...answer }: StoredAgentAnswer,
  offered: readonly Offered[],
): AgentAnswer {
  const ids = new Map(offered.map(({ id, tool }) => [tool.name, id]))
  const made = calls.flatMap(({ name, arguments: given }) => {
    const tool = ids.get(name)
    return tool === undefined ? [] : [{ tool, arguments: given }]
  })
  return { ...answer, calls: made, dropped: answer.dropped + calls.length - made.length }
}
