import { schemaReferences } from '../../../domain/tool/schema-reference'
import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import type { Document } from './documents'
import { type Follow, isPlace, objectBehind, type Place, type Remark } from './references'

/** Keywords that hold one schema, a list of schemas, or a map of them. */
const ONE_SCHEMA = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'contentSchema',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
])
const SCHEMA_LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SCHEMA_MAP = new Set(['properties', 'patternProperties', 'dependentSchemas'])

/** What says nothing to a model, or holds only what references lead to: they are written out. */
const LEFT_OUT =
  /^(x-.*|xml|example|externalDocs|discriminator|nullable|readOnly|writeOnly|\$(defs|schema|id|anchor|comment)|definitions)$/

/** Levels of one schema, each of up to two of JSON, of which a tool's may have 64. */
const DEEPEST = 25

/** Beside a reference these speak of the place it stands in, in all versions. */
const OF_THE_PLACE = ['description', 'title', 'default', 'deprecated']

/** How schemas of one operation are read. */
export interface SchemaReading {
  follow: Follow
  remark(remark: Remark): void
  /** OpenAPI 3.0, where nothing beside a reference counts. */
  isOld: boolean
  /** Fields that only the other side sends are left out. */
  side: 'request' | 'response'
  /** How much more may be written out, in schemas. */
  room: { left: number }
}

interface Walk extends SchemaReading {
  from: Document
  /** The schema that this is a part of, which may have definitions of its own. */
  scope: JsonValue | undefined
  /** What the references lead to that this stands behind. */
  open: readonly JsonValue[]
  level: number
  /** Takes the names of properties that are left out of an object or of its parts. */
  gone: Set<string>
}

/**
 * A schema of OpenAPI 3.0 or 3.1 as JSON Schema, its references written out: `nullable` is a second
 * type, an exclusive limit a number. A reference to what it stands in is cut there.
 */
export const readSchema = (
  written: JsonValue | undefined,
  from: Document,
  reading: SchemaReading,
): JsonValue =>
  convert(written, { ...reading, from, scope: written, open: [], level: 0, gone: new Set() })

function convert(node: JsonValue | undefined, walk: Walk): JsonValue {
  if (typeof node === 'boolean') return node
  if (!isObject(node)) return {}
  const isDeep = walk.level >= DEEPEST
  if (isDeep || walk.room.left <= 0) {
    walk.remark(isDeep ? TOO_DEEP : TOO_LARGE)
    return outline(node)
  }
  walk.room.left -= 1
  const gone = new Set<string>()
  const schema =
    typeof node.$ref === 'string'
      ? behind(node.$ref, node, { ...walk, gone })
      : ownSchema(node, { ...walk, gone })
  for (const name of gone) walk.gone.add(name)
  return gone.size > 0 && isObject(schema) ? withoutRequired(schema, gone) : schema
}

function ownSchema(node: JsonObject, walk: Walk): JsonObject {
  const inner = { ...walk, level: walk.level + 1, gone: new Set<string>() }
  const left = fieldsLeftOut(node, walk)
  for (const name of left) walk.gone.add(name)
  const required = requiredIn(node, left, walk)
  const read = Object.entries(node).flatMap(([key, value]): [string, JsonValue][] => {
    if (LEFT_OUT.test(key)) return []
    const own =
      key === 'required' && required
        ? required
        : keyword(key, value, {
            inner: key === 'allOf' ? { ...inner, gone: walk.gone } : inner,
            left,
          })
    return own === undefined ? [] : [[key, own]]
  })
  const schema = onlyDescribed(node, Object.fromEntries(read))
  return withNull(node, withoutLoneAllOf(withNumberLimits(schema)))
}

/** The names that are required; taken first, so that there is room for them. */
function requiredIn(
  { required }: JsonObject,
  left: ReadonlySet<string>,
  walk: Walk,
): JsonValue[] | undefined {
  if (!Array.isArray(required)) return undefined
  const names = kept(required, walk) === undefined ? [] : required
  return names.filter((name) => typeof name === 'string' && !left.has(name))
}

/** Without names in `required` of properties that there was no room for. */
function onlyDescribed({ properties: all }: JsonObject, schema: JsonObject): JsonObject {
  const { required, properties } = schema
  if (!Array.isArray(required) || !isObject(all) || !isObject(properties)) return schema
  const isLost = (name: JsonValue): boolean =>
    typeof name === 'string' && Object.hasOwn(all, name) && !Object.hasOwn(properties, name)
  return required.some(isLost)
    ? { ...schema, required: required.filter((name) => !isLost(name)) }
    : schema
}

const partsOf = ({ allOf }: JsonObject): JsonObject[] =>
  Array.isArray(allOf) ? allOf.filter(isObject) : []

/** Whether an object, or what it is put together of, describes a property. */
const describes = (schema: JsonObject, name: string): boolean =>
  (isObject(schema.properties) && Object.hasOwn(schema.properties, name)) ||
  partsOf(schema).some((part) => describes(part, name))

