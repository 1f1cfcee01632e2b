import type { JsonObject, JsonValue } from '../../domain/tool'
import { isObject } from '../reading/json-object'
import { jsonIn } from '../reading/parse-json'
import { mapValues, propertySchema, schemaOfList, schemaOfMap } from './parameter-schema'
import { parametersOf } from './python-signature'

/** The parameters as a JSON Schema, from any of the ways the data sets write them; undefined where a tool has none. */
export function parametersSchema(fields: JsonObject): JsonValue | undefined {
  const required = listOf(fields.required_parameters ?? fields.required_params)
  const optional = listOf(fields.optional_parameters ?? fields.optional_params)
  if (Array.isArray(required) || Array.isArray(optional)) {
    return schemaOfList([...withRequired(required, true), ...withRequired(optional, false)])
  }
  const written = fields.parameters ?? fields.inputSchema ?? fields.input_schema
  if (Array.isArray(written)) return written.length > 0 ? (schemaOfList(written) ?? written) : {}
  if (typeof written === 'string') {
    return parametersOf(written.trim().replace(/^\((.*)\)$/s, '$1')) ?? written
  }
  if (!isObject(written)) return undefined
  return isSchema(written) ? convertSchema(written) : schemaOfMap(written)
}

/** A list, or one that stands as JSON in a string. */
const listOf = (written: JsonValue | undefined): JsonValue | undefined =>
  typeof written === 'string' ? jsonIn(written) : written

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
