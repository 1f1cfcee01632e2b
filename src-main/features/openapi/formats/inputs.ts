import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { uniqueNames } from '../../../domain/tool/unique-names'
import { isObject } from '../../../importing/reading/parse-json'
import { LONGEST_NAME, parameterName } from './names'

/** One thing that a request carries. */
export interface Field {
  in: 'path' | 'query' | 'querystring' | 'header' | 'body'
  name: string
  schema: JsonValue
  required: boolean
  /** What else a request needs to know, such as how a list is written. */
  how?: JsonObject
  /** Whether it is all of the body. */
  isBody?: boolean
}

interface Inputs {
  /** One flat schema of all fields. */
  parameters: JsonObject
  /** By parameter, where in the request it goes, and under which name. */
  mapping: JsonObject
  /** Parameters that are not called as in the document, each beside its name there. */
  renamed: string[]
}

/**
 * The fields of a request as the parameters of a tool; of two with one name the later is told apart
 * by where it stands.
 */
export function flatInputs(fields: readonly Field[], more: JsonObject = {}): Inputs {
  const unique = uniqueNames(LONGEST_NAME)
  const taken = new Set<string>()
  const named = fields.map((field) => {
    const plain = parameterName(field.name)
    const isTaken = taken.has(plain)
    const name = unique(isTaken ? `${field.in}_${plain}`.slice(0, LONGEST_NAME) : plain)
    taken.add(name)
    return { field, name }
  })
  const required = named.flatMap(({ field, name }) => (field.required ? [name] : []))
  return {
    parameters: {
      type: 'object',
      properties: Object.fromEntries(named.map(({ field, name }) => [name, field.schema])),
      ...(required.length > 0 && { required }),
      ...more,
    },
    mapping: Object.fromEntries(named.map(({ field, name }) => [name, placeOf(field)])),
    renamed: named.flatMap(({ field, name }) =>
      field.name === name ? [] : [`“${field.name}” is ${name}`],
    ),
  }
}

const placeOf = ({ in: place, name, how, isBody }: Field): JsonObject => ({
  in: place,
  ...(!isBody && { name }),
  ...how,
})

/**
 * The fields of an object, where a schema is one of fields and nothing else; `more` is what it says
 * of others.
 */
export function fieldsOf(
  schema: JsonValue,
):
  | { fields: [string, JsonValue][]; required: ReadonlySet<JsonValue>; more: JsonObject }
  | undefined {
  const merged = isObject(schema) ? withoutAllOf(schema) : undefined
  if (!merged || !isObject(merged.properties)) return undefined
  const { type, properties, required, additionalProperties } = merged
  const fields = Object.entries(properties)
  const isMixed = Object.keys(merged).some((key) => ALTERNATIVES.has(key))
  if (!isOfObjects(type) || isMixed || fields.length === 0) return undefined
  return {
    fields,
    // A body that may be null has no field that must be there.
    required: new Set(Array.isArray(required) && !Array.isArray(type) ? required : []),
    more: additionalProperties === undefined ? {} : { additionalProperties },
  }
}

const isOfObjects = (type: JsonValue | undefined): boolean =>
  type === undefined || (Array.isArray(type) ? type.includes('object') : type === 'object')

/** What cannot be said of parameters that stand beside others. */
const ALTERNATIVES = new Set([
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'patternProperties',
  'dependentSchemas',
  'dependentRequired',
  'minProperties',
  'maxProperties',
  'propertyNames',
])

/** An object and the objects that it is made of as one; the very same where it cannot be. */
function withoutAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...own } = schema
  if (!Array.isArray(allOf)) return schema
  const parts = [...allOf.map((part) => (isObject(part) ? withoutAllOf(part) : {})), own]
  const isPlain = parts.every(
    (part) =>
      (part.type === undefined || part.type === 'object') &&
      !Object.keys(part).some((key) => ALTERNATIVES.has(key)),
  )
  if (!isPlain) return schema
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []))
  const properties = parts.flatMap((part) =>
    isObject(part.properties) ? Object.entries(part.properties) : [],
  )
  return {
    ...Object.assign({}, ...parts),
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
  } as JsonObject
}
