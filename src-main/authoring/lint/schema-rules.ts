import { schemaReferences } from '../../domain/tool/schema-reference'
import type { JsonValue, Tool, JsonObject } from '../../domain/tool/tool'
import { isJsonObject } from '../../domain/value/json'
import { listed } from './linted-tool'
import type { LintRule } from './rule'

/** What is wrong with the schema of a tool’s parameters. */
export const SCHEMA_RULES: readonly LintRule[] = [
  {
    id: 'schema-broken',
    severity: 'error',
    title: 'Schema that is none',
    why: 'Providers refuse a request with such a schema, or a model fills it in at random.',
    ofTool({ entry: { tool }, id }) {
      const faults = schemaFaults(tool.parameters)
      if (faults.length === 0) return []
      return [
        {
          tool: id,
          where: 'parameters',
          about: faults.join('\n'),
          what: `Of its schema, ${listed(faults, 3)}.`,
          fix: 'Mend it where the tool comes from: it is sent to agents as it is.',
        },
      ]
    },
  },
  {
    id: 'schema-lost',
    severity: 'error',
    title: 'Schema left out on import',
    why: 'The tool has parameters that neither an agent nor a search is told of.',
    ofTool({ entry: { tool }, id }) {
      const written = writtenSchema(tool)
      if (written === undefined || hasParameters(tool)) return []
      const shown = JSON.stringify(written).slice(0, 60)
      return [
        {
          tool: id,
          where: 'parameters',
          about: JSON.stringify(written),
          what: `Its file gives ${shown} for them, which is no JSON Schema of type object; they were left out.`,
          fix: 'Give the parameters as a JSON Schema of type object, and import the tool again.',
        },
      ]
    },
  },
  {
    id: 'schema-refused',
    severity: 'warning',
    title: 'Schema that a provider refuses',
    why: 'A request with such a schema fails as a whole, whichever tool is meant.',
    ofTool: ({ id }, refusals) =>
      refusals()
        .filter(({ of }) => of === 'schema')
        .map(({ providers, why, fix }) => ({
          tool: id,
          where: `parameters, ${providers.join(', ')}: ${why}`,
          fix,
          what: `${listed(providers)} ${providers.length === 1 ? 'refuses' : 'refuse'} it: ${why}.`,
        })),
  },
]

/** Formats whose tools bring a JSON Schema, and where it stands. */
const FORMATS: ReadonlySet<string> = new Set(['openai', 'anthropic', 'bedrock', 'gemini', 'mcp'])
const PLACES = ['parameters', 'inputSchema', 'input_schema', 'parametersJsonSchema', 'json']

/** What the tool’s file gives for its schema, where that is none. */
function writtenSchema({ source }: Tool): JsonValue | undefined {
  if (!FORMATS.has(source.format) || !isJsonObject(source.entry)) return undefined
  const { function: inner, toolSpec: spec } = source.entry
  const holders = [source.entry, inner, isJsonObject(spec) && spec.inputSchema].filter(isJsonObject)
  const written = holders.flatMap((holder) => PLACES.flatMap((place) => holder[place] ?? []))
  return written.find((each) => !isSchema(each))
}

/** Of type object, or saying nothing against it. */
function isSchema(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  const { type } = value
  const types = Array.isArray(type) ? type : [type ?? 'object']
  return types.some((each) => typeof each === 'string' && each.toLowerCase() === 'object')
}

const hasParameters = ({ parameters }: Tool): boolean =>
  isJsonObject(parameters.properties) && Object.keys(parameters.properties).length > 0

/** Schemas within a schema that are looked at: a bound on the time, some milliseconds. */
const MOST_STEPS = 5_000
/** Faults of one schema that are told. */
const MOST_FAULTS = 20

const TYPES: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
])

const BY_NAME = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const INNER = [
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
]
/** Beside these, what is required may be named elsewhere. */
const COMPOSED = [...BRANCHES, 'if', '$ref', 'patternProperties', 'dependentSchemas']

interface Place {
  node: JsonValue
  path: string
  /** Whether the schema stands alone, and not beside others that describe the same value. */
  isAlone: boolean
}

/**
 * Why a tool’s parameters are no JSON Schema that a model can be sent: where, and what is wrong.
 */
