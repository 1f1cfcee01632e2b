import type { ParsedInput, RouteOutput } from '../contract/routes'
import { definitionOf } from '../domain/definition'
import { Problem } from '../domain/problem'
import type { CatalogTool, JsonObject, ToolId } from '../domain/tool'
import type { OfferedTool, ToolCallAnswer, ToolCaller } from '../ports/tool-caller'
import type { Call } from './app'
import { argumentFaults } from './argument-faults'
import { readingTools } from './call-progress'
import { connectedModel } from './connected-model'
import type { AppContext } from './handlers'
import { withWorkspaceModels } from './models/workspace-models'

type Output = RouteOutput<'query.tryModel'>

/** Calls that are told; whoever makes more has lost the thread. */
const MOST_CALLS = 50
/** Characters of what the model says besides. */
const MOST_SAID = 20_000

/** Hands tools to the chat model and holds the calls it would make against their schemas. No tool is executed. */
export async function tryModel(
  context: AppContext,
  { dir, text, tools: ids }: ParsedInput<'query.tryModel'>,
  call: Call,
): Promise<Output> {
  const session = await context.sessions.of(dir)
  const catalog = await session.catalog(readingTools(call, context.clock))
  const tools = ids.map((id) => catalog.tool(id))
  const { name, caller } = await chatModel(withWorkspaceModels(context, dir), call.signal)
  const offered = offeredTools(tools)
  call.emit({ what: `Asking ${name}`, done: 0 })
  const startedMs = context.clock.elapsedMs()
  const answer = await caller.callTools({
    text,
    tools: offered.map(({ tool }) => tool),
    signal: call.signal,
  })
  const latencyMs = context.clock.elapsedMs() - startedMs
  const definitions = JSON.stringify(
    offered.map(({ tool }) => ({ type: 'function', function: tool })),
  )
  const { tokens } = context.tokenCounter.count(`${text}\n${definitions}`)
  return {
    model: name,
    ...{ calls: checkedCalls(answer, offered), dropped: answer.dropped, latencyMs },
    more: Math.max(0, answer.calls.length - MOST_CALLS),
    said: answer.text.slice(0, MOST_SAID),
    ...{ promptTokens: answer.promptTokens, answerTokens: answer.answerTokens },
    estimatedTokens: tokens,
    tokenizer: context.tokenCounter.tokenizer,
  }
}

/** @throws Problem `unavailable` where no chat model is chosen, or it does not call tools. */
async function chatModel(
  context: AppContext,
  signal: AbortSignal,
): Promise<{ name: string; caller: ToolCaller }> {
  const model = await connectedModel(context, signal)
  if (!model) {
    const fix = 'Choose one that calls tools under Models.'
    throw new Problem('unavailable', 'No chat model is chosen to try the tools with.', fix)
  }
  const name = (await context.settings.read()).chatModel ?? model.fingerprint
  const { callTools } = model
  if (!callTools) {
    const fix = 'Choose another chat model under Models: the list says which of them call tools.'
    throw new Problem('unavailable', `${name} does not call tools.`, fix)
  }
  return { name, caller: { callTools } }
}

interface Offered {
  id: ToolId
  tool: OfferedTool
}

/** The tools as an agent is sent them; of several with one name, which no model tells apart, all but the first get a number. */
function offeredTools(tools: readonly CatalogTool[]): Offered[] {
  const taken = new Set<string>()
  return tools.map((entry) => {
    const { description, parameters } = definitionOf(entry)['function'] as JsonObject
    const { id, name } = entry.tool
    let unique = name
    for (let at = 2; taken.has(unique); at++) unique = `${name}_${at}`
    taken.add(unique)
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

const checkedCalls = ({ calls }: ToolCallAnswer, offered: readonly Offered[]): Output['calls'] =>
  calls.slice(0, MOST_CALLS).flatMap(({ name, arguments: given }) => {
    const found = offered.find(({ tool }) => tool.name === name)
    if (!found) return []
    const { parameters } = found.tool
    return { name, tool: found.id, arguments: given, ...argumentFaults(parameters, given) }
  })
