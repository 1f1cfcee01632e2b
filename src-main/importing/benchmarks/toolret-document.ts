import type { JsonObject, JsonValue } from '../../domain/tool'
import type { ToolEntry } from '../catalog/collect-tools'
import type { ObjectRow } from '../catalog/rows'
import { isObject } from '../reading/json-object'
import { jsonIn } from '../reading/parse-json'
import { isSchema, parametersSchema } from './document-parameters'
import { idOf } from './json-text'
import { schemaOfMap } from './parameter-schema'

/** ToolRet gathers 35 data sets and leaves each its own field names; the first one present counts. */
const NAMES = ['name', 'api_name', 'func_name', 'function_name', 'tool_name', 'title']
const DESCRIPTIONS = ['description', 'api_description', 'func_description', 'functionality']
const CATEGORIES = ['category', 'category_name']

/** A tool of ToolRet; its documentation is an object, JSON in a string, or prose. */
export function readDocument({ value, where }: ObjectRow): ToolEntry {
  const documentation = openDocument(
    value.documentation ?? value.doc ?? value.origin_documentation ?? null,
  )
  const fields = isObject(documentation) ? documentation : {}
  const { tool_name: service, api_name } = fields
  const response = responseSchema(fields)
  return {
    name: firstText(fields, NAMES) ?? nameInExamples(value) ?? idOf(value.id),
    ...(typeof api_name === 'string' && typeof service === 'string' && { server: service }),
    description:
      firstText(fields, DESCRIPTIONS) ?? prose(documentation) ?? proseOfStandardised(value),
    parameters: parametersSchema(fields),
    ...(response && { response }),
    tags: CATEGORIES.map((key) => fields[key]).filter((tag) => typeof tag === 'string'),
    entry: value,
    where,
  }
}

function openDocument(written: JsonValue): JsonValue {
  if (typeof written !== 'string' || !written.trimStart().startsWith('{')) return written
  return jsonIn(written) ?? written
}

const firstText = (fields: JsonObject, keys: string[]): string | undefined =>
  keys.map((key) => fields[key]).find((text) => typeof text === 'string' && text.trim() !== '') as
    string | undefined

const prose = (documentation: JsonValue): string | undefined =>
  typeof documentation === 'string' ? documentation : undefined

/** Where only the standardised file is there, without the document it was made of. */
const proseOfStandardised = ({ augmented }: JsonObject): string =>
  (isObject(augmented) && firstText(augmented, ['description'])) || ''

function nameInExamples({ augmented }: JsonObject): string | undefined {
  const examples =
    isObject(augmented) && Array.isArray(augmented.examples) ? augmented.examples : []
  const call = isObject(examples[0]) ? examples[0].tool_call : undefined
  return isObject(call) ? firstText(call, ['name']) : undefined
}

function responseSchema(fields: JsonObject): JsonObject | undefined {
  const written = fields.responses ?? fields.response ?? fields.outputSchema
  if (!isObject(written) || Object.keys(written).length === 0) return undefined
  if (isSchema(written)) return written
  return Object.values(written).every(isObject) ? schemaOfMap(written, []) : undefined
}
