import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../reading/parse-json'
import type { Conversation, LogEvent, LogShape } from '../log-shape'
import { objectsIn, requestOf, saysFailed, textIn, textUnder, unpacked } from '../read-values'
import { spansOf, type Span } from './spans'
import { eventsOfMessage } from './messages'

/** What asks a model: those of agents hold what those of models within them hold once more. */
const OF_MODEL = /^(chat|generate_content|text_completion)$/
const OF_AGENT = /^(invoke_agent|create_agent|invoke_workflow)$/

/** Spans of OpenTelemetry's conventions for generative models, in OTLP or one a line. */
export const openTelemetry: LogShape = {
  title: 'OpenTelemetry GenAI spans',
  entries: {
    fits: (entry) => spansOf(entry).length > 0,
    conversations(entries) {
      const groups = new Map<string, { spans: Span[]; where: string }>()
      for (const { value, where } of entries) {
        for (const span of spansOf(value)) {
          const name = textIn(span.attributes['gen_ai.conversation.id']) ?? span.trace
          const group = groups.get(name)
          if (group) group.spans.push(span)
          else groups.set(name, { spans: [span], where })
        }
      }
      return [...groups].flatMap(([name, { spans, where }]) =>
        conversationsOf(spans, { name: name.slice(0, 8) || '1', where }),
      )
    },
  },
}

interface Said extends Conversation {
  start: number
}

function conversationsOf(
  spans: readonly Span[],
  { name, where }: { name: string; where: string },
): Conversation[] {
  const inTime = spans.toSorted((one, other) => one.start - other.start)
  const saidBy = (operation: RegExp): Said[] =>
    inTime
      .filter(({ attributes }) => operation.test(operationOf(attributes)))
      .map(({ attributes, start, events }, index) => ({
        id: `${name}-${index + 1}`,
        where,
        start,
        events: eventsOf(attributes, events),
        definitions: definitionsOf(attributes),
      }))
      .filter(({ events }) => events.length > 0)
  const byModels = saidBy(OF_MODEL)
  const said = byModels.length > 0 ? byModels : saidBy(OF_AGENT)
  for (const span of inTime.filter(isOfTool)) addCall(span, said)
  return said.map(({ start: _, ...conversation }) => conversation)
}

const operationOf = (attributes: JsonObject): string =>
  textIn(attributes['gen_ai.operation.name']) ??
  (Object.keys(attributes).some((key) => /^gen_ai\.(input\.messages|prompt)/.test(key))
    ? 'chat'
    : '')

const isOfTool = ({ attributes }: Span): boolean =>
  operationOf(attributes) === 'execute_tool' || typeof attributes['gen_ai.tool.name'] === 'string'

/** What a span of a tool adds: what came of a call that is known, or else the call itself. */
function addCall({ attributes, start, failed: isError }: Span, said: readonly Said[]): void {
  const name = textIn(attributes['gen_ai.tool.name'])
  const id = textIn(attributes['gen_ai.tool.call.id'])
  const failed = isError || saysFailed(attributes['gen_ai.tool.call.result'])
  const result: LogEvent = { kind: 'result', id, name, failed }
  const knows = ({ events }: Said): boolean =>
    events.some(
      (event) =>
        event.kind === 'call' &&
        (id === undefined || event.id === undefined ? event.name === name : event.id === id),
    )
  const knowing = said.filter(knows)
  if (knowing.length > 0) {
    for (const { events } of knowing) events.push(result)
    return
  }
  const before = said.findLast((each) => each.start <= start) ?? said[0]
  const given = attributes['gen_ai.tool.call.arguments']
  const call: LogEvent = { kind: 'call', ...(name !== undefined && { name }), arguments: given, id }
  before?.events.push(call, result)
}

/** Where messages stand, as the conventions have it and as they had it. */
const MESSAGES = [
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.prompt',
  'gen_ai.completion',
]

function eventsOf(attributes: JsonObject, spanEvents: Span['events']): LogEvent[] {
  const said = MESSAGES.flatMap((key) =>
    objectsIn(unpacked(attributes[key])).flatMap(eventsOfParts),
  )
  if (said.length > 0) return said
  const inEvents = spanEvents.flatMap(({ name, attributes: about }) =>
    eventsOfMessage(messageOfEvent(name, about)),
  )
  if (inEvents.length > 0) return inEvents
  return [
    ...numbered(attributes, 'gen_ai.prompt'),
    ...numbered(attributes, 'gen_ai.completion'),
  ].flatMap(eventsOfMessage)
}

/** A message that is an event of its own: `gen_ai.user.message`, `gen_ai.choice`. */
function messageOfEvent(name: string, about: JsonObject): JsonObject {
  const [, role] = /^gen_ai\.(user|assistant|tool)\.message$/.exec(name) ?? []
  const inner = unpacked(about.message)
  const own = isObject(inner) ? inner : about
  const calls = unpacked(own.tool_calls)
  const said = { ...own, ...(calls !== undefined && { tool_calls: calls }) }
  if (role !== undefined) return { ...said, role }
  return name === 'gen_ai.choice' ? { ...said, role: 'assistant' } : {}
}

/** A message as the conventions write it, in parts; or as its provider does. */
function eventsOfParts(message: JsonObject): LogEvent[] {
  if (!Array.isArray(message.parts)) return eventsOfMessage(message)
  const parts = objectsIn(message.parts)
  const events = parts.flatMap(eventsOfPart)
  if (message.role !== 'user') return events
  const text = parts
    .filter(({ type }) => type === 'text')
    .flatMap((part) => textUnder(part, ['content', 'text']) ?? [])
    .join('\n')
  return events.length > 0 && text === '' ? events : [...events, ...requestOf(text)]
}

function eventsOfPart(part: JsonObject): LogEvent[] {
  const id = textIn(part.id)
  if (part.type === 'tool_call') {
    const name = textIn(part.name)
    return [{ kind: 'call', ...(name !== undefined && { name }), arguments: part.arguments, id }]
  }
  if (part.type !== 'tool_call_response') return []
  const failed = saysFailed(part) || saysFailed(part.response ?? part.result)
  return [{ kind: 'result', id, failed }]
}

/** Messages that are written as `gen_ai.prompt.0.role`, `gen_ai.prompt.0.tool_calls.0.name` … */
function numbered(attributes: JsonObject, prefix: string): JsonObject[] {
  const all: JsonObject[] = []
  const at = (list: JsonObject[], index: number): JsonObject => (list[index] ??= {})
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue
    const [index = '', field = '', inner = '', part = ''] = key.slice(prefix.length + 1).split('.')
    if (!isIndex(index)) continue
    const message = at(all, Number(index))
    if (FIELDS.test(field)) message[field] = value
    else if (field === 'tool_calls' && isIndex(inner) && FIELDS.test(part)) {
      const calls = (message['tool_calls'] ??= []) as JsonObject[]
      at(calls, Number(inner))[part] = value
    }
  }
  return all.filter(isObject)
}

/** Of a message, a call and a definition: no others are looked at. */
const FIELDS = /^(role|content|id|name|arguments|description|parameters)$/

/** Of a message or a call: no conversation has more of either. */
const isIndex = (text: string): boolean => /^\d{1,4}$/.test(text)

function definitionsOf(attributes: JsonObject): JsonValue[] {
  const given = unpacked(attributes['gen_ai.tool.definitions'])
  if (Array.isArray(given)) return given
  const tools = numbered(attributes, 'llm.request.functions')
  return tools.map((tool) => ({ ...tool, parameters: unpacked(tool.parameters) ?? {} }))
}
