import { isJsonObject } from '../value/json'
import { schemaReferences } from './schema-reference'
import type { JsonObject, JsonValue } from './tool'

/**
 * Something at a place of a JSON Schema: a `fault` makes it no schema, a `notice` is worth knowing.
 */
export interface SchemaFault {
  /** Keys and positions from the top of the schema. */
  path: (string | number)[]
  severity: 'fault' | 'notice'
  why: string
}

/** A tool's schema of more characters than this would fill a model's context on its own. */
export const LARGEST_SCHEMA = 256 * 1024
/** Deeper, and no model follows it. */
const DEEPEST = 60
/** As many as a person reads. */
const MOST_FAULTS = 50

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const ONE = [
  'items',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
]
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const BY_NAME = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
const TEXTS = ['description', 'title', 'format', '$ref', '$schema', '$id']
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/**
 * What is wrong with a tool's parameters as a JSON Schema of type object, in any draft; the first
 * fifty.
 */
export function schemaFaults(schema: JsonValue): SchemaFault[] {
  if (!isJsonObject(schema)) return [at([], 'Parameters must be a JSON object, { … }.')]
  const size = JSON.stringify(schema).length
  if (size > LARGEST_SCHEMA) {
    return [at([], `The schema is larger than ${LARGEST_SCHEMA / 1024} KB. Shorten it.`)]
  }
  const found: SchemaFault[] = []
  if (schema.type !== 'object') {
    const why = 'The parameters’ type is to be "object": agents send arguments by name.'
    found.push(at(schema.type === undefined ? [] : ['type'], why))
  }
  const walk = { found, resolve: schemaReferences(schema) }
  visit(schema, [], walk)
  return found.slice(0, MOST_FAULTS)
}

type Path = SchemaFault['path']

interface Walking {
  found: SchemaFault[]
  resolve(reference: string): JsonValue | undefined
}

const at = (path: Path, why: string, severity: SchemaFault['severity'] = 'fault'): SchemaFault => ({
  path,
  why,
  severity,
})

function visit(node: JsonValue, path: Path, walk: Walking): void {
  const { found } = walk
  if (found.length >= MOST_FAULTS || typeof node === 'boolean') return
  if (!isJsonObject(node)) return void found.push(at(path, 'A schema is to be an object, { … }.'))
  if (path.length > DEEPEST) return void found.push(at(path, 'This is nested too deep to be used.'))
  found.push(
    ...ownFaults(node, walk).map((fault) => ({ ...fault, path: [...path, ...fault.path] })),
  )
  for (const key of ONE) visitOne(node[key], [...path, key], walk)
  for (const key of LISTS) visitMany(node[key], [...path, key], walk)
  for (const key of BY_NAME) visitNamed(node[key], [...path, key], walk)
}

function visitOne(value: JsonValue | undefined, path: Path, walk: Walking): void {
  // Before 2020, `items` might be a list of schemas.
  if (Array.isArray(value) && path.at(-1) === 'items') visitList(value, path, walk)
  else if (value !== undefined) visit(value, path, walk)
}

function visitMany(value: JsonValue | undefined, path: Path, walk: Walking): void {
  if (value === undefined) return
  if (Array.isArray(value) && value.length > 0) visitList(value, path, walk)
  else walk.found.push(at(path, `${path.at(-1)} is to be a list of schemas.`))
}

function visitNamed(value: JsonValue | undefined, path: Path, walk: Walking): void {
  if (value === undefined) return
  if (!isJsonObject(value)) {
    const why = `${path.at(-1)} is to hold schemas by name: { "name": { … } }.`
    return void walk.found.push(at(path, why))
  }
  for (const [name, inner] of Object.entries(value)) visit(inner, [...path, name], walk)
}

const visitList = (list: readonly JsonValue[], path: Path, walk: Walking): void =>
  list.forEach((inner, index) => visit(inner, [...path, index], walk))

/** What is wrong with the keywords of one schema, those within it apart. */
const ownFaults = (node: JsonObject, { resolve }: Walking): SchemaFault[] => [
  ...typeFaults(node),
  ...wrongKinds(node),
  ...enumFaults(node),
  ...requiredFaults(node),
  ...patternFaults(node),
  ...referenceFaults(node, resolve),
]

function typeFaults({ type }: JsonObject): SchemaFault[] {
  if (type === undefined) return []
  const names = Array.isArray(type) ? type : [type]
  const wrong = names.filter((name) => typeof name !== 'string' || !TYPES.has(name.toLowerCase()))
  if (wrong.length === 0 && names.length > 0) return []
  const said = wrong.length > 0 ? `${JSON.stringify(wrong[0])} is no type` : 'No type is named'
  return [at(['type'], `${said}. There are ${[...TYPES].join(', ')}.`)]
}

function wrongKinds(node: JsonObject): SchemaFault[] {
  const isWrong = (keys: string[], fits: (value: JsonValue) => boolean, what: string) =>
    keys.flatMap((key) => {
      const value = node[key]
      return value === undefined || fits(value) ? [] : [at([key], `${key} is to be ${what}.`)]
    })
  return [
    ...isWrong(TEXTS, (value) => typeof value === 'string', 'text'),
    ...isWrong(COUNTS, (value) => isWhole(value) && value >= 0, 'a whole number'),
    // In draft 4 an exclusive bound was a switch.
    ...isWrong(
      NUMBERS,
      (value) => ['number', 'bigint', 'boolean'].includes(typeof value),
      'a number',
    ),
    ...isWrong(['uniqueItems'], (value) => typeof value === 'boolean', 'true or false'),
  ]
}

const isWhole = (value: JsonValue): value is number | bigint =>
  typeof value === 'bigint' || Number.isInteger(value)

function enumFaults({ enum: values }: JsonObject): SchemaFault[] {
  if (values === undefined || (Array.isArray(values) && values.length > 0)) return []
  return [at(['enum'], 'enum is to be a list of the values that are allowed, at least one.')]
}

function requiredFaults({ required, properties }: JsonObject): SchemaFault[] {
  // In draft 3 a parameter said of itself whether it is required.
  if (required === undefined || typeof required === 'boolean') return []
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string')) {
    return [at(['required'], 'required is to be a list of parameters’ names.')]
  }
  const known = isJsonObject(properties) ? properties : {}
  return required.flatMap((name, index) =>
    typeof name !== 'string' || Object.hasOwn(known, name)
      ? []
      : [at(['required', index], `“${name}” is required but not described.`, 'notice')],
  )
}

function patternFaults({ pattern }: JsonObject): SchemaFault[] {
  if (pattern === undefined) return []
  try {
    if (typeof pattern !== 'string') throw new TypeError('Not text')
    new RegExp(pattern, 'u')
    return []
  } catch {
    return [at(['pattern'], 'pattern is no regular expression.')]
  }
}

function referenceFaults({ $ref }: JsonObject, resolve: Walking['resolve']): SchemaFault[] {
  if (typeof $ref !== 'string') return []
  if (!$ref.startsWith('#')) {
    return [at(['$ref'], 'It refers to another file, which no agent is sent.', 'notice')]
  }
  if (resolve($ref) !== undefined) return []
  const why = 'It points nowhere. Point it at a part of this schema, such as #/$defs/name.'
  return [at(['$ref'], why, 'notice')]
}
