import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { cleanJson } from '../reading/clean-json'
import type { Row } from '../reading/file-content'
import { isObject } from '../reading/parse-json'
import { exchangeOf, joined, type Exchange } from './exchanges'
import type { Conversation, LogEntry, LogShape } from './log-shape'
import { LOG_SHAPES } from './shapes'
import { roleOf } from './shapes/messages'

/** What a file holds as a log. */
export interface ReadLog {
  conversations: Conversation[]
  /** Entries that are of no shape of a log. */
  foreign: Row[]
  /** Entries that are the beginning of others: logs of requests hold what was said before again. */
  repeated: Conversation[]
}

/** Whether an entry of a file is one of a log. */
export const isOfLog = (row: Row): boolean => {
  const entry = entryOf(row)
  return entry !== undefined && (ownShape(entry.value) ?? exchangeOf(entry)) !== undefined
}

/** An entry of a log as an object: a list of messages is a conversation as well. */
function entryOf(row: Row): LogEntry | undefined {
  const { value } = row
  if (isObject(value)) return { ...row, value: cleanJson(value).value }
  if (!Array.isArray(value) || value.length === 0) return undefined
  return value.every(isMessage)
    ? { ...row, value: { messages: cleanJson(value).value } }
    : undefined
}

const isMessage = (value: JsonValue): boolean => roleOf(value) !== undefined

const ownShape = (entry: JsonObject): LogShape['entries'] =>
  LOG_SHAPES.find(({ entries }) => entries?.fits(entry))?.entries

/**
 * The conversations that the entries of a file hold.
 * @param answers of another file, to the requests of this one
 */
export function readLog(rows: readonly Row[], answers: readonly Exchange[] = []): ReadLog {
  const foreign: Row[] = []
  const exchanges: Exchange[] = []
  const byShape = new Map<NonNullable<LogShape['entries']>, LogEntry[]>()
  for (const row of rows) {
    const entry = entryOf(row)
    const shape = entry && ownShape(entry.value)
    const exchange = shape || !entry ? undefined : exchangeOf(entry)
    if (exchange) exchanges.push(exchange)
    else if (!shape || !entry) foreign.push(row)
    else {
      const known = byShape.get(shape)
      if (known) known.push(entry)
      else byShape.set(shape, [entry])
    }
  }
  const all = [
    ...joined(withAnswers(exchanges, answers)),
    ...[...byShape].flatMap(([shape, entries]) => shape.conversations(entries)),
  ]
  return { ...withoutRepeated(all), foreign }
}

/** Each request with its answer in another file: told by a key, or by their order. */
function withAnswers(requests: Exchange[], answers: readonly Exchange[]): Exchange[] {
  if (answers.length === 0) return requests
  const byKey = new Map(
    answers.flatMap((each) => (each.key === undefined ? [] : [[each.key, each]])),
  )
  const isInOrder = byKey.size === 0 && answers.length === requests.length
  return requests.map((request, at) => {
    const keyed = request.key === undefined ? undefined : byKey.get(request.key)
    const found = isInOrder ? answers[at] : keyed
    return found?.answer && !request.answer ? { ...request, answer: found.answer } : request
  })
}

/** The answers of a file that holds nothing else; none where it holds requests. */
export function answersIn(rows: readonly Row[]): Exchange[] {
  const answers: Exchange[] = []
  for (const row of rows) {
    const entry = entryOf(row)
    const exchange = entry && !ownShape(entry.value) ? exchangeOf(entry) : undefined
    if (!exchange?.answer || exchange.request) return []
    answers.push(exchange)
  }
  return answers
}

/** Leaves out conversations that others begin with: each request of a log holds all before it. */
function withoutRepeated(all: readonly Conversation[]): Omit<ReadLog, 'foreign'> {
  const beginnings = new Set<string>()
  const wholes = all.map((conversation) => {
    const marks = marksOf(conversation)
    for (const mark of marks.slice(0, -1)) beginnings.add(mark)
    return marks.at(-1) ?? ''
  })
  const isRepeated = (at: number): boolean => beginnings.has(wholes[at] ?? '')
  return {
    conversations: all.filter((_, at) => !isRepeated(at)),
    repeated: all.filter((_, at) => isRepeated(at)),
  }
}

/** What was asked and called up to each event: the same for two that begin alike. */
function marksOf({ events }: Conversation): string[] {
  const marks: string[] = []
  let mark = ''
  for (const event of events) {
    if (event.kind === 'result') continue
    const said = event.kind === 'request' ? event.text : (event.name ?? '')
    mark = createHash('sha256').update(`${mark} ${event.kind} ${said}`).digest('hex').slice(0, 16)
    marks.push(mark)
  }
  return marks
}
