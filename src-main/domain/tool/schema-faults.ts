import { isJsonObject } from '../value/json'
import {
  SCHEMA_FAULT_KINDS,
  type SchemaFaultKind,
  type SchemaFaultName,
} from './schema-fault-kinds'
import { schemaReferences } from './schema-reference'
import { eachSubschema, type SchemaPath } from './subschemas'
import type { JsonObject, JsonValue } from './tool'

/** Something that is wrong at a place of a schema. */
export interface SchemaFault extends SchemaFaultKind {
  name: SchemaFaultName
  /** Keys and positions from the top of the schema. */
  path: SchemaPath
  /** What stands there, where that says more: `"int"`. */
  found?: string
}

/** A tool's schema of more characters than this would fill a model's context on its own. */
export const LARGEST_SCHEMA = 256 * 1024
/** As many as a person reads. */
const MOST_FAULTS = 50

/**
 * What is wrong with a tool's parameters as a JSON Schema of type object, by the schema itself and
 * by what providers refuse; the first fifty.
 */
export function schemaFaults(schema: JsonValue): readonly SchemaFault[] {
  if (!isJsonObject(schema)) return [fault('not-object', [], schema)]
  const known = knownFaults.get(schema)
  if (known) return known
  const found =
    JSON.stringify(schema).length > LARGEST_SCHEMA ? [fault('too-large', [])] : faultsIn(schema)
  knownFaults.set(schema, found)
  return found
}

/** Worked out once for each schema: several rules ask. */
const knownFaults = new WeakMap<JsonObject, readonly SchemaFault[]>()

/** In one line: what is wrong, where, and what stands there. */
export const faultLine = ({ says, path, found }: SchemaFault): string =>
  `${says}${path.length > 0 ? ` at ${path.join('.')}` : ''}${found === undefined ? '' : `: ${found}`}`

function faultsIn(schema: JsonObject): SchemaFault[] {
  const found: SchemaFault[] = []
  if (!isObjectType(schema.type)) {
    found.push(fault('not-object', schema.type === undefined ? [] : ['type'], schema.type))
  }
  const resolve = schemaReferences(schema)
  eachSubschema(schema, ({ value, path, isAlone, isTooDeep }) => {
    if (isTooDeep) found.push(fault('too-deep', path))
    else if (!isJsonObject(value)) {
      if (typeof value !== 'boolean') found.push(fault('no-schema', path, value))
    } else if (!isPlain(value)) {
      for (const own of ownFaults(value, { resolve, isAlone })) {
        found.push({ ...own, path: [...path, ...own.path] })
      }
    }
    return found.length < MOST_FAULTS
  })
  return found.slice(0, MOST_FAULTS)
}

const isObjectType = (type: JsonValue | undefined): boolean =>
  typeof type === 'string' && type.toLowerCase() === 'object'

function fault(name: SchemaFaultName, path: SchemaPath, value?: JsonValue): SchemaFault {
  const kind: SchemaFaultKind = SCHEMA_FAULT_KINDS[name]
  return { name, ...kind, path, ...(value !== undefined && { found: shown(value) }) }
}

/** Characters of a value that are shown. */
const LONGEST_SHOWN = 40

