import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from '../reading/json-object'
import {
  mapValues,
  propertySchema,
  schemaOfList,
  schemaOfMap,
  typeSchema,
} from './parameter-schema'

/** The parameters as a JSON Schema, from any of the ways the data sets write them; undefined where a tool has none. */
export function parametersSchema(fields: JsonObject): JsonValue | undefined {
  const { required_parameters: required, optional_parameters: optional } = fields
  if (Array.isArray(required) || Array.isArray(optional)) {
    return schemaOfList([...withRequired(required, true), ...withRequired(optional, false)])
  }
  const written = fields.parameters ?? fields.inputSchema ?? fields.input_schema
  if (Array.isArray(written)) return written.length > 0 ? (schemaOfList(written) ?? written) : {}
  if (typeof written === 'string') return schemaOfSignature(written) ?? written
  if (!isObject(written)) return undefined
  return isSchema(written) ? convertSchema(written) : schemaOfMap(written)
}

const withRequired = (parameters: JsonValue | undefined, required: boolean): JsonValue[] =>
  (Array.isArray(parameters) ? parameters : []).map((parameter) =>
    isObject(parameter) ? { ...parameter, required } : parameter,
  )

/** Not every object with `properties` or `type` is a schema: a parameter may be called so. */
export const isSchema = ({ type, properties }: JsonObject): boolean =>
  typeof type === 'string' && (properties === undefined || isObject(properties))

/** A schema whose types may be Python's (`dict`, `str`), as BFCL and its kin write them. */
const convertSchema = (schema: JsonObject): JsonObject => ({
  ...schema,
  type: 'object',
  ...(isObject(schema.properties) && {
    properties: mapValues(schema.properties, (parameter) => propertySchema(parameter)),
  }),
})

/** Characters of the longest text that is taken for a signature. */
const LONGEST_SIGNATURE = 20_000

/** A Python signature, `(patient: str, when: datetime)`, as a JSON Schema; undefined where it is none. */
function schemaOfSignature(signature: string): JsonObject | undefined {
  if (signature.length > LONGEST_SIGNATURE) return undefined
  const trimmed = signature.trim()
  const isInBrackets = trimmed.startsWith('(') && trimmed.endsWith(')')
  const inner = isInBrackets ? trimmed.slice(1, -1) : trimmed
  if (inner === '') return {}
  const declared = partsOf(inner).map(readDeclaration)
  if (!declared.every((part) => part !== undefined)) return undefined
  return { type: 'object', properties: Object.fromEntries(declared) }
}

/** The parts between commas that stand in no brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let open = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if ('[({'.includes(character)) open += 1
    else if ('])}'.includes(character)) open -= 1
    else if (character === ',' && open === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** `name`, `name: type`, each also with `= default`. */
function readDeclaration(part: string): [name: string, schema: JsonObject] | undefined {
  const [declaration = ''] = part.split('=', 1)
  const colon = declaration.indexOf(':')
  const name = (colon < 0 ? declaration : declaration.slice(0, colon)).trim()
  if (!/^\w+$/.test(name)) return undefined
  return [name, typeSchema(colon < 0 ? '' : declaration.slice(colon + 1).trim())]
}
