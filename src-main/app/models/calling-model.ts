import type { TriedCalls } from '../../contract/query'
import { definitionOf } from '../../domain/tool/catalog-tool'
import { Problem } from '../../domain/problem'
import type { CatalogTool, JsonObject, ToolId } from '../../domain/tool/tool'
import type { OfferedTool, ToolCallAnswer, ToolCaller } from '../../ports/tool-caller'
import { argumentFaults } from '../requests/argument-faults'
import type { Call } from '../app'
import { telling } from '../requests/call-progress'
import { connectedModel } from './connected-model'
import type { AppContext } from '../context'

/** Calls that are told; whoever makes more has lost the thread. */
const MOST_CALLS = 50
/** Characters of what the model says besides. */
const MOST_SAID = 20_000

/** A chat model that calls tools, by the name that settings have for it. */
export interface CallingModel {
  name: string
  /** As in `LanguageModel.fingerprint`. */
  fingerprint: string
  caller: ToolCaller
}

/** @throws Problem `unavailable` where no chat model is chosen, or it does not call tools. */
export async function callingModel(
  context: AppContext,
  signal: AbortSignal,
): Promise<CallingModel> {
  const model = await connectedModel(context, signal)
  if (!model) {
    const fix = 'Choose one that calls tools under Settings, Models.'
    throw new Problem('unavailable', 'No chat model is chosen to try the tools with.', fix)
  }
  const name = (await context.settings.read()).chatModel ?? model.fingerprint
  const { callTools } = model
  if (!callTools) {
    const fix =
      'Choose another chat model under Settings, Models: the list says which of them call tools.'
    throw new Problem('unavailable', `${name} does not call tools.`, fix)
  }
  return { name, fingerprint: model.fingerprint, caller: { callTools } }
}

/** A tool of the catalog as a model is told of it. */
export interface Offered {
  id: ToolId
  tool: OfferedTool
}

/**
 * The tools as an agent is sent them; of several with one name, which no model tells apart, all but
 * the first get a number.
 * @param taken names that others have.
 */
export function offeredTools(
  tools: readonly CatalogTool[],
  taken: readonly string[] = [],
): Offered[] {
  const names = new Set(taken)
  return tools.map((entry) => {
    const { description, parameters } = definitionOf(entry)['function'] as JsonObject
    const { id, name } = entry.tool
    let unique = name
    for (let at = 2; names.has(unique); at++) unique = `${name}_${at}`
    names.add(unique)
    return {
      id,
      tool: {
        name: unique,
        description: description as string,
        parameters: parameters as JsonObject,
      },
    }
  })
}

/** What a model is asked: a text, and tools of the catalog with others beside them. */
export interface Question {
  text: string
  offered: readonly Offered[]
  /** Tools that are not the catalog's; calls of them are given back as they are. */
  others?: readonly OfferedTool[]
}

/** Whoever waits is told what for; where `emit` is left out, something else tells how far it is. */
type CalledWith = Pick<AppContext, 'clock' | 'tokenCounter'> &
  Pick<Call, 'signal'> &
  Partial<Pick<Call, 'emit'>>

/**
 * Asks a model what it would call, and holds its calls against their schemas. No tool is executed.
 */
export async function calledBy(
  { name, caller }: CallingModel,
  { text, offered, others = [] }: Question,
  { clock, tokenCounter, signal, emit }: CalledWith,
): Promise<{ tried: TriedCalls; answer: ToolCallAnswer }> {
  const tools = [...others, ...offered.map(({ tool }) => tool)]
  const startedMs = clock.elapsedMs()
  let firstCallMs: number | undefined
  const onFirstCall = () => (firstCallMs ??= clock.elapsedMs() - startedMs)
  const what = `Asking ${name} with ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`
  const told = { emit: emit ?? (() => undefined), clock }
  const answer = await telling(
    () => ({ what, done: 0 }),
    told,
    () => caller.callTools({ text, tools, signal, onFirstCall }),
  )
  const latencyMs = clock.elapsedMs() - startedMs
  const definitions = JSON.stringify(tools.map((tool) => ({ type: 'function', function: tool })))
  const ofCatalog = answer.calls.filter((call) => others.every((other) => other.name !== call.name))
  const tried: TriedCalls = {
    model: name,
    calls: checkedCalls(ofCatalog, offered),
    dropped: answer.dropped,
    latencyMs,
    ...(firstCallMs !== undefined && { firstCallMs }),
    more: Math.max(0, ofCatalog.length - MOST_CALLS),
    said: answer.text.slice(0, MOST_SAID),
    ...(answer.fault !== undefined && { fault: answer.fault }),
    promptTokens: answer.promptTokens,
    answerTokens: answer.answerTokens,
    estimatedTokens: tokenCounter.count(`${text}\n${definitions}`).tokens,
    tokenizer: tokenCounter.tokenizer,
  }
  return { tried, answer }
}

const checkedCalls = (
  calls: ToolCallAnswer['calls'],
  offered: readonly Offered[],
): TriedCalls['calls'] =>
  calls.slice(0, MOST_CALLS).flatMap(({ name, arguments: given }) => {
    const found = offered.find(({ tool }) => tool.name === name)
    if (!found) return []
    const { parameters } = found.tool
    return { name, tool: found.id, arguments: given, ...argumentFaults(parameters, given) }
  })
