import type { JsonObject, JsonValue } from '../../domain/tool'
import { cleanJson } from '../reading/clean-json'
import { isObject } from '../reading/json-object'

/** Keywords that hold one schema, a list of schemas, or a map of them. */
const ONE_SCHEMA = new Set(['items', 'additionalProperties', 'not'])
const SCHEMA_LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SCHEMA_MAP = new Set(['properties', '$defs', 'defs', 'definitions'])

/** Gemini writes 64-bit limits as strings, as protocol buffers do in JSON. */
const INTEGER_LIMITS = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
])

/**
 * Gemini's Schema (an OpenAPI 3.0 subset with upper-case types) as JSON Schema: types in lower case, `nullable` as a
 * second type, limits as numbers. Everything else is kept.
 */
export const geminiSchema = (schema: JsonValue): JsonValue => convert(cleanJson(schema).value)

function convert(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema
  const { nullable, ...rest } = schema
  const kept = Object.entries(rest).flatMap(([key, value]) => {
    const written = keyword(key, value)
    return written === undefined ? [] : [[key, written] as const]
  })
  const converted: JsonObject = Object.fromEntries(kept)
  if (nullable === true && typeof converted.type === 'string') {
    converted.type = [converted.type, 'null']
  } else if (nullable !== undefined && nullable !== false) converted.nullable = nullable
  return converted
}

function keyword(key: string, value: JsonValue): JsonValue | undefined {
  if (key === 'type' && typeof value === 'string') {
    return value === 'TYPE_UNSPECIFIED' ? undefined : value.toLowerCase()
  }
  if (INTEGER_LIMITS.has(key) && typeof value === 'string' && /^\d+$/.test(value)) {
    return Number(value)
  }
  if (ONE_SCHEMA.has(key)) return convert(value)
  if (SCHEMA_LIST.has(key) && Array.isArray(value)) return value.map(convert)
  if (SCHEMA_MAP.has(key) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, convert(inner)]))
  }
  return value
}
