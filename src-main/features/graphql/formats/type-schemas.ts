import { type ConstValueNode, Kind, parseConstValue } from 'graphql/language'
import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { isObject } from '../../../importing/reading/parse-json'
import { nameOf, objectsIn, type Schema, textIn } from './schema'

/** Input objects that the arguments of one tool may have. */
const MOST_INPUTS = 150

/** Characters of types that the arguments of one tool, and what it gives, may take. */
const MOST_CHARACTERS = { arguments: 150_000, answer: 100_000 }

/** How many characters of types all tools of a schema may still take. */
export interface Room {
  left: number
}

/** Ten times what GitHub's takes. */
export const roomOfSchema = (): Room => ({ left: 50_000_000 })

const weights = new WeakMap<JsonObject, number>()

/** Characters that a type takes. */
function weightOf(type: JsonObject): number {
  const known = weights.get(type) ?? JSON.stringify(type).length
  weights.set(type, known)
  return known
}

/** Takes room for types out of what one tool may have; gives whether there is enough. */
function taking(room: Room, most: number): (type: JsonObject) => boolean {
  let own = Math.min(most, room.left)
  return (type) => {
    const weight = weightOf(type)
    if (weight > own) return false
    own -= weight
    room.left -= weight
    return true
  }
}

/** Lists in lists that are followed. */
const DEEPEST = 12

const SCALARS: Record<string, JsonObject> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
}
/** What scalars of these names are by custom, where their schema does not say. */
const BY_CUSTOM: Record<string, JsonObject> = {
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  URI: { type: 'string', format: 'uri' },
  URL: { type: 'string', format: 'uri' },
  UUID: { type: 'string', format: 'uuid' },
}

interface Wrapped {
  /** The type within lists. */
  name: string
  lists: number
  isRequired: boolean
}

/** A type within its wrappers; undefined where it names none. */
function unwrapped(written: JsonValue | undefined): Wrapped | undefined {
  let at = written
  let lists = 0
  const isRequired = isObject(written) && written.kind === 'NON_NULL'
  for (let step = 0; step < 2 * DEEPEST && isObject(at); step++) {
    if (at.kind !== 'NON_NULL' && at.kind !== 'LIST') {
      const name = nameOf(at)
      return name === undefined ? undefined : { name, lists, isRequired }
    }
    if (at.kind === 'LIST') lists += 1
    at = at.ofType
  }
  return undefined
}

/** A type as GraphQL writes it: `[String!]!`. */
export function typeText(written: JsonValue | undefined, level = 0): string {
  if (!isObject(written) || level > 2 * DEEPEST) return '?'
  if (written.kind === 'NON_NULL') return `${typeText(written.ofType, level + 1)}!`
  if (written.kind === 'LIST') return `[${typeText(written.ofType, level + 1)}]`
  return nameOf(written) ?? '?'
}

const inLists = (schema: JsonObject, lists: number): JsonObject =>
  lists === 0 ? schema : { type: 'array', items: inLists(schema, lists - 1) }

/**
 * The arguments of a field as a JSON Schema. Input objects stand in `$defs`, each once, so that one
 * that contains itself has an end; `isCut` where there are more than a tool takes.
 */
export function argumentsSchema(
  field: JsonObject,
  { types }: Schema,
  room: Room,
): { parameters: JsonObject; isCut: boolean } {
  const wanted = new Map<string, JsonObject>()
  const take = taking(room, MOST_CHARACTERS.arguments)
  let isCut = false
  const reference = (type: JsonObject, name: string): JsonObject => {
    if (!wanted.has(name) && (wanted.size === MOST_INPUTS || !take(type))) {
      isCut = true
      return { type: 'object', description: name }
    }
    wanted.set(name, type)
    return { $ref: `#/$defs/${name}` }
  }
  const named = (name: string): JsonObject => {
    const type = types.get(name)
    if (type?.kind === 'INPUT_OBJECT') return reference(type, name)
    if (!type || take(type)) return valueSchema(name, type)
    isCut = true
    return { description: name }
  }
  const parameters = objectOf(objectsIn(field.args), named)
  const definitions: [string, JsonObject][] = []
  // A map grows while it is walked: what an input object holds comes after it.
  for (const [name, type] of wanted) {
    const object = objectOf(objectsIn(type.inputFields), named)
    const isOne = type.isOneOf === true && { minProperties: 1, maxProperties: 1 }
    definitions.push([name, { ...aboutType(type), ...object, ...isOne }])
  }
  const $defs = definitions.length > 0 && { $defs: Object.fromEntries(definitions) }
  return { parameters: { ...parameters, ...$defs }, isCut }
}