/** Nothing is required that was left out wherever it was described. */
function withoutRequired(schema: JsonObject, gone: ReadonlySet<string>): JsonObject {
  const names = new Set([...gone].filter((name) => !describes(schema, name)))
  const without = (each: JsonObject): JsonObject => {
    const { required, allOf } = each
    return {
      ...each,
      ...(Array.isArray(required) && {
        required: required.filter((name) => typeof name !== 'string' || !names.has(name)),
      }),
      ...(Array.isArray(allOf) && {
        allOf: allOf.map((part) => (isObject(part) ? without(part) : part)),
      }),
    }
  }
  return names.size > 0 ? without(schema) : schema
}

const FIX = 'Agents see only its outer parts: describe the rest in words.'
const TOO_DEEP: Remark = {
  why: `A schema has more than ${DEEPEST} levels; what is deeper was left out`,
  fix: FIX,
}
const TOO_LARGE: Remark = {
  why: 'A schema is very large; parts of it were left out',
  fix: FIX,
}

/** The type alone, which no reference is needed for. */
const outline = ({ type }: JsonObject): JsonObject => (type === undefined ? {} : { type })

/** The schema that a reference leads to, with what is said of the place it stands in. */
function behind(reference: string, node: JsonObject, walk: Walk): JsonValue {
  const found = follow(reference, walk)
  if (!('value' in found)) {
    walk.remark(found)
    return ownWords(node, walk)
  }
  if (walk.open.includes(found.value)) {
    const why = 'A schema contains itself; it is cut where it begins again'
    walk.remark({ why, detail: `“${nameOf(reference)}”` })
    const type = isObject(found.value) ? outline(found.value) : {}
    const description = `Another ${nameOf(reference)}, as above.`
    return { ...type, description, ...ownWords(node, walk) }
  }
  const { from, scope } = found
  const target = { ...walk, from, scope, open: [...walk.open, found.value] }
  const schema = convert(found.value, target)
  if (!isObject(schema)) return schema
  const { $ref: _, ...beside } = node
  const isMore = Object.keys(beside).some(
    (key) => !OF_THE_PLACE.includes(key) && !LEFT_OUT.test(key),
  )
  if (walk.isOld || !isMore) return { ...schema, ...ownWords(node, walk) }
  const more = convert(beside, walk)
  return isObject(more) ? { allOf: [schema], ...more } : schema
}

/**
 * Where a reference leads: in its document, or else among the definitions of the schema it stands
 * in, which tools that write schemas alone refer to from there.
 */
