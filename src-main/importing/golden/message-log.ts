import type { JsonObject, JsonValue } from '../../domain/tool'
import type { Report } from '../catalog/report'
import type { LabelledQuery } from '../catalog/resolve-labels'
import { cleanJson } from '../reading/clean-json'
import { isObject } from '../reading/json-object'
import { jsonIn } from '../reading/parse-json'

/** Whether `value` is a conversation in the shape of OpenAI's chat API: `{"messages": […]}` with roles. */
export const isConversation = (value: JsonValue): value is JsonObject =>
  isObject(value) &&
  Array.isArray(value.messages) &&
  value.messages.length > 0 &&
  value.messages.every((message) => isObject(message) && typeof message.role === 'string')

interface Turn {
  text: string
  calls: JsonValue[]
}

/**
 * Weak labels of one conversation: each user turn with the tools that the assistant called before the next one.
 * A turn without calls says nothing about which tools were right, and is left out.
 */
export function readConversation(
  conversation: JsonObject,
  { where, id }: { where: string; id: string },
  report: Report,
): LabelledQuery[] {
  return turnsOf(cleanJson(conversation).value).flatMap((turn, index) => {
    const place = `${where}, user turn ${index + 1}`
    if (turn.calls.length === 0) {
      report.add({
        outcome: 'notice',
        where: place,
        why: 'The turn led to no tool call and was left out',
      })
      return []
    }
    const calls = turn.calls.flatMap((call) => readCall(call, place, report))
    return [
      {
        id: `${id}-${index + 1}`,
        text: turn.text,
        tools: calls.map(({ tool }) => tool),
        calls,
        origin: 'weak' as const,
        where: place,
      },
    ]
  })
}

function turnsOf({ messages }: JsonObject): Turn[] {
  const turns: Turn[] = []
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isObject(message)) continue
    if (message.role === 'user') turns.push({ text: textOf(message.content), calls: [] })
    if (message.role === 'assistant') turns.at(-1)?.calls.push(...callsOf(message))
  }
  return turns
}

/** Content is a string, or parts of which some are text. */
function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const texts = content.flatMap((part) =>
    isObject(part) && typeof part.text === 'string' ? [part.text] : [],
  )
  return texts.join('\n')
}

/** Tool calls, or the single function call that came before them. */
function callsOf({ tool_calls, function_call }: JsonObject): JsonValue[] {
  if (Array.isArray(tool_calls)) {
    return tool_calls.flatMap((call) =>
      isObject(call) ? [call.function ?? call.custom ?? {}] : [],
    )
  }
  return isObject(function_call) ? [function_call] : []
}

function readCall(
  call: JsonValue,
  where: string,
  report: Report,
): { tool: string; arguments: JsonObject }[] {
  if (!isObject(call) || typeof call.name !== 'string') {
    report.add({ outcome: 'altered', where, why: 'A tool call without a name was left out' })
    return []
  }
  const written = call.arguments ?? call.input ?? {}
  const values = typeof written === 'string' ? jsonIn(written.trim() || '{}') : written
  if (isObject(values)) return [{ tool: call.name, arguments: cleanJson(values).value }]
  const why = 'The arguments of a call are not a JSON object and were left out'
  report.add({ outcome: 'altered', where, entry: call.name, why })
  return [{ tool: call.name, arguments: {} }]
}
