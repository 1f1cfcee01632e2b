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

/** A Python signature, `(patient: str, when: datetime)`, as a JSON Schema; undefined where it is none. */
function schemaOfSignature(signature: string): JsonObject | undefined {
  const inner = signature.trim().replace(/^\((.*)\)$/s, '$1')
  if (inner === '') return {}
  const properties: JsonObject = {}
  for (const part of inner.split(/,(?![^[]*\])/)) {
    const [, name, type = ''] = /^\s*(\w+)\s*(?::\s*([^=]+?))?\s*(?:=.*)?$/s.exec(part) ?? []
    if (name === undefined) return undefined
    properties[name] = typeSchema(type)
  }
  return { type: 'object', properties }
}