function follow(reference: string, walk: Walk): (Place & Pick<Walk, 'scope'>) | Remark {
  const found = walk.follow(reference, walk.from)
  if (isPlace(found)) return { ...found, scope: found.value }
  const { scope, from } = walk
  if (!isObject(scope) || !/^#\/(\$defs|definitions)\//.test(reference)) return found
  const value = schemaReferences(scope)(reference)
  return value === undefined ? found : { value, from, scope }
}

/** The last part of a reference, as people name what it leads to. */
const nameOf = (reference: string): string =>
  (reference.split(/[/#]/).findLast((part) => part !== '') ?? 'one')
    .slice(0, 100)
    .replace(/(?<=.)\.(ya?ml|json)$/i, '')

function ownWords(node: JsonObject, walk: Walk): JsonObject {
  const words = OF_THE_PLACE.flatMap((key): [string, JsonValue][] => {
    const value = Object.hasOwn(node, key) ? node[key] : undefined
    const word = value === undefined ? undefined : kept(value, walk)
    return word === undefined ? [] : [[key, word]]
  })
  return Object.fromEntries(words)
}

/** A value that is kept as it is, where there is room for it. */
function kept(value: JsonValue, { room, remark }: Walk): JsonValue | undefined {
  const taken = weight(value)
  if (taken > room.left) {
    remark(TOO_LARGE)
    return undefined
  }
  room.left -= taken
  return value
}

interface Around {
  inner: Walk
  /** Fields that are left out. */
  left: ReadonlySet<string>
}

/** A keyword's value as JSON Schema has it; undefined where there is no room for it. */
function keyword(key: string, value: JsonValue, { inner, left }: Around): JsonValue | undefined {
  const isOne = ONE_SCHEMA.has(key)
  if (isOne && !Array.isArray(value)) return convert(value, inner)
  if ((isOne || SCHEMA_LIST.has(key)) && Array.isArray(value)) {
    return whileRoom(value, inner, (each) => convert(each, inner))
  }
  if (SCHEMA_MAP.has(key) && isObject(value)) {
    const { entries } = fieldsIn(fieldMap(value, inner))
    const isLeft = (name: string): boolean => key === 'properties' && left.has(name)
    const fields = whileRoom(entries, inner, ([name, each]): [string, JsonValue][] =>
      isLeft(name) ? [] : [[name, convert(each, inner)]],
    )
    return Object.fromEntries(fields.flat())
  }
  const reference = isObject(value) && !VALUES.has(key) ? value.$ref : undefined
  return typeof reference === 'string' ? wordsBehind(reference, inner) : kept(value, inner)
}

/** Those of several schemas that there is room for, converted. */
function whileRoom<T, C>(
  all: readonly T[],
  { room, remark }: Walk,
  converted: (each: T) => C,
): C[] {
  const taken: C[] = []
  for (const each of all) {
    if (room.left <= 0) {
      remark(TOO_LARGE)
      break
    }
    taken.push(converted(each))
  }
  return taken
}

interface Fields {
  entries: readonly [string, JsonValue][]
  readOnly: ReadonlySet<string>
  writeOnly: ReadonlySet<string>
}

const fieldsRead = new WeakMap<JsonObject, Fields>()

/** What is in a map of properties, which many operations may refer to. */
function fieldsIn(properties: JsonObject): Fields {
  const known = fieldsRead.get(properties)
  if (known) return known
  const entries = Object.entries(properties)
  const marked = (mark: string): ReadonlySet<string> =>
    new Set(
      entries.flatMap(([name, field]) => (isObject(field) && field[mark] === true ? [name] : [])),
    )
  const fields = { entries, readOnly: marked('readOnly'), writeOnly: marked('writeOnly') }
  fieldsRead.set(properties, fields)
  return fields
}

/** Keywords of values, in which `$ref` is a field like any other. */
const VALUES = new Set(['default', 'const', 'enum', 'examples'])

/** What a reference gives in place of words or numbers, such as a description; no schema. */
function wordsBehind(reference: string, walk: Walk): JsonValue | undefined {
  const found = walk.follow(reference, walk.from)
  if (!isPlace(found)) walk.remark(found)
  return isPlace(found) && typeof found.value !== 'object' ? found.value : undefined
}

/** Fields by name; in some documents a reference to all of them stands in their place. */
function fieldMap(written: JsonObject, walk: Walk): JsonObject {
  if (typeof written.$ref !== 'string') return written
  return objectBehind(written, walk.from, walk)?.value ?? {}
}

const NONE: ReadonlySet<string> = new Set()

/** Fields that a server alone sends, or an agent alone. */
function fieldsLeftOut({ properties }: JsonObject, { side, remark }: Walk): ReadonlySet<string> {
  if (!isObject(properties)) return NONE
  const { readOnly, writeOnly } = fieldsIn(properties)
  if (side === 'response') return writeOnly
  if (readOnly.size > 0) remark({ why: 'Fields that only answers have (readOnly) are left out' })
  return readOnly
}

const weights = new WeakMap<object, number>()

/** What a value that is kept as it is takes, in schemas of some sixty characters. */
function weight(value: JsonValue): number {
  if (typeof value === 'string') return value.length / 64
  if (typeof value !== 'object' || value === null) return 1 / 64
  const known = weights.get(value) ?? JSON.stringify(value).length / 64
  weights.set(value, known)
  return known
}

/**
 * 3.0 says `{"minimum": 1, "exclusiveMinimum": true}` where JSON Schema says `{"exclusiveMinimum":
 * 1}`.
 */
function withNumberLimits(schema: JsonObject): JsonObject {
  const { exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof exclusiveMinimum !== 'boolean' && typeof exclusiveMaximum !== 'boolean') return schema
  const limits = new Map([
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ])
  const isExclusive = (limit: string): boolean =>
    [...limits].some(([key, of]) => of === limit && schema[key] === true)
  const written = Object.entries(schema).flatMap(([key, value]): [string, JsonValue][] => {
    const limit = limits.get(key)
    if (limit === undefined || typeof value !== 'boolean') {
      return isExclusive(key) ? [] : [[key, value]]
    }
    const bound = schema[limit]
    return value && bound !== undefined ? [[key, bound]] : []
  })
  return Object.fromEntries(written)
}

/** 3.0 puts a lone reference into `allOf` to say something beside it. */
function withoutLoneAllOf(schema: JsonObject): JsonObject {
  const { allOf, ...beside } = schema
  const [only, ...others] = Array.isArray(allOf) ? allOf : []
  const isLone = isObject(only) && others.length === 0
  const isOfPlace = Object.keys(beside).every((key) => OF_THE_PLACE.includes(key))
  return isLone && isOfPlace ? { ...only, ...beside } : schema
}

/** `nullable`, in 2.0 often `x-nullable`, as JSON Schema says it. */
function withNull(node: JsonObject, schema: JsonObject): JsonObject {
  if (node.nullable !== true && node['x-nullable'] !== true) return schema
  const { type, enum: values, anyOf, oneOf, allOf, ...beside } = schema
  if (typeof type === 'string') {
    const allowed = Array.isArray(values) && !values.includes(null) ? [...values, null] : values
    return {
      ...schema,
      type: [type, 'null'],
      ...(allowed !== undefined && { enum: allowed }),
    }
  }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] }
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...oneOf, { type: 'null' }] }
  if (allOf !== undefined) return { ...beside, anyOf: [{ allOf }, { type: 'null' }] }
  return schema
}
