import { ordered } from '../../domain/value/canonical'

/** Characters of one side of a change: enough for any description an agent should be sent. */
const LONGEST = 1000
/** Characters kept around what differs in a longer one. */
const AROUND = 120

/** A value as a person reads it: text as it is, lists of words with commas, anything else as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(', ')
  }
  return JSON.stringify(ordered(value), null, 2)
}

/** Two texts side by side; of long ones only what differs, with what stands around it, and `…` where something is left out. */
export function textChange(before: string, after: string): { before: string; after: string } {
  if (before.length <= LONGEST && after.length <= LONGEST) return { before, after }
  const start = Math.max(0, sharedStart(before, after) - AROUND)
  const shared = sharedEnd(before.slice(start), after.slice(start))
  const end = Math.max(0, shared - AROUND)
  return { before: cut(before, start, end), after: cut(after, start, end) }
}

/** The text without its first `start` and last `end` characters, shortened to what is read. */
function cut(text: string, start: number, end: number): string {
  const inside = text.slice(start, text.length - end)
  const isLong = inside.length > LONGEST
  const shown = inside.slice(0, LONGEST).toWellFormed()
  return `${start > 0 ? '…' : ''}${shown}${isLong || end > 0 ? '…' : ''}`
}

function sharedStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let shared = 0
  while (shared < most && one.charCodeAt(shared) === other.charCodeAt(shared)) shared += 1
  return shared
}

function sharedEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let shared = 0
  while (
    shared < most &&
    one.charCodeAt(one.length - 1 - shared) === other.charCodeAt(other.length - 1 - shared)
  ) {
    shared += 1
  }
  return shared
}
