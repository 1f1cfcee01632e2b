import type { JsonObject, JsonValue } from '../../domain/tool/tool'
import { isObject, jsonIn } from '../reading/parse-json'
import { plainColumn } from '../reading/table'
import type { ToolCollector, ToolEntry } from './collect-tools'
import type { Report } from './report'
import {
  schemaOfList,
  schemaOfMap,
  schemaOfProperties,
  typeSchema,
  withJsonTypes,
} from './parameter-schema'

/**
 * Under which names people write the parts of a tool, without case and punctuation; of several the
 * first that is there. A new name is a word in these lists.
 */
const NAMES = [
  'name',
  'toolname',
  'functionname',
  'apiname',
  'actionname',
  'commandname',
  'operationid',
  'nameformodel',
]
const TEXTS = [
  'description',
  'tooldescription',
  'functiondescription',
  'apidescription',
  'descriptionformodel',
  'desc',
  'summary',
  'docstring',
  'documentation',
  'doc',
  'about',
  'purpose',
  'help',
]
const PARAMETERS = [
  'parameters',
  'inputschema',
  'parametersjsonschema',
  'argsschema',
  'argumentsschema',
  'argumentschema',
  'parameterschema',
  'parametersschema',
  'parameterdefinitions',
  'fnschema',
  'functionschema',
  'jsonschema',
  'arguments',
  'args',
  'params',
  'inputparameters',
  'inputs',
  'input',
  'schema',
  'properties',
]
const RESPONSES = ['outputschema', 'returnschema', 'responseschema']
const TAGS = ['tags', 'categories', 'category']
const SERVERS = ['server', 'servername', 'mcpserver', 'toolkit', 'namespace', 'pluginname']
const TITLES = ['title', 'displayname']

/** Fields that say nothing of what a tool does or takes. */
const PASSED_OVER = new Set([
  'type',
  'kind',
  'id',
  'version',
  'strict',
  'required',
  'icon',
  'icons',
  'meta',
  'metadata',
  'annotations',
  'enabled',
  'lc',
  'cachecontrol',
  'deferloading',
])

/** What an entry wraps a tool in: `{"type": "function", "function": {…}}`, `{"metadata": {…}}`. */
const WRAPPERS = ['function', 'tool', 'metadata', 'kwargs', 'toolspec', 'declaration', 'spec']

/** A tool under whatever names its parts have. */
export interface AnyTool extends Pick<
  ToolEntry,
  'name' | 'title' | 'server' | 'description' | 'parameters' | 'response' | 'tags'
> {
  name: string
  /** Whether something in it says which parameters it takes. */
  saysParameters: boolean
  /** Fields that nothing here reads. */
  unknownFields: string[]
  /** Of these, one that looks as if it said which parameters the tool takes. */
  likeParameters?: string
}

/** The format of tools that are read so. */
export const ANY_LIST = 'list'

/** Files an entry as a tool under whatever names its parts have; false where it is none. */
export function addAnyTool(entry: JsonValue, { where, server, tools, report }: Target): boolean {
  const tool = anyTool(entry)
  if (!tool) return false
  const { saysParameters: _says, likeParameters, ...parts } = tool
  if (likeParameters !== undefined) {
    const why = `The field “${likeParameters}” looks like parameters, and is not understood`
    const fix = 'Call it parameters, as a JSON Schema, at its source.'
    report.add({ outcome: 'notice', where, entry: tool.name, why, fix })
  }
  tools.add({ ...parts, server: parts.server ?? server, entry, where, format: ANY_LIST })
  return true
}

interface Target {
  where: string
  server?: string
  tools: ToolCollector
  report: Report
}

/** The entry as a tool; undefined where it has no name, or says nothing besides. */
export function anyTool(entry: JsonValue): AnyTool | undefined {
  if (!isObject(entry)) return undefined
  const own = partsIn(entry)
  if (own) return own
  for (const [key, value] of Object.entries(entry)) {
    const inner =
      WRAPPERS.includes(plainColumn(key)) && isObject(value) ? partsIn(value) : undefined
    if (inner) return inner
  }
  return undefined
}

function partsIn(entry: JsonObject): AnyTool | undefined {
  const fields = new Map(Object.keys(entry).map((key) => [plainColumn(key), key] as const))
  const used = new Set<string>()
  const pick = (
    names: readonly string[],
    fits: (value: JsonValue) => boolean,
  ): JsonValue | undefined => {
    for (const name of names) {
      const key = fields.get(name)
      const value = key === undefined ? undefined : entry[key]
      if (key === undefined || value === undefined || !fits(value)) continue
      used.add(key)
      return value
    }
    return undefined
  }
  const name = pick(NAMES, isText)
  if (typeof name !== 'string') return undefined
  const description = pick(TEXTS, isText)
  const read = parametersIn(entry, pick, description !== undefined)
  const parameters = read?.schema
  if (description === undefined && !parameters) return undefined
  const response = pick(RESPONSES, isObject)
  const tags = pick(TAGS, (value) => isText(value) || Array.isArray(value))
  const server = pick(SERVERS, isText)
  const title = pick(TITLES, isText)
  const unknownFields = Object.keys(entry).filter(
    (key) => !used.has(key) && !PASSED_OVER.has(plainColumn(key)),
  )
  const likeParameters = parameters
    ? undefined
    : unknownFields.find((key) => schemaFrom(entry[key] ?? null) !== undefined)
  return {
    name,
    saysParameters: read?.says === true,
    unknownFields,
    ...(description !== undefined && { description }),
    ...(parameters && { parameters }),
    ...(response !== undefined && { response }),
    ...(tags !== undefined && { tags: [tags].flat().filter((tag) => typeof tag === 'string') }),
    ...(typeof server === 'string' && { server }),
    ...(title !== undefined && { title }),
    ...(likeParameters !== undefined && { likeParameters }),
  }
}

