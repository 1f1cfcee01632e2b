import type { Conversation, LogShape } from '../log-shape'
import { textUnder } from '../read-values'
import { eventsOfMessage, roleOf } from './messages'

const SESSION_KEYS = ['conversation_id', 'conversationId', 'session_id', 'sessionId', 'thread_id']
const ROLES = new Set([
  'user',
  'assistant',
  'tool',
  'system',
  'developer',
  'function',
  'human',
  'ai',
])

/** One message an entry, with its role; a prompt of the system begins a conversation. */
export const messageLines: LogShape = {
  title: 'a message with its role a line',
  entries: {
    fits: (entry) =>
      ROLES.has(roleOf(entry) ?? '') &&
      !('messages' in entry) &&
      ['content', 'tool_calls', 'function_call'].some((key) => key in entry) &&
      !('stop_reason' in entry),
    conversations(entries) {
      const all: Conversation[] = []
      const byName = new Map<string, Conversation>()
      let last: Conversation | undefined
      for (const { value: entry, where } of entries) {
        const name = textUnder(entry, SESSION_KEYS)
        const goesOn = roleOf(entry) === 'system' ? undefined : last
        const known = name === undefined ? goesOn : byName.get(name)
        const conversation = known ?? begun(where, name ?? all.length + 1)
        if (!known) all.push(conversation)
        if (name !== undefined) byName.set(name, conversation)
        last = conversation
        for (const event of eventsOfMessage(entry)) conversation.events.push(event)
      }
      return all
    },
  },
}

const begun = (where: string, id: string | number): Conversation => ({
  id: String(id),
  where,
  events: [],
  definitions: [],
})
