import type { JsonValue } from '../../../domain/tool/tool'
import { isObject, jsonIn } from '../../reading/parse-json'
import type { LogEvent } from '../log-shape'
import { saysFailed, textUnder, unpacked } from '../read-values'

/** What stands between each pair of a tag, in order. */
function between(text: string, tag: string): string[] {
  const found: string[] = []
  const opening = `<${tag}>`
  const closing = `</${tag}>`
  for (let at = text.indexOf(opening); at >= 0;) {
    const from = at + opening.length
    const end = text.indexOf(closing, from)
    found.push(text.slice(from, end < 0 ? undefined : end))
    if (end < 0) break
    at = text.indexOf(opening, end)
  }
  return found
}

/** Calls as Hermes writes them into an answer's text: `<tool_call>{"name": …}</tool_call>`. */
export const callsInText = (text: string): LogEvent[] =>
  text.includes('<tool_call>') ? between(text, 'tool_call').flatMap(callsInJson) : []

/** One call or a list of them as JSON; one that is not understood has no name. */
export function callsInJson(text: string): LogEvent[] {
  const value = jsonIn(text.trim())
  const calls = Array.isArray(value) ? value : [value]
  return calls.map((call): LogEvent => {
    const name = isObject(call) ? textUnder(call, ['name', 'tool']) : undefined
    if (!isObject(call) || name === undefined) return { kind: 'call' }
    return { kind: 'call', name, arguments: call.arguments ?? call.parameters ?? call.args }
  })
}

/** What `<tool_response>` says of the calls before it. */
export function resultsInText(text: string): LogEvent[] {
  const written = text.includes('<tool_response>') ? between(text, 'tool_response') : [text]
  return written.map((each): LogEvent => {
    const value = unpacked(each)
    const name = isObject(value) ? textUnder(value, ['name']) : undefined
    const failed = saysFailed(value) || (isObject(value) && saysFailed(value.content))
    return { kind: 'result', name, failed }
  })
}

/** The tools within `<tools>` of a system prompt: a JSON list, or an object a line. */
export function toolsInText(text: string): JsonValue[] {
  if (!text.includes('<tools>')) return []
  return between(text, 'tools').flatMap((written) => {
    const whole = jsonIn(written.trim())
    if (Array.isArray(whole)) return whole
    if (isObject(whole)) return [whole]
    return written.split('\n').flatMap((line) => {
      const value = line.trim() === '' ? undefined : jsonIn(line)
      return isObject(value) ? [value] : []
    })
  })
}