export function schemaFaults(schema: JsonObject): string[] {
  const faults: string[] = []
  const resolve = schemaReferences(schema)
  const waiting: Place[] = [{ node: schema, path: '', isAlone: true }]
  if (typeOf(schema) !== 'object' && schema.type !== undefined) {
    faults.push(`its type is ${JSON.stringify(schema.type)}, not "object"`)
  }
  for (let at = 0; at < waiting.length && at < MOST_STEPS; at++) {
    const { node, path, isAlone } = waiting[at] as Place
    const at_ = path === '' ? 'at the top' : `at ${path}`
    if (typeof node === 'boolean') continue
    if (!isJsonObject(node)) {
      faults.push(`${at_} stands ${kindOf(node)} instead of a schema`)
      continue
    }
    for (const fault of nodeFaults(node, isAlone)) faults.push(`${at_} ${fault}`)
    const { $ref } = node
    if (typeof $ref === 'string' && $ref.startsWith('#') && resolve($ref) === undefined) {
      faults.push(`${at_} the reference ${$ref} leads nowhere`)
    }
    if (faults.length >= MOST_FAULTS) break
    waiting.push(...within(node, path))
  }
  return faults.slice(0, MOST_FAULTS)
}

function nodeFaults(node: JsonObject, isAlone: boolean): string[] {
  const { properties, required, enum: values } = node
  return [
    ...typeFaults(node),
    ...(properties === undefined || isJsonObject(properties)
      ? []
      : [`“properties” holds ${kindOf(properties)} instead of schemas by their names`]),
    ...(required === undefined || Array.isArray(required) || typeof required === 'boolean'
      ? []
      : [`“required” holds ${kindOf(required)} instead of a list of names`]),
    ...(isAlone ? missingFaults(node) : []),
    ...(values === undefined || (Array.isArray(values) && values.length > 0)
      ? []
      : ['“enum” allows nothing']),
  ]
}

function typeFaults({ type = [] }: JsonObject): string[] {
  const unknown = (Array.isArray(type) ? type : [type]).find(
    (each) => typeof each !== 'string' || !TYPES.has(each.toLowerCase()),
  )
  return unknown === undefined ? [] : [`there is no type ${JSON.stringify(unknown)}`]
}

/** The first name that is required and not described. */
function missingFaults(node: JsonObject): string[] {
  const { properties, required } = node
  if (COMPOSED.some((keyword) => keyword in node)) return []
  if (!isJsonObject(properties) || !Array.isArray(required)) return []
  const names = required.filter((name) => typeof name === 'string')
  const missing = names.find((name) => !Object.hasOwn(properties, name))
  return missing === undefined ? [] : [`“${missing}” is required, but not described`]
}

const LEADING_ON: ReadonlySet<string> = new Set([...BY_NAME, ...BRANCHES, ...INNER])

function within(node: JsonObject, path: string): Place[] {
  // Of most schemas all that is said is a type and a description.
  if (!Object.keys(node).some((keyword) => LEADING_ON.has(keyword))) return NOWHERE
  const inner = (name: string) => (path === '' ? name : `${path}.${name}`)
  const named = BY_NAME.flatMap((keyword) => {
    const held = node[keyword]
    return isJsonObject(held)
      ? Object.entries(held).map(([name, each]) => ({
          node: each,
          path: inner(name),
          isAlone: true,
        }))
      : []
  })
  const branches = BRANCHES.flatMap((keyword) => {
    const held = node[keyword]
    return Array.isArray(held)
      ? held.map((each) => ({
          node: each,
          path: inner(keyword),
          isAlone: keyword === 'prefixItems',
        }))
      : []
  })
  const single = INNER.flatMap((keyword) => {
    const held = node[keyword]
    if (held === undefined) return []
    const isAlone = !['not', 'if', 'then', 'else'].includes(keyword)
    return (Array.isArray(held) ? held : [held]).map((each) => ({
      node: each,
      path: inner(keyword),
      isAlone,
    }))
  })
  return [...named, ...branches, ...single]
}

const NOWHERE: Place[] = []

const typeOf = ({ type }: JsonObject): string | undefined =>
  typeof type === 'string' ? type.toLowerCase() : undefined

const kindOf = (value: JsonValue | undefined): string =>
  value === null
    ? 'nothing'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `the ${typeof value === 'bigint' ? 'number' : typeof value} ${JSON.stringify(value)?.slice(0, 40) ?? ''}`
