import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject, jsonIn } from '../reading/parse-json'
import type { LogEvent } from './log-shape'

/** The value where it is a text that is not empty. */
export const textIn = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The first of some fields that holds a text. */
export function textUnder(value: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textIn(value[key])
    if (text !== undefined) return text
  }
  return undefined
}

/** The objects of a list; none where there is no list. */
export const objectsIn = (value: JsonValue | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** A value, or what a text holds of it as JSON. */
export const unpacked = (value: JsonValue | undefined): JsonValue | undefined =>
  typeof value === 'string' && /^\s*[[{]/.test(value) ? (jsonIn(value) ?? value) : value

/** What is beside the words of a person in transcripts of programs. */
const TAGS = [
  'system-reminder',
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'user-prompt-submit-hook',
  'environment_context',
  'user_instructions',
]
const TAG = new RegExp(`<(${TAGS.join('|')})(?:\\s[^<>]*)?>`, 'g')

/** A person's words without what a program put between them, such as `<system-reminder>`. */
export function withoutTags(text: string): string {
  if (!text.includes('<')) return text.trim()
  let kept = ''
  let from = 0
  for (const { 0: opening, 1: tag = '', index } of text.matchAll(TAG)) {
    if (index < from) continue
    const closing = `</${tag}>`
    const end = text.indexOf(closing, index + opening.length)
    // What is not closed is the person's own: further tags would be looked for in vain as well.
    if (end < 0) break
    kept += text.slice(from, index)
    from = end + closing.length
  }
  return (kept + text.slice(from)).trim()
}

/** A request of this text; none where a program wrote all of it. */
export function requestOf(text: string): LogEvent[] {
  const own = withoutTags(text)
  return own === '' && text.trim() !== '' ? [] : [{ kind: 'request', text: own }]
}

/** Whether a result says of itself that the call failed. */
export function saysFailed(result: JsonValue | undefined): boolean {
  const value =
    typeof result === 'string' && result.includes('"isError"') ? unpacked(result) : result
  if (!isObject(value)) return false
  const { is_error, isError, status } = value
  return is_error === true || isError === true || /^(error|failed)$/i.test(textIn(status) ?? '')
}

/** A tool and its server as one name. */
export const nameWith = (name: string, server: JsonValue | undefined): string => {
  const of = textIn(server)
  return of === undefined ? name : `${of}/${name}`
}
