import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { HOLDS_BY_NAME } from '../../domain/tool/subschemas'
import { DEPTH_LIMIT } from '../reading/clean-json'
import { isObject } from '../reading/parse-json'

/** The type names that people take from Python, Java and HTTP, lower case. */
const TYPES = new Map<string, string>([
  ...['string', 'str', 'text', 'char', 'date', 'datetime', 'time', 'url', 'enum'].map(
    (name) => [name, 'string'] as const,
  ),
  ...['integer', 'int', 'long'].map((name) => [name, 'integer'] as const),
  ...['number', 'float', 'double', 'decimal', 'float/int', 'int/float'].map(
    (name) => [name, 'number'] as const,
  ),
  ...['boolean', 'bool'].map((name) => [name, 'boolean'] as const),
  ...['array', 'list', 'tuple', 'set'].map((name) => [name, 'array'] as const),
  ...['object', 'dict', 'dictionary', 'map', 'json'].map((name) => [name, 'object'] as const),
])

/** No type that means anything is longer; the limit keeps nested ones from filling the stack. */
const LONGEST_TYPE = 200

/**
 * `written` (`str`, `List[int]`, `Optional[float]`, `str, optional`) as JSON Schema; empty where it
 * says nothing we know.
 */
export function typeSchema(written: JsonValue | undefined): JsonObject {
  if (Array.isArray(written)) return { type: written }
  if (typeof written !== 'string' || written.length > LONGEST_TYPE) return {}
  const text = written.replace(/,?\s*\(?optional\)?\.?$/i, '').trim()
  const generic = /^(\w+)\[(.*)\]$/s.exec(text)
  const [outer = text, inner = ''] = generic?.slice(1) ?? []
  if (outer.toLowerCase() === 'optional') return typeSchema(inner)
  const type = TYPES.get(outer.toLowerCase())
  if (!type) return {}
  const items = type === 'array' && inner !== '' ? typeSchema(inner) : {}
  return Object.keys(items).length > 0 ? { type, items } : { type }
}

/**
 * One parameter as people describe it — an object, its description or its type alone — as JSON
 * Schema.
 */
export function propertySchema(written: JsonValue, depth = 0): JsonObject {
  if (typeof written === 'string') {
    const type = typeSchema(written)
    return Object.keys(type).length > 0 ? type : { description: written }
  }
  if (!isObject(written) || depth >= DEPTH_LIMIT) return {}
  const inner = isObject(written.schema) ? written.schema : {}
  const { name: _name, in: _in, schema: _schema, ...own } = written
  const all: JsonObject = { ...inner, ...own }
  return {
    ...typeSchema(all.type),
    ...structure(all, (child) => propertySchema(child, depth + 1)),
    ...described(all),
    ...values(all),
  }
}

/** A parameter's text, under the name that it goes by. */
function described({ description, desc, doc, help }: JsonObject): JsonObject {
  const text = [description, desc, doc, help].find((each) => typeof each === 'string')
  return text ? { description: text } : {}
}

function structure(
  { properties, items, required }: JsonObject,
  nested: (child: JsonValue) => JsonObject,
): JsonObject {
  return {
    ...(isObject(properties) && { type: 'object', properties: mapValues(properties, nested) }),
    ...(isObject(properties) && Array.isArray(required) && { required }),
    ...(isObject(items) && { items: nested(items) }),
  }
}

/** What a parameter may be, is by default, and is for example. */
function values(parameter: JsonObject): JsonObject {
  const { example } = parameter
  const allowed = [parameter.enum, parameter.choices].find(Array.isArray)
  const examples = Array.isArray(parameter.examples) ? parameter.examples : example && [example]
  return {
    ...(allowed && { enum: allowed }),
    ...(isGiven(parameter.default) && { default: parameter.default }),
    ...(examples && { examples }),
  }
}

