import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../reading/parse-json'
import type { LogEvent, LogShape } from '../log-shape'
import { objectsIn, requestOf, saysFailed, textIn } from '../read-values'

/** Gemini's `contents` and `candidates`, in camel or snake case. */
export const gemini: LogShape = {
  title: 'Gemini contents',
  request({ contents }) {
    const all = isObject(contents) ? [contents] : contents
    return isContents(all) ? objectsIn(all).flatMap(eventsOfContent) : undefined
  },
  answer({ candidates }) {
    const [first] = objectsIn(candidates)
    return first && isObject(first.content)
      ? eventsOfContent({ role: 'model', ...first.content })
      : undefined
  },
}

const isContents = (value: JsonValue | undefined): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((content) => isObject(content) && Array.isArray(content.parts))

function eventsOfContent({ role, parts }: JsonObject): LogEvent[] {
  const all = objectsIn(parts)
  const events = all.flatMap(eventsOfPart)
  if (role === 'model') return events
  const text = all.flatMap((part) => textIn(part.text) ?? []).join('\n')
  return events.length > 0 && text.trim() === '' ? events : [...events, ...requestOf(text)]
}

function eventsOfPart(part: JsonObject): LogEvent[] {
  const call = part.functionCall ?? part.function_call
  const response = part.functionResponse ?? part.function_response
  if (isObject(call)) {
    const name = textIn(call.name)
    const id = textIn(call.id)
    return [{ kind: 'call', ...(name !== undefined && { name }), arguments: call.args, id }]
  }
  if (!isObject(response)) return []
  const { response: said } = response
  const failed = saysFailed(said) || (isObject(said) && (said.error ?? null) !== null)
  return [{ kind: 'result', id: textIn(response.id), name: textIn(response.name), failed }]
}