const isText = (value: JsonValue): boolean => typeof value === 'string' && value.trim() !== ''

type Take = (names: readonly string[], fits: (value: JsonValue) => boolean) => JsonValue | undefined

/** Fields whose maps may hold a text for each parameter: in others, values look the same. */
const MAY_BE_TEXTS = new Set(['parameters', 'params', 'inputparameters', 'parameterdefinitions'])

/** Required and optional ones may stand in lists of their own. */
function parametersIn(
  { required: names }: JsonObject,
  pick: Take,
  isDescribed: boolean,
): ReadParameters | undefined {
  const isList = (value: JsonValue) => Array.isArray(value) && schemaOfList(value) !== undefined
  const required = pick(['requiredparameters', 'requiredparams'], isList)
  const optional = pick(['optionalparameters', 'optionalparams'], isList)
  if (required !== undefined || optional !== undefined) {
    const schema = schemaOfList([...marked(required, true), ...marked(optional, false)])
    return schema && { schema, says: true }
  }
  for (const name of PARAMETERS) {
    const how = { maps: isDescribed, texts: MAY_BE_TEXTS.has(name) }
    const given = pick([name], (value) => schemaFrom(value, how) !== undefined)
    const schema = given === undefined ? undefined : schemaFrom(given, how)
    if (!schema) continue
    const isNamed = Array.isArray(names) && !(isObject(given) && 'required' in given)
    return {
      schema: isNamed ? { ...schema, required: names } : schema,
      says: !(Array.isArray(given) && given.length === 0),
    }
  }
  return undefined
}

interface ReadParameters {
  schema: JsonObject
  /** Whether it tells a tool from other things: an empty list does not. */
  says: boolean
}

const marked = (list: JsonValue | undefined, required: boolean): JsonValue[] =>
  Array.isArray(list) ? list.map((each) => (isObject(each) ? { ...each, required } : each)) : []

/** Keywords that make an object a JSON Schema rather than a map of parameters. */
const SCHEMA_KEYS = ['$ref', '$schema', 'anyOf', 'oneOf', 'allOf', '$defs']

/** What is taken for parameters besides schemas and lists. */
interface Taken {
  /** Whether a map by name is taken: what a call gives looks the same. */
  maps: boolean
  /** Whether such a map may have a text for each. */
  texts: boolean
}

/**
 * What says which parameters a tool takes, as a JSON Schema of type object: a schema, a map of them
 * by name, a list of those that have names, or any of these as JSON in a text. Undefined where it
 * is none of them.
 */
export function schemaFrom(
  written: JsonValue,
  taken: Taken = { maps: true, texts: false },
): JsonObject | undefined {
  if (typeof written === 'string') {
    const value = /^\s*[[{]/.test(written) ? jsonIn(written) : undefined
    return value === undefined || typeof value === 'string' ? undefined : schemaFrom(value, taken)
  }
  if (Array.isArray(written)) return listed(written)
  if (!isObject(written)) return undefined
  if (isSchema(written)) return withJsonTypes(written)
  const { json } = written
  if (Object.keys(written).length === 1 && isObject(json)) return schemaFrom(json, taken)
  // A schema of something else, such as one text.
  if (typeof written.type === 'string' || !taken.maps) return undefined
  const fits = (part: JsonValue): boolean =>
    isObject(part) ||
    (typeof part === 'string' && (taken.texts || Object.keys(typeSchema(part)).length > 0))
  if (!Object.values(written).every(fits)) return undefined
  return schemaOfProperties(written) ?? schemaOfMap(written)
}

/** Things with names alone are many things. */
function listed(parameters: JsonValue[]): JsonObject | undefined {
  const isTold = (each: JsonValue): boolean =>
    isObject(each) &&
    Object.keys(each).some((key) => /^(type|schema|desc|required|optional)/i.test(key))
  return parameters.length === 0 || parameters.some(isTold) ? schemaOfList(parameters) : undefined
}

function isSchema(value: JsonObject): boolean {
  const { type, properties } = value
  const isTyped = typeof type === 'string' && /^(object|dict|dictionary)$/i.test(type)
  return isTyped || isParameterMap(properties) || SCHEMA_KEYS.some((key) => key in value)
}

/** A parameter may be called `properties` as well: then it has a type of its own. */
const isParameterMap = (properties: JsonValue | undefined): boolean =>
  isObject(properties) && Object.values(properties).every((each) => isObject(each))
