import type { JsonObject } from '../../../domain/tool/tool'
import { isObject } from '../../reading/parse-json'
import type { Conversation, LogEntry, LogEvent, LogShape } from '../log-shape'
import { textIn } from '../read-values'
import { eventsOfMessage } from './messages'

/** Kinds of lines of which nothing but these two tells of requests and calls. */
const SAID = new Set(['user', 'assistant'])
const KINDS = new Set([
  ...SAID,
  'summary',
  'system',
  'progress',
  'attachment',
  'queue-operation',
  'file-history-snapshot',
])
const MARKS = ['uuid', 'sessionId', 'leafUuid', 'parentUuid', 'isSidechain', 'isMeta', 'messageId']

/**
 * Transcripts of Claude Code (`~/.claude/projects`): a message a line. What an agent asked another
 * (`isSidechain`), and what the program itself put in, was asked by nobody.
 */
export const claudeCode: LogShape = {
  title: 'Claude Code transcripts',
  entries: {
    fits(entry) {
      const type = textIn(entry.type) ?? ''
      if (SAID.has(type)) return isObject(entry.message) && typeof entry.message.role === 'string'
      return KINDS.has(type) && MARKS.some((mark) => mark in entry)
    },
    conversations: sessionsOf,
  },
}

function sessionsOf(entries: readonly LogEntry[]): Conversation[] {
  const sessions = new Map<string, Conversation>()
  const seen = new Set<string>()
  let last = ''
  for (const { value: entry, where } of entries) {
    const session = textIn(entry.sessionId) ?? last
    last = session
    const uuid = textIn(entry.uuid)
    // A session that is resumed begins with the lines of the one before.
    if (uuid !== undefined && seen.has(uuid)) continue
    if (uuid !== undefined) seen.add(uuid)
    const events = eventsOfLine(entry)
    if (events.length === 0) continue
    const known = sessions.get(session)
    if (known) for (const event of events) known.events.push(event)
    else {
      const id = session.slice(0, 8) || String(sessions.size + 1)
      sessions.set(session, { id, where, events, definitions: [] })
    }
  }
  return [...sessions.values()]
}

/** The program's own messages that stand where a person's do. */
const OF_PROGRAM = /^\s*(\[Request interrupted by user|Caveat: The messages below were generated)/

function eventsOfLine(entry: JsonObject): LogEvent[] {
  const { message } = entry
  const isAside = entry.isSidechain === true || entry.isMeta === true
  const isSummary = entry.isCompactSummary === true || entry.isVisibleInTranscriptOnly === true
  if (!isObject(message) || isAside || isSummary || !SAID.has(textIn(entry.type) ?? '')) return []
  return eventsOfMessage(message).filter(
    (event) => event.kind !== 'request' || !OF_PROGRAM.test(event.text),
  )
}
