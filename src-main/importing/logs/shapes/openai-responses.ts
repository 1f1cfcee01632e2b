import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../reading/parse-json'
import type { LogEvent, LogShape } from '../log-shape'
import { nameWith, objectsIn, requestOf, saysFailed, textIn } from '../read-values'
import { textOfContent } from './content-blocks'

/** OpenAI's Responses: items of `input` and of `output`. */
export const openaiResponses: LogShape = {
  title: 'OpenAI Responses',
  request(body) {
    const { input } = body
    if (typeof input === 'string') return isRequest(body) ? requestOf(input) : undefined
    return isItems(input) ? objectsIn(input).flatMap(eventsOfItem) : undefined
  },
  answer: ({ output }) => (isItems(output) ? objectsIn(output).flatMap(eventsOfItem) : undefined),
}

/** A text alone might be anybody's. */
const isRequest = ({ model, output, previous_response_id }: JsonObject): boolean =>
  typeof model === 'string' || isItems(output) || typeof previous_response_id === 'string'

const isItems = (value: JsonValue | undefined): value is JsonValue[] =>
  Array.isArray(value) && value.length > 0 && value.every(isItem)

const isItem = (value: JsonValue): boolean =>
  isObject(value) && (typeof value.role === 'string' || typeof value.type === 'string')

function eventsOfItem(item: JsonObject): LogEvent[] {
  const type = textIn(item.type) ?? 'message'
  if (type === 'message') return item.role === 'user' ? requestOf(textOfContent(item.content)) : []
  if (type === 'mcp_call') return mcpCall(item)
  if (type === 'function_call' || type === 'custom_tool_call') {
    const name = textIn(item.name)
    const called = name === undefined ? {} : { name: nameWith(name, item.namespace) }
    const id = textIn(item.call_id) ?? textIn(item.id)
    const call = { kind: 'call', ...called, arguments: item.arguments ?? item.input, id } as const
    return isBroken(item) ? [call, { kind: 'result', id, failed: true }] : [call]
  }
  if (/_call_output$/.test(type)) {
    const failed = isBroken(item) || saysFailed(item) || saysFailed(item.output)
    return [{ kind: 'result', id: textIn(item.call_id), failed }]
  }
  // Tools that the provider runs itself: `web_search_call`, `file_search_call`.
  return /_call$/.test(type) ? [{ kind: 'call', name: type.replace(/_call$/, '') }] : []
}

const isBroken = ({ status }: JsonObject): boolean => status === 'incomplete' || status === 'failed'

function mcpCall(item: JsonObject): LogEvent[] {
  const name = textIn(item.name)
  const id = textIn(item.id)
  const called = name === undefined ? {} : { name: nameWith(name, item.server_label) }
  const failed = (item.error ?? null) !== null || isBroken(item) || saysFailed(item.output)
  return [
    { kind: 'call', ...called, arguments: item.arguments, id },
    { kind: 'result', id, failed },
  ]
}
