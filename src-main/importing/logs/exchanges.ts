import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import { definitionsIn } from './definitions'
import type { Conversation, LogEntry, LogEvent } from './log-shape'
import { textUnder, unpacked } from './read-values'
import { LOG_SHAPES } from './shapes'

/** A request to a model, its answer, or both, as an entry of a log has them. */
export interface Exchange {
  where: string
  /** By what a request and its answer are told to belong together. */
  key?: string
  /** The number of the entry where it says none of its own. */
  id: string
  request?: LogEvent[]
  answer?: LogEvent[]
  /** What the answer is called, by which later requests go on with it. */
  answerId?: string
  /** The answer that this request goes on with. */
  follows?: string
  definitions: readonly JsonValue[]
}

const KEYS = ['custom_id', 'customId', 'request_id', 'requestId', 'call_id', 'trace_id', 'traceId']
const REQUESTS = [
  'request',
  'body',
  'params',
  'request_body',
  'requestBody',
  'inputs',
  'input',
  'kwargs',
]
const ANSWERS = [
  'response',
  'result',
  'output',
  'outputs',
  'answer',
  'response_body',
  'responseBody',
]
/** Further envelopes within these, as those of batches. */
const INNER = ['body', 'message', 'params', 'response']

/** The exchange of an entry; undefined where it is of no shape that goes by requests. */
export function exchangeOf({ value: entry, where, number }: LogEntry): Exchange | undefined {
  const asked = firstOf(bodies(entry, REQUESTS), (body) => eventsOf(body, 'request'))
  const said = firstOf(bodies(entry, ANSWERS), (body) => eventsOf(body, 'answer'))
  if (!asked && !said) return undefined
  const key = textUnder(entry, KEYS)
  const answerId = said && textUnder(said.body, ['id'])
  const follows = asked && textUnder(asked.body, ['previous_response_id'])
  return {
    where,
    id: textUnder(entry, ['id', 'custom_id']) ?? String(number),
    ...(key !== undefined && { key }),
    ...(asked && { request: asked.events }),
    ...(said && { answer: said.events }),
    ...(answerId !== undefined && { answerId }),
    ...(follows !== undefined && { follows }),
    definitions: asked ? definitionsIn(asked.body) : [],
  }
}

/** The entry itself, and what it holds under some keys. */
function* bodies(entry: JsonObject, keys: readonly string[]): Generator<JsonObject> {
  yield entry
  for (const key of keys) {
    const body = unpacked(entry[key])
    if (!isObject(body)) continue
    yield body
    for (const inner of INNER) {
      const within = unpacked(body[inner])
      if (isObject(within)) yield within
    }
  }
}

interface Read {
  body: JsonObject
  events: LogEvent[]
}

function firstOf(
  all: Generator<JsonObject>,
  read: (body: JsonObject) => LogEvent[] | undefined,
): Read | undefined {
  for (const body of all) {
    const events = read(body)
    if (events) return { body, events }
  }
  return undefined
}

function eventsOf(body: JsonObject, part: 'request' | 'answer'): LogEvent[] | undefined {
  for (const shape of LOG_SHAPES) {
    const events = shape[part]?.(body)
    if (events) return events
  }
  return undefined
}

/**
 * Requests with their answers: in one entry, told by a key, or the answers that follow a request in
 * its file.
 */
export function joined(exchanges: readonly Exchange[]): Conversation[] {
  const open = new Map<string, Conversation>()
  const byAnswer = new Map<string, Conversation>()
  const all: Conversation[] = []
  let last: Conversation | undefined
  for (const { request, answer, key, where, id, answerId, follows, definitions } of exchanges) {
    if (request) {
      const before = follows === undefined ? undefined : byAnswer.get(follows)
      last = { id, where, events: [...(before?.events ?? []), ...request], definitions }
      all.push(last)
      if (key !== undefined) open.set(key, last)
    }
    const of = request || key === undefined ? last : (open.get(key) ?? last)
    if (!of || !answer) continue
    for (const event of answer) of.events.push(event)
    if (answerId !== undefined) byAnswer.set(answerId, of)
  }
  return all
}