/** A mapping of name → parameter as a JSON Schema of type object. */
export function schemaOfMap(
  parameters: JsonObject,
  required = Object.keys(parameters).filter((name) => isRequired(parameters[name])),
): JsonObject {
  return {
    type: 'object',
    properties: mapValues(parameters, (parameter) => propertySchema(parameter)),
    ...(required.length > 0 && { required }),
  }
}

/**
 * A list of parameters that carry their own `name` as a JSON Schema of type object; undefined where
 * one has none.
 */
export function schemaOfList(parameters: JsonValue[]): JsonObject | undefined {
  const named = new Map<string, JsonObject>()
  for (const parameter of parameters) {
    if (!isObject(parameter) || typeof parameter.name !== 'string') return undefined
    named.set(parameter.name, parameter)
  }
  return schemaOfMap(Object.fromEntries(named))
}

/** Where nothing says so, a parameter is required (MFTR, section 3.1); a default value says so. */
function isRequired(parameter: JsonValue | undefined): boolean {
  if (typeof parameter === 'string') return !/\boptional\b/i.test(parameter)
  if (!isObject(parameter)) return true
  if (typeof parameter.required === 'boolean') return parameter.required
  if (typeof parameter.optional === 'boolean') return !parameter.optional
  const schema = isObject(parameter.schema) ? parameter.schema : {}
  const type = parameter.type ?? schema.type
  if (typeof type === 'string' && /\boptional\b/i.test(type)) return false
  return !isGiven(parameter.default ?? schema.default)
}

const isGiven = (value: JsonValue | undefined): value is JsonValue =>
  value !== undefined && value !== null && value !== ''

export const mapValues = (
  object: JsonObject,
  change: (value: JsonValue) => JsonValue,
): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

/** The types of JSON Schema. */
const JSON_TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

/** Keywords whose value is data. */
const DATA = new Set(['enum', 'const', 'default', 'examples', 'example'])

/**
 * A schema whose types are those of JSON Schema, where it took them from elsewhere (`dict`,
 * `float`); all else stays. A type that means nothing is left out.
 */
export function withJsonTypes(schema: JsonObject, depth = 0): JsonObject {
  if (depth >= DEPTH_LIMIT) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
      if (key === 'type' && typeof value === 'string' && !JSON_TYPES.has(value)) {
        return Object.entries(typeSchema(value))
      }
      if (DATA.has(key)) return [[key, value]]
      if (HOLDS_BY_NAME.has(key) && isObject(value)) {
        return [[key, mapValues(value, (each) => inner(each, depth + 1))]]
      }
      return [[key, inner(value, depth + 1)]]
    }),
  )
}

const inner = (value: JsonValue, depth: number): JsonValue =>
  Array.isArray(value)
    ? value.map((each) => inner(each, depth))
    : isObject(value)
      ? withJsonTypes(value, depth)
      : value

const SCHEMA_WORDS = ['anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const']

/** Whether a value is a parameter’s schema as JSON Schema has it. */
const isJsonSchema = (value: JsonValue): boolean =>
  isObject(value) &&
  ((typeof value.type === 'string' && JSON_TYPES.has(value.type)) ||
    SCHEMA_WORDS.some((key) => key in value))

/**
 * A map of name → JSON Schema as a schema of type object, every keyword kept; undefined where some
 * value is no schema. One with a default is not required.
 */
export function schemaOfProperties(parameters: JsonObject): JsonObject | undefined {
  const entries = Object.entries(parameters)
  if (entries.length === 0 || !entries.every(([, value]) => isJsonSchema(value))) return undefined
  const required = entries
    .filter(([, value]) => isObject(value) && !('default' in value) && isRequired(value))
    .map(([name]) => name)
  const properties = Object.fromEntries(
    entries.map(([name, value]): [string, JsonValue] => {
      if (!isObject(value)) return [name, value]
      const { required: own, optional: _optional, ...schema } = value
      return [name, withJsonTypes(Array.isArray(own) ? { ...schema, required: own } : schema)]
    }),
  )
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
