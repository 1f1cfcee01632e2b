import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../reading/parse-json'
import type { LogEvent, LogShape } from '../log-shape'
import { objectsIn, requestOf, saysFailed, textIn, textUnder } from '../read-values'
import { eventsOfBlocks, textOfContent } from './content-blocks'
import { callsInText, resultsInText } from './tool-call-tags'

/** Roles by what LangChain calls its messages. */
const LANGCHAIN: Record<string, string> = { human: 'user', ai: 'assistant', tool: 'tool' }
const OF_PERSON = new Set(['user', 'human'])
const OF_MODEL = new Set(['assistant', 'model', 'ai'])
const OF_TOOL = new Set(['tool', 'function'])

/** Whose a message is; undefined where a value is no message. */
export function roleOf(value: JsonValue | undefined): string | undefined {
  if (!isObject(value)) return undefined
  const type = textIn(value.type) ?? ''
  return textIn(value.role) ?? (Object.hasOwn(LANGCHAIN, type) ? LANGCHAIN[type] : undefined)
}

/**
 * Messages with roles: of OpenAI's chat and whoever writes as it does (Mistral, Ollama, vLLM), of
 * Anthropic, Bedrock's Converse, the AI SDK and LangChain.
 */
export const messages: LogShape = {
  title: 'messages with roles (OpenAI chat, Anthropic, Bedrock, Ollama)',
  request: ({ messages: said }) =>
    Array.isArray(said) && said.length > 0 && said.every((each) => roleOf(each) !== undefined)
      ? objectsIn(said).flatMap(eventsOfMessage)
      : undefined,
  answer(body) {
    const said = answered(body)
    return said && eventsOfMessage(said)
  },
}

/** The message of an answer. */
function answered(body: JsonObject): JsonObject | undefined {
  const { choices, message, output, role, type } = body
  const [choice] = objectsIn(choices)
  if (choice) return [choice.message, choice.delta].find(isObject)
  if (isObject(message) && OF_MODEL.has(roleOf(message) ?? '')) return message
  if (isObject(output) && isObject(output.message)) return output.message
  return (role === 'assistant' || type === 'ai') && !('messages' in body) ? body : undefined
}

/** What one message says. */
export function eventsOfMessage(message: JsonObject): LogEvent[] {
  const role = roleOf(message) ?? ''
  const { content } = message
  if (OF_PERSON.has(role)) return eventsOfPerson(content)
  if (OF_MODEL.has(role)) return callsOf(message)
  return OF_TOOL.has(role) ? resultsOf(message) : []
}

/** A message of results alone is no request. */
function eventsOfPerson(content: JsonValue | undefined): LogEvent[] {
  const results = eventsOfBlocks(content)
  const text = textOfContent(content)
  if (text.includes('<tool_response>')) return resultsInText(text)
  return results.length > 0 && text.trim() === '' ? results : [...results, ...requestOf(text)]
}

function callsOf(message: JsonObject): LogEvent[] {
  const { tool_calls, function_call, content } = message
  const written = Array.isArray(tool_calls) ? tool_calls.map(callIn) : []
  const earlier = isObject(function_call) && written.length === 0 ? [callIn(function_call)] : []
  const calls = [...written, ...earlier, ...eventsOfBlocks(content)]
  return calls.length > 0 ? calls : callsInText(textOfContent(content))
}

/** A call of `tool_calls`, or the single one that came before them. */
function callIn(call: JsonValue): LogEvent {
  if (!isObject(call)) return { kind: 'call' }
  const inner = [call.function, call.custom].find(isObject) ?? call
  const name = textIn(inner.name)
  const given = inner.arguments ?? inner.input ?? inner.args
  const id = textIn(call.id)
  return { kind: 'call', ...(name !== undefined && { name }), arguments: given, id }
}

function resultsOf(message: JsonObject): LogEvent[] {
  const { content } = message
  const inBlocks = eventsOfBlocks(content)
  if (inBlocks.length > 0) return inBlocks
  const id = textUnder(message, ['tool_call_id', 'toolCallId'])
  if (id === undefined && typeof content === 'string' && content.includes('<tool_response>')) {
    return resultsInText(content)
  }
  const name = textUnder(message, ['name', 'tool_name'])
  return [{ kind: 'result', id, name, failed: saysFailed(message) || saysFailed(content) }]
}
