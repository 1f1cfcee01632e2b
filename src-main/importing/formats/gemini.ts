import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { cleanJson } from '../reading/clean-json'
import { isObject } from '../reading/parse-json'
import { listFormat, listUnder, skipForeign, skipHosted, type EntryTarget } from './list-format'

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
 * Gemini's Schema (an OpenAPI 3.0 subset with upper-case types) as JSON Schema: types in lower
 * case, `nullable` as a second type, limits as numbers. Everything else is kept.
 */
const geminiSchema = (schema: JsonValue): JsonValue => convert(cleanJson(schema).value)

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

const TITLE = 'Gemini function declarations'
const LISTS = ['functionDeclarations', 'function_declarations']

/**
 * Gemini's function declarations, in camel or snake case, bare or inside tools or a whole request.
 */
export const gemini = listFormat({
  id: 'gemini',
  title: TITLE,
  entriesOf: (value) => listUnder(value, LISTS) ?? listUnder(value, ['tools']),
  likeness(entry) {
    if (declarationsOf(entry)) return 0.95
    if (!isObject(entry) || !('name' in entry)) return 0
    if ('parametersJsonSchema' in entry || 'parameters_json_schema' in entry) return 0.95
    const isUpperCase = (schema: JsonValue | undefined) =>
      isObject(schema) && typeof schema.type === 'string' && /^[A-Z]+$/.test(schema.type)
    return isUpperCase(entry.parameters) || isUpperCase(entry.response) ? 0.9 : 0
  },
  read(entry, target) {
    const declarations = declarationsOf(entry)
    if (declarations) readDeclarations(declarations, target)
    else if (isObject(entry) && 'name' in entry) addTool(entry, target)
    else if (isObject(entry) && Object.keys(entry).length === 1) {
      skipHosted(Object.keys(entry).join(), target)
    } else skipForeign(entry, target, TITLE)
  },
})

const declarationsOf = (entry: JsonValue): JsonValue[] | undefined =>
  isObject(entry) ? listUnder(entry, LISTS) : undefined

function readDeclarations(declarations: JsonValue[], target: EntryTarget): void {
  for (const [index, declaration] of declarations.entries()) {
    const where = `${target.where}, declaration ${index + 1}`
    if (isObject(declaration)) addTool(declaration, { ...target, where })
    else skipForeign(declaration, { ...target, where }, TITLE)
  }
}

function addTool(entry: JsonObject, { where, server, tools }: EntryTarget): void {
  const parameters = schemaOf(entry, 'parameters')
  const response = schemaOf(entry, 'response')
  const { name, description } = entry
  tools.add({ name, server, description, parameters, response, entry, where })
}

/** The part's JSON Schema: given as such, or converted from Gemini's own Schema. */
function schemaOf(entry: JsonObject, part: 'parameters' | 'response'): JsonValue | undefined {
  const own = entry[part]
  const written = entry[`${part}JsonSchema`] ?? entry[`${part}_json_schema`]
  return written ?? (own === undefined ? undefined : geminiSchema(own))
}
