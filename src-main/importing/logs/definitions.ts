import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'
import { objectsIn, textUnder, unpacked } from './read-values'
import { textOfContent } from './shapes/content-blocks'
import { toolsInText } from './shapes/tool-call-tags'

/** Where a request's body holds the tools that a model may call. */
const KEYS = ['tools', 'functions']
const WRAPPERS = ['config', 'toolConfig', 'tool_config', 'generationConfig']

/** The definitions of tools that a request gives a model, as they are written. */
export function definitionsIn(body: JsonObject): readonly JsonValue[] {
  for (const value of [body, ...WRAPPERS.map((key) => body[key])]) {
    if (!isObject(value)) continue
    for (const key of KEYS) {
      const list = unpacked(value[key])
      if (Array.isArray(list) && list.some(isObject)) return list
    }
  }
  return toolsInText(systemText(body))
}

/** The text of the system's prompt, wherever it stands. */
function systemText({ messages, conversations, system }: JsonObject): string {
  const first = objectsIn(messages)[0] ?? objectsIn(conversations)[0] ?? {}
  const isSystem = first.role === 'system' || first.from === 'system'
  const text = isSystem ? (textUnder(first, ['value']) ?? textOfContent(first.content)) : ''
  return text || textOfContent(system)
}
