import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import type { ToolEntry } from '../../../importing/catalog/collect-tools'
import { DEPTH_LIMIT } from '../../../importing/reading/clean-json'
import { isObject, jsonIn } from '../../../importing/reading/parse-json'
import {
  mapValues,
  propertySchema,
  schemaOfList,
  schemaOfMap,
  typeSchema,
} from '../../../importing/catalog/parameter-schema'
import { callIn, signatureIn, parametersOf, splitAtCommas } from './python-signature'

/** Data sets leave each tool its own field names; the first one present counts. */
const NAMES = ['name', 'api_name', 'func_name', 'function_name', 'tool_name', 'title']
const DESCRIPTIONS = ['description', 'api_description', 'func_description', 'functionality']
const TAGS = ['category', 'category_name', 'domain', 'functionality']
/** Other fields that a part of a tool is read of. */
const OTHERS = [
  'parameters',
  'inputSchema',
  'input_schema',
  'required_parameters',
  'required_params',
  'optional_parameters',
  'optional_params',
  'api_arguments',
  'example_code',
  'responses',
  'response',
  'outputSchema',
  'return_schema',
]
const READ: ReadonlySet<string> = new Set([...NAMES, ...DESCRIPTIONS, ...TAGS, ...OTHERS])
/**
 * Fields that describe a tool beside its description, by their names: `tool_description`, `usage`.
 */
const DESCRIBING = /descri|summary|usage|purpose|remarks?$|notes?$|^text$|^documentation$/i

/** What a tool's document says of it, as far as it does. */
export type DocumentedTool = Pick<
  ToolEntry,
  'server' | 'parameters' | 'response' | 'tags' | 'examples'
> & {
  name?: string
  /** The other names that it has there. */
  title?: string
  description?: string
  /** Names of fields that say something, and that no part of a tool holds. */
  unread: string[]
}

/**
 * A tool's document as the data sets of ToolRet, BEIR's kin and Gorilla write it: its parameters in
 * a list, a map, a schema, the signature of a function in Python (Toolink) or Gorilla's arguments.
 */
export function readFields(fields: JsonObject): DocumentedTool {
  const server = serverIn(fields)
  const [written, ...others] = namesIn(fields, server)
  const call = written === undefined ? undefined : callIn(written)
  const signature = sourceIn(fields) ?? call
  const description = firstText(fields, DESCRIPTIONS)
  return {
    name: call?.name ?? written ?? signature?.name,
    ...(server !== undefined && { server }),
    ...(others.length > 0 && { title: others.join(', ') }),
    description: description && allDescribed(fields, description),
    unread: unreadIn(fields),
    parameters: parametersSchema(fields) ?? gorillaArguments(fields) ?? signature?.parameters,
    response: responseSchema(fields) ?? signature?.response,
    tags: TAGS.map((key) => fields[key]).filter(
      (tag) => typeof tag === 'string' && tag !== description,
    ) as string[],
    ...examplesIn(fields),
  }
}

/** The service that a tool is of, where it has a name of its own. */
const serverIn = ({ tool_name: service, api_name }: JsonObject): string | undefined =>
  typeof api_name === 'string' && typeof service === 'string' ? service : undefined

/** What a tool is called, the first that counts first. */
const namesIn = (fields: JsonObject, server: string | undefined): string[] => [
  ...new Set(
    textsOf(fields, NAMES)
      .map((name) => name.replace(/^`+|`+$/g, ''))
      .filter((name, at) => at === 0 || name !== server),
  ),
]

function examplesIn({ example_code }: JsonObject): Pick<DocumentedTool, 'examples'> {
  const code = exampleCode(example_code)
  return code === undefined ? {} : { examples: [{ code, arguments: {} }] }
}

const gorillaArguments = (fields: JsonObject): JsonObject | undefined =>
  'api_arguments' in fields ? argumentsSchema(fields.api_arguments) : undefined

/** The function that stands where other data sets have a description, as Toolink has it. */
function sourceIn({ func_description }: JsonObject): ReturnType<typeof signatureIn> {
  return typeof func_description === 'string' ? signatureIn(func_description) : undefined
}

