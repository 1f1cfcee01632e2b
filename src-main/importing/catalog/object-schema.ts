import { schemaReferences } from '../../domain/tool/schema-reference'
import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject } from '../reading/parse-json'

/**
 * A tool's schema of more characters than this is cut: it would fill a model's context on its own.
 */
export const SCHEMA_SIZE_LIMIT = 256 * 1024

const SCHEMA_KEYWORDS = ['properties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'required']

interface CheckedSchema {
  schema: JsonObject
  /** What had to be changed. */
  altered?: string
}

export const noParameters = (): JsonObject => ({ type: 'object', properties: {} })

/**
 * `value` as a schema of type object, in any JSON Schema draft; what cannot be one becomes a schema
 * without parameters.
 */
export function objectSchema(value: JsonValue | undefined): CheckedSchema {
  if (value === undefined || value === null) return { schema: noParameters() }
  if (!isObject(value)) {
    return {
      schema: noParameters(),
      altered: 'The parameters are not a JSON Schema and were left out',
    }
  }
  if (value.type === 'object') return { schema: value }
  if (Array.isArray(value.type) && value.type.includes('object')) {
    return {
      schema: { ...value, type: 'object' },
      altered: `The parameters' type ${JSON.stringify(value.type)} was narrowed to object`,
    }
  }
  if (Object.keys(value).length === 0) return { schema: noParameters() }
  if (value.type === undefined && SCHEMA_KEYWORDS.some((keyword) => keyword in value)) {
    return {
      schema: { type: 'object', ...value },
      altered: 'The parameters did not say that their type is object; that was added',
    }
  }
  if (isObject(value.properties) && !isTypeName(value.type)) {
    return {
      schema: { ...value, type: 'object' },
      altered: 'The parameters’ type is none that JSON Schema has; it was read as object',
    }
  }
  return {
    schema: noParameters(),
    altered: 'The parameters are not a schema of type object and were left out',
  }
}

const TYPE_NAMES = ['array', 'string', 'number', 'integer', 'boolean', 'null']
const isTypeName = (type: JsonValue | undefined): boolean =>
  typeof type !== 'string' || TYPE_NAMES.includes(type.toLowerCase())

/**
 * Whether the schema takes more than {@link SCHEMA_SIZE_LIMIT} characters as JSON; `schema` is not
 * deep.
 */
export const isHuge = (schema: JsonValue): boolean =>
  JSON.stringify(schema).length > SCHEMA_SIZE_LIMIT

/**
 * What is wrong with the schema's local references, if anything: one that points nowhere, or only
 * in a circle.
 */
export function referenceFault(schema: JsonObject): string | undefined {
  const resolve = schemaReferences(schema)
  const sound = new Set<string>()
  for (const reference of localReferences(schema)) {
    const fault = followReference(reference, { resolve, sound })
    if (fault) return fault
  }
  return undefined
}

function localReferences(node: JsonValue, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) node.forEach((item) => localReferences(item, found))
  else if (isObject(node)) {
    if (typeof node.$ref === 'string' && node.$ref.startsWith('#')) found.add(node.$ref)
    Object.values(node).forEach((child) => localReferences(child, found))
  }
  return found
}

interface Following {
  resolve(reference: string): JsonValue | undefined
  /** References known to lead somewhere, so that each is followed once. */
  sound: Set<string>
}

/**
 * A reference that meets structure on its way is legal, however often that structure refers back.
 */
function followReference(reference: string, { resolve, sound }: Following): string | undefined {
  const passed = new Set<string>()
  for (let current = reference; !sound.has(current);) {
    if (passed.has(current)) return `A $ref goes in a circle (${reference})`
    passed.add(current)
    const target = resolve(current)
    if (target === undefined) return `A $ref points nowhere (${current})`
    if (!isObject(target) || typeof target.$ref !== 'string' || !target.$ref.startsWith('#')) break
    current = target.$ref
  }
  passed.forEach((each) => sound.add(each))
  return undefined
}
