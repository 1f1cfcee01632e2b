import type { JsonObject, JsonValue } from '../../../src-main/domain/tool/tool'
import { parseExact } from '../../../src-main/domain/value/exact-json'
import { isJsonObject } from '../../../src-main/domain/value/json'

/** What the form offers as a parameter's type; `other` is what only the JSON beside it says. */
export type FormType =
  'string' | 'number' | 'integer' | 'boolean' | 'strings' | 'numbers' | 'object' | 'other'

/** One of a tool's own parameters, as a form shows it. */
export interface ParameterRow {
  name: string
  type: FormType
  required: boolean
  description: string
  /** Allowed values, separated by commas; for text alone. */
  values: string
  /** Whether a list with commas can say the allowed values; others are changed in the JSON. */
  areValuesListed: boolean
}

export const FORM_TYPES: { value: FormType; label: string }[] = [
  { value: 'string', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'strings', label: 'List of texts' },
  { value: 'numbers', label: 'List of numbers' },
  { value: 'object', label: 'Object' },
  { value: 'other', label: 'As in the JSON' },
]

const TYPES: Readonly<Record<Exclude<FormType, 'other'>, JsonObject>> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  strings: { type: 'array', items: { type: 'string' } },
  numbers: { type: 'array', items: { type: 'number' } },
  object: { type: 'object' },
}

/** Parameters that a form shows; of more, the JSON. */
export const MOST_ROWS = 60

export const schemaText = (schema: JsonValue): string => JSON.stringify(schema, null, 2)

/** The schema that a text holds, or why it holds none. */
export function schemaIn(text: string): { schema: JsonObject } | { why: string } {
  try {
    const value: unknown = parseExact(text)
    if (isJsonObject(value as JsonValue)) return { schema: value as JsonObject }
    return { why: 'Parameters must be a JSON object, { … }.' }
  } catch (error) {
    return { why: `Not valid JSON yet: ${error instanceof Error ? error.message : ''}.` }
  }
}

const propertiesOf = ({ properties }: JsonObject): [string, JsonValue][] =>
  isJsonObject(properties) ? Object.entries(properties) : []

const requiredOf = ({ required }: JsonObject): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []

export function rowsOf(schema: JsonObject): ParameterRow[] {
  const required = new Set(requiredOf(schema))
  return propertiesOf(schema).map(([name, about]) => {
    const node = isJsonObject(about) ? about : {}
    return {
      name,
      type: typeOf(about),
      required: required.has(name),
      description: descriptionOf(node),
      values: valuesOf(node),
      areValuesListed: areListed(node),
    }
  })
}

const descriptionOf = ({ description }: JsonObject): string =>
  typeof description === 'string' ? description : ''

const valuesOf = ({ enum: allowed }: JsonObject): string =>
  Array.isArray(allowed) ? allowed.map(String).join(', ') : ''

const listed = (values: string): string[] =>
  values
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean)

/** Not where one holds a comma or begins with a space, is empty, or is no text. */
const areListed = (node: JsonObject): boolean =>
  node.enum === undefined || JSON.stringify(node.enum) === JSON.stringify(listed(valuesOf(node)))

function typeOf(about: JsonValue): FormType {
  if (!isJsonObject(about)) return 'other'
  const { type, items } = about
  if (type === 'array') {
    const of = isJsonObject(items) && Object.keys(items).length === 1 ? items.type : undefined
    return of === 'string' ? 'strings' : of === 'number' ? 'numbers' : 'other'
  }
  const known = ['string', 'number', 'integer', 'boolean', 'object']
  return typeof type === 'string' && known.includes(type) ? (type as FormType) : 'other'
}

/** The schema with a row changed; what the form does not show stays as it is. */
export function withRow(schema: JsonObject, place: number, row: ParameterRow): JsonObject {
  const properties = propertiesOf(schema)
  const [before, about] = properties[place] ?? ['', {}]
  if (row.name !== before && properties.some(([name]) => name === row.name)) return schema
  const changed = Object.fromEntries<JsonValue>(
    properties.with(place, [row.name, describedAs(about, row)]),
  )
  return withRequired({ ...schema, properties: changed }, before, row)
}

function describedAs(about: JsonValue, row: ParameterRow): JsonValue {
  const before = isJsonObject(about) ? about : {}
  const node = typedAs(before, row)
  if (row.description === descriptionOf(before)) return node === before ? about : node
  const { description: _, ...others } = node
  return row.description.trim() ? { ...node, description: row.description } : others
}

/**
 * With the type and the allowed values of a row. What it says as before stays as the JSON has it.
 */
function typedAs(node: JsonObject, { type, values }: ParameterRow): JsonObject {
  const isNewType = type !== typeOf(node)
  const areNewValues = type === 'string' && values !== valuesOf(node)
  if (type === 'other' || !(isNewType || areNewValues)) return node
  const { enum: _, ...others } = node
  const { type: _type, items: _items, ...untyped } = others
  const allowed = type === 'string' ? listed(values) : []
  return {
    ...(isNewType ? { ...TYPES[type], ...untyped } : others),
    ...(allowed.length > 0 && { enum: allowed }),
  }
}

/** The list of required parameters, in the order that it was in; without any, there is no list. */
function withRequired(schema: JsonObject, before: string, row?: ParameterRow): JsonObject {
  const had = requiredOf(schema)
  const is = row?.required ? [row.name] : []
  const place = had.indexOf(before)
  const next = place < 0 ? [...had, ...is] : had.toSpliced(place, 1, ...is)
  const { required: _, ...rest } = schema
  return next.length > 0 ? { ...rest, required: next } : rest
}

export function withoutRow(schema: JsonObject, place: number): JsonObject {
  const properties = propertiesOf(schema)
  const [name = ''] = properties[place] ?? []
  const left = Object.fromEntries<JsonValue>(properties.toSpliced(place, 1))
  return withRequired({ ...schema, properties: left }, name)
}

/** The schema with one more parameter at its end, under a name that is free. */
export function withNewRow(schema: JsonObject): JsonObject {
  const properties = propertiesOf(schema)
  const taken = new Set(properties.map(([name]) => name))
  let name = 'parameter'
  for (let number = 2; taken.has(name); number++) name = `parameter_${number}`
  const more = Object.fromEntries<JsonValue>([...properties, [name, { type: 'string' }]])
  return { ...schema, type: schema.type ?? 'object', properties: more }
}