export const firstText = (fields: JsonObject, keys: string[]): string | undefined =>
  textsOf(fields, keys)[0]

const textsOf = (fields: JsonObject, keys: readonly string[]): string[] =>
  keys
    .map((key): JsonValue | undefined => fields[key])
    .filter((text) => typeof text === 'string' && text.trim() !== '') as string[]

/**
 * The description, and behind it what else describes the tool, such as the service that it is of
 * (ToolBench).
 */
function allDescribed(fields: JsonObject, description: string): string {
  const keys = Object.keys(fields).filter(
    (key) => DESCRIBING.test(key) && !TAGS.includes(key) && key !== 'func_description',
  )
  const more = textsOf(fields, keys).filter((text) => !description.includes(text.trim()))
  return [description, ...new Set(more)].join('\n')
}

function unreadIn(fields: JsonObject): string[] {
  const isDescribed = firstText(fields, DESCRIPTIONS) !== undefined
  return Object.entries(fields).flatMap(([key, value]) => {
    if (READ.has(key) || !saysSomething(value)) return []
    return isDescribed && DESCRIBING.test(key) && typeof value === 'string' ? [] : [key]
  })
}

/** Whether a value has a word in it; numbers and switches have none. */
export const saysSomething = (value: JsonValue | undefined): boolean =>
  typeof value === 'string'
    ? /\p{L}{2}/u.test(value)
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0

/**
 * The parameters as a JSON Schema, from any of the ways the data sets write them; undefined where a
 * tool has none.
 */
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
const isSchema = ({ type, properties }: JsonObject): boolean =>
  typeof type === 'string' && (properties === undefined || isObject(properties))

/** A schema whose types may be Python's (`dict`, `str`), as BFCL and its kin write them. */
const convertSchema = (schema: JsonObject): JsonObject => ({
  ...schema,
  type: 'object',
  ...(isObject(schema.properties) && {
    properties: mapValues(schema.properties, (parameter) => propertySchema(parameter)),
  }),
})

/**
 * What a tool returns as a JSON Schema, from any of the ways the data sets write it; undefined
 * where they say nothing.
 */
function responseSchema(fields: JsonObject): JsonObject | undefined {
  const { return_schema } = fields
  const written = fields.responses ?? fields.response ?? fields.outputSchema
  if (!isObject(written) || Object.keys(written).length === 0) return shapeSchema(return_schema)
  if (isSchema(written)) return written
  return Object.values(written).every(isObject) ? schemaOfMap(written, []) : undefined
}

/**
 * ToolBench's sketch of an answer: an answer with types in place of its values, as JSON or JSON in
 * a string.
 */
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

/** Longer than any of the data set's; the rest would be no example of a call any more. */
const LONGEST_CODE = 20_000

const NOTHING = /^\s*(n\/?a|none|null|not (provided|specified|available|applicable)|-|)\.?\s*$/i

/**
 * Gorilla's `api_arguments` as a JSON Schema of type object: names in a list or between commas,
 * `name=value`, or name → a type, a value or what it is for. None is required, for the data set
 * does not say.
 */
function argumentsSchema(written: JsonValue | undefined): JsonObject {
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

/**
 * A type by its name, prose as a description, and anything else as a value that the argument may
 * have.
 */
function schemaOfValue(value: JsonValue): JsonObject {
  if (typeof value === 'boolean') return { type: 'boolean', examples: [value] }
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { type: 'number', examples: [value] }
  }
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

/**
 * Gorilla's `example_code` as one text: a text, lines, or steps by name; undefined where there is
 * none.
 */
function exampleCode(written: JsonValue | undefined): string | undefined {
  const code = linesOf(written).join('\n').slice(0, LONGEST_CODE)
  return NOTHING.test(code) ? undefined : code
}

function linesOf(written: JsonValue | undefined): string[] {
  if (typeof written === 'string') return [written]
  if (Array.isArray(written)) return written.flatMap(linesOf)
  return isObject(written) ? Object.values(written).flatMap(linesOf) : []
}