function objectOf(inputs: readonly JsonObject[], named: (name: string) => JsonObject): JsonObject {
  const properties: [string, JsonObject][] = []
  const required: string[] = []
  for (const input of inputs) {
    const name = nameOf(input)
    if (name === undefined) continue
    const type = unwrapped(input.type)
    const value = defaultOf(input.defaultValue)
    const description = textIn(input.description)
    properties.push([
      name,
      {
        ...(type && inLists(named(type.name), type.lists)),
        ...(description !== '' && { description }),
        ...(value !== undefined && { default: value }),
        ...(input.isDeprecated === true && { deprecated: true }),
      },
    ])
    if (type?.isRequired && value === undefined) required.push(name)
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  }
}

/** A value that is no object: one of GraphQL's own, one of a list, or as its description says. */
function valueSchema(name: string, type: JsonObject | undefined): JsonObject {
  const own = Object.hasOwn(SCALARS, name) ? SCALARS[name] : undefined
  if (own) return own
  const values = type?.kind === 'ENUM' ? objectsIn(type.enumValues).flatMap(nameIn) : []
  if (values.length > 0) return { type: 'string', enum: values, ...(type && aboutType(type)) }
  const said = textIn(type?.description)
  const isScalar = type === undefined || type.kind === 'SCALAR'
  const usual = isScalar && said === '' && Object.hasOwn(BY_CUSTOM, name) && BY_CUSTOM[name]
  if (usual) return usual
  return { description: said === '' ? name : `${name}: ${said}` }
}

const nameIn = (written: JsonObject): string[] => {
  const name = nameOf(written)
  return name === undefined ? [] : [name]
}

function aboutType({ description }: JsonObject): JsonObject {
  const text = textIn(description)
  return text === '' ? {} : { description: text }
}

/** A default as JSON; undefined where there is none, or where it is null. */
function defaultOf(written: JsonValue | undefined): JsonValue | undefined {
  if (typeof written !== 'string' || written.length > 10_000) return undefined
  try {
    return valueOf(parseConstValue(written, { noLocation: true })) ?? undefined
  } catch {
    return undefined
  }
}

function valueOf(node: ConstValueNode): JsonValue {
  switch (node.kind) {
    case Kind.INT:
    case Kind.FLOAT: {
      const number = Number(node.value)
      return Number.isFinite(number) ? number : null
    }
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value
    case Kind.LIST:
      return node.values.map(valueOf)
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, valueOf(value)]))
    default:
      return null
  }
}

/** What a field gives, one level deep: what lies deeper, a query asks for as it likes. */
export function answerSchema(
  field: JsonObject,
  { types }: Schema,
  room: Room,
): JsonObject | undefined {
  const type = unwrapped(field.type)
  if (!type) return undefined
  const take = taking(room, MOST_CHARACTERS.answer)
  const named = (name: string): JsonObject => {
    const of = types.get(name)
    const isValue = of === undefined || of.kind === 'SCALAR' || of.kind === 'ENUM'
    if (isValue && (!of || take(of))) return valueSchema(name, of)
    return { ...(!isValue && { type: 'object' }), description: name }
  }
  const of = types.get(type.name)
  const fields = objectsIn(of?.fields)
  if (!of || fields.length === 0 || !take(of)) return inLists(named(type.name), type.lists)
  const properties = fields.flatMap((written): [string, JsonObject][] => {
    const name = nameOf(written)
    const inner = unwrapped(written.type)
    if (name === undefined || !inner) return []
    const description = textIn(written.description)
    const schema = inLists(named(inner.name), inner.lists)
    return [[name, { ...schema, ...(description !== '' && { description }) }]]
  })
  const object = { type: 'object', ...aboutType(of), properties: Object.fromEntries(properties) }
  return inLists(object, type.lists)
}
