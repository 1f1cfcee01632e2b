import type { JsonObject, JsonValue } from '../../domain/tool'
import { DEPTH_LIMIT } from '../reading/clean-json'
import { isObject } from '../reading/json-object'
import { jsonIn } from '../reading/parse-json'
import { isSchema } from './document-parameters'
import { mapValues, schemaOfMap, typeSchema } from './parameter-schema'

/** What a tool returns as a JSON Schema, from any of the ways the data sets write it; undefined where they say nothing. */
export function responseSchema(fields: JsonObject): JsonObject | undefined {
  const { return_schema } = fields
  const written = fields.responses ?? fields.response ?? fields.outputSchema
  if (!isObject(written) || Object.keys(written).length === 0) return shapeSchema(return_schema)
  if (isSchema(written)) return written
  return Object.values(written).every(isObject) ? schemaOfMap(written, []) : undefined
}

/** ToolBench's sketch of an answer: an answer with types in place of its values, as JSON or JSON in a string. */
function shapeSchema(written: JsonValue | undefined): JsonObject | undefined {
  const shape = typeof written === 'string' ? jsonIn(written) : written
  return isObject(shape) && Object.keys(shape).length > 0 ? schemaOfShape(shape, 0) : undefined
}

function schemaOfShape(shape: JsonValue, depth: number): JsonObject {
  if (depth >= DEPTH_LIMIT) return {}
  if (Array.isArray(shape)) {
    const [first] = shape
    return { type: 'array', ...(first !== undefined && { items: schemaOfShape(first, depth + 1) }) }
  }
  if (isObject(shape)) {
    return {
      type: 'object',
      properties: mapValues(shape, (part) => schemaOfShape(part, depth + 1)),
    }
  }
  const type = typeSchema(shape)
  if (Object.keys(type).length > 0 || typeof shape !== 'string') return type
  return { description: shape }
}