const shown = (value: JsonValue): string => {
  const text = JSON.stringify(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).toWellFormed()}…` : text
}

/** Most parameters say a type and a description, and nothing that could be wrong. */
function isPlain(node: JsonObject): boolean {
  for (const keyword in node) if (keyword !== 'type' && keyword !== 'description') return false
  const { type, description = '' } = node
  return typeof type === 'string' && TYPES.has(type) && typeof description === 'string'
}

const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])

interface Around {
  resolve(reference: string): JsonValue | undefined
  /** Whether no other schema describes the same value. */
  isAlone: boolean
}

/** What is wrong with the keywords of one schema, those within it apart. */
const ownFaults = (node: JsonObject, { resolve, isAlone }: Around): SchemaFault[] => [
  ...typeFaults(node),
  ...wrongValues(node),
  ...wrongHolders(node),
  ...enumFaults(node),
  ...requiredFaults(node, isAlone),
  ...patternFaults(node),
  ...referenceFaults(node, resolve),
  ...boundFaults(node),
  ...defaultFaults(node),
  ...formatFaults(node),
]

function typeFaults({ type }: JsonObject): SchemaFault[] {
  if (type === undefined) return []
  const names = Array.isArray(type) ? type : [type]
  if (names.length === 0) return [fault('unknown-type', ['type'], type)]
  const wrong = names.find((name) => typeof name !== 'string' || !TYPES.has(name.toLowerCase()))
  if (wrong !== undefined) return [fault('unknown-type', ['type'], wrong)]
  const shouted = names.find((name) => typeof name === 'string' && !TYPES.has(name))
  if (shouted !== undefined) return [fault('type-case', ['type'], shouted)]
  return new Set(names).size < names.length ? [fault('twice', ['type'], type)] : []
}

const isText = (value: JsonValue): boolean => typeof value === 'string'
const isNumber = (value: JsonValue): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'
const isCount = (value: JsonValue): boolean =>
  (typeof value === 'bigint' || Number.isInteger(value)) && Number(value) >= 0
const isTruth = (value: JsonValue): boolean => typeof value === 'boolean'
/** In draft 4 an exclusive bound was a switch, which is told apart from a wrong value. */
const isBound = (value: JsonValue): boolean => isNumber(value) || isTruth(value)

/** Keywords by the kind of value they have. */
const VALUES: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ...['description', 'title', 'format', '$ref', '$schema', '$id', '$anchor', '$comment'].map(
    (keyword) => [keyword, isText] as const,
  ),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
    (keyword) => [keyword, isCount] as const,
  ),
  ...['minimum', 'maximum'].map((keyword) => [keyword, isNumber] as const),
  ...['exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [keyword, isBound] as const),
  ['multipleOf', (value) => isNumber(value) && value > 0],
  ...['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'].map(
    (keyword) => [keyword, isTruth] as const,
  ),
  ['examples', Array.isArray],
])

function wrongValues(node: JsonObject): SchemaFault[] {
  const found: SchemaFault[] = []
  for (const [keyword, value] of Object.entries(node)) {
    if (VALUES.get(keyword)?.(value) === false) found.push(fault('wrong-value', [keyword], value))
  }
  for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (typeof node[keyword] === 'boolean') found.push(fault('older-bound', [keyword]))
  }
  return found
}

/** Keywords that hold schemas in a list or by name, and do not. */
function wrongHolders(node: JsonObject): SchemaFault[] {
  const found: SchemaFault[] = []
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) {
    const value = node[keyword]
    if (value !== undefined && !(Array.isArray(value) && value.length > 0)) {
      found.push(fault('no-list', [keyword], value))
    }
  }
  for (const keyword of BY_NAME) {
    const value = node[keyword]
    if (value !== undefined && !isJsonObject(value)) {
      found.push(fault('no-names', [keyword], value))
    }
  }
  if (Array.isArray(node.items)) found.push(fault('older-items', ['items']))
  return found
}

const BY_NAME = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']

function enumFaults({ enum: values, type }: JsonObject): SchemaFault[] {
  if (values === undefined) return []
  if (!Array.isArray(values)) return [fault('enum-no-list', ['enum'], values)]
  if (values.length === 0) return [fault('enum-empty', ['enum'])]
  const foreign = values.find((value) => !isOfTypes(value, type))
  return foreign === undefined ? [] : [fault('enum-type', ['enum'], foreign)]
}

/** Whether a value is of one of the types named; where these are none, it is. */
function isOfTypes(value: JsonValue, type: JsonValue | undefined): boolean {
  const names = Array.isArray(type) ? type : [type]
  const known = names.map((name) => (typeof name === 'string' ? name.toLowerCase() : ''))
  return !known.every((name) => TYPES.has(name)) || known.some((name) => isOf(value, name))
}

function isOf(value: JsonValue, type: string): boolean {
  if (value === null) return type === 'null'
  if (Array.isArray(value)) return type === 'array'
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value)
  if (type === 'number') return isNumber(value)
  return typeof value === type
}

/** Beside these, what is required may be described elsewhere. */
const COMPOSED = ['anyOf', 'oneOf', 'allOf', 'if', '$ref', 'patternProperties', 'dependentSchemas']

function requiredFaults(node: JsonObject, isAlone: boolean): SchemaFault[] {
  const { required, properties } = node
  if (required === undefined) return []
  if (typeof required === 'boolean') return [fault('required-switch', ['required'])]
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string')) {
    return [fault('required-no-list', ['required'], required)]
  }
  const twice = required.find((name, at) => required.indexOf(name) < at)
  const repeated = twice === undefined ? [] : [fault('twice', ['required'], twice)]
  const isOpen = !isAlone || COMPOSED.some((keyword) => keyword in node)
  const known = isJsonObject(properties) ? properties : {}
  const missing = required.flatMap((name, index) =>
    isOpen || typeof name !== 'string' || Object.hasOwn(known, name)
      ? []
      : [fault('required-unknown', ['required', index], name)],
  )
  return [...repeated, ...missing]
}

/** What Python's `re` does not know: classes of Unicode, code points in braces, named groups. */
const NOT_PYTHON = /\\[pP]\{|\\u\{|\(\?<[^=!]/

function patternFaults({ pattern }: JsonObject): SchemaFault[] {
  if (pattern === undefined) return []
  if (typeof pattern !== 'string') return [fault('no-pattern', ['pattern'], pattern)]
  if (!isRegularExpression(pattern)) {
    const isPython = isRegularExpression(fromPython(pattern))
    return [fault(isPython ? 'python-pattern' : 'no-pattern', ['pattern'], pattern)]
  }
  return NOT_PYTHON.test(pattern) ? [fault('foreign-pattern', ['pattern'], pattern)] : []
}

/** What Python writes otherwise: flags in front, and groups with names. */
const fromPython = (pattern: string): string =>
  pattern
    .replace(/^\(\?[aiLmsux]+\)/, '')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replaceAll('(?P<', '(?<')

/** With or without the flag for Unicode: JSON Schema asks for it, and many write without. */
function isRegularExpression(source: string): boolean {
  return ['u', ''].some((flags) => {
    try {
      new RegExp(source, flags)
      return true
    } catch {
      return false
    }
  })
}

function referenceFaults({ $ref }: JsonObject, resolve: Around['resolve']): SchemaFault[] {
  if (typeof $ref !== 'string') return []
  if (!$ref.startsWith('#')) return [fault('reference-outside', ['$ref'], $ref)]
  return resolve($ref) === undefined ? [fault('reference-nowhere', ['$ref'], $ref)] : []
}

const BOUNDS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

const boundFaults = (node: JsonObject): SchemaFault[] =>
  BOUNDS.flatMap(([low, high]) => {
    const least = node[low] ?? null
    const most = node[high] ?? null
    return isNumber(least) && isNumber(most) && least > most
      ? [fault('bounds-crossed', [low], least)]
      : []
  })

/** Null and the empty text are written where there is no default. */
function defaultFaults({ default: usual, type }: JsonObject): SchemaFault[] {
  if (usual === undefined || usual === null || usual === '') return []
  return isOfTypes(usual, type) ? [] : [fault('default-type', ['default'], usual)]
}

/** Those of JSON Schema, of the registry of OpenAPI, and what providers add. */
const FORMATS = new Set(
  `date-time time date duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference
  iri iri-reference uuid uri-template json-pointer relative-json-pointer regex
  base64url binary byte char commonmark decimal decimal128 double-int double float html http-date
  int8 int16 int32 int64 media-range password sf-binary sf-boolean sf-decimal sf-integer sf-string
  sf-token uint8 uint16 uint32 uint64 enum ip url`.split(/\s+/),
)

function formatFaults({ format }: JsonObject): SchemaFault[] {
  if (typeof format !== 'string' || FORMATS.has(format.toLowerCase())) return []
  return [fault('unknown-format', ['format'], format)]
}
