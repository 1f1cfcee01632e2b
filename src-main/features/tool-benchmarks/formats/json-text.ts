import type { JsonValue, JsonObject } from '../../../domain/tool/tool'
import { cleanJson } from '../../../importing/reading/clean-json'
import { isObject, jsonIn } from '../../../importing/reading/parse-json'

/** What a model wrote where prose was asked for: models sometimes answer with an object. */
export function proseOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(cleanJson(value).value)
}

/** An id, which some files write as a number; undefined where the value is none. */
export const idOf = (value: JsonValue | undefined): string | undefined =>
  (typeof value === 'string' && value !== '') ||
  typeof value === 'number' ||
  typeof value === 'bigint'
    ? String(value)
    : undefined

/** What ToolLens and ToolBench write before the parts of a tool. */
const KEY =
  /(?:^|[,;\n])\s*(category_name|tool_name|tool_description|api_name|api_description|required_param(?:s|eters)|optional_param(?:s|eters)|return_schema|method)\s*:/g

/**
 * The fields of a tool whose document is a text: JSON, or `category_name:Food, tool_name:Recipes,
 * api_name:…, required_params: […]`, whose lists are JSON. Undefined where it is prose.
 */
export function fieldsOfText(text: string): JsonObject | undefined {
  if (/^\s*\{/.test(text)) {
    const value = jsonIn(text)
    return isObject(value) ? value : undefined
  }
  const found = new Map<string, { start: number; end: number }>()
  for (const match of text.matchAll(KEY)) {
    const [whole, key = ''] = match
    // The first one is the field; the same word later is a part of some description.
    if (!found.has(key)) found.set(key, { start: match.index, end: match.index + whole.length })
  }
  if (!found.has('api_name') && !found.has('tool_name')) return undefined
  if (found.size < 2) return undefined
  const places = [...found]
  return Object.fromEntries(
    places.map(([key, { end }], at) => {
      const value = text.slice(end, places[at + 1]?.[1].start).trim()
      return [key, /^[[{"]/.test(value) ? (jsonIn(value) ?? value) : value]
    }),
  )
}
