import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from '../reading/json-object'
import { jsonIn } from '../reading/parse-json'
import { propertySchema, typeSchema } from './parameter-schema'
import { splitAtCommas } from './python-signature'

/** Longer than any of the data set's; the rest would be no example of a call any more. */
const LONGEST_CODE = 20_000

const NOTHING = /^\s*(n\/?a|none|null|not (provided|specified|available|applicable)|-|)\.?\s*$/i

/**
 * Gorilla's `api_arguments` as a JSON Schema of type object: names in a list or between commas, `name=value`, or name → a
 * type, a value or what it is for. None is required, for the data set does not say.
 */
export function argumentsSchema(written: JsonValue | undefined): JsonObject {
  const named = new Map<string, JsonObject>()
  for (const [name, schema] of argumentsIn(written)) named.set(name, schema)
  return { type: 'object', properties: Object.fromEntries(named) }
}

type Argument = [name: string, schema: JsonObject]

function argumentsIn(written: JsonValue | undefined): Argument[] {
  if (Array.isArray(written)) {
    return written.flatMap((part) => (Array.isArray(part) ? [] : argumentsIn(part)))
  }
  if (isObject(written)) {
    const { name, ...about } = written
    const isOne = typeof name === 'string' && ['type', 'description'].some((key) => key in about)
    if (isOne) return [[name, propertySchema(about)]]
    return Object.entries(written).map(([key, value]) => [key, schemaOfValue(value)])
  }
  if (typeof written !== 'string' || NOTHING.test(written)) return []
  const value = /^\s*[[{]/.test(written) ? jsonIn(written) : undefined
  if (value !== undefined) return argumentsIn(value)
  return splitAtCommas(written.slice(0, LONGEST_CODE)).flatMap(argumentIn)
}

/** `name`, `name=value` or `name: what for`; a bare value or a piece of code names none. */
function argumentIn(part: string): Argument[] {
  const [, name, mark, value = ''] =
    /^\s*([A-Za-z_][\w -]*?)\s*(?:([=:])\s*(.*))?$/s.exec(part) ?? []
  if (name === undefined || (mark === '=' && value.includes('('))) return []
  if (mark === undefined) return [[name, {}]]
  return [
    [
      name,
      mark === '=' ? { examples: [value.replace(/^(['"])(.*)\1$/s, '$2')] } : schemaOfValue(value),
    ],
  ]
}

/** A type by its name, prose as a description, and anything else as a value that the argument may have. */
function schemaOfValue(value: JsonValue): JsonObject {
  if (typeof value === 'boolean') return { type: 'boolean', examples: [value] }
  if (typeof value === 'number') return { type: 'number', examples: [value] }
  if (Array.isArray(value)) return { examples: value }
  if (isObject(value)) {
    return ['type', 'description'].some((key) => key in value)
      ? propertySchema(value)
      : { type: 'object', examples: [value] }
  }
  if (value === null || NOTHING.test(value)) return {}
  const type = typeSchema(value)
  if (Object.keys(type).length > 0) return type
  return /^[^()[\]{}=]*\s[^()[\]{}=]*$/.test(value) ? { description: value } : { examples: [value] }
}

/** Gorilla's `example_code` as one text: a text, lines, or steps by name; undefined where there is none. */
export function exampleCode(written: JsonValue | undefined): string | undefined {
  const code = linesOf(written).join('\n').slice(0, LONGEST_CODE)
  return NOTHING.test(code) ? undefined : code
}

function linesOf(written: JsonValue | undefined): string[] {
  if (typeof written === 'string') return [written]
  if (Array.isArray(written)) return written.flatMap(linesOf)
  return isObject(written) ? Object.values(written).flatMap(linesOf) : []
}
