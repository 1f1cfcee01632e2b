import type { JsonObject, JsonValue } from '../../../src-main/domain/tool'

/** One parameter as a table shows it. Nested ones follow their parent, named by path (`filter.since`). */
export interface ParameterRow {
  path: string
  type: string
  required: boolean
  description: string
  /** Allowed values, as JSON. */
  values: string[]
  default?: string
}

/** Deeper parameters are left to the source view; this also ends schemas that contain themselves. */
const DEEPEST = 4
const MOST_ROWS = 400

/** The parameters of a JSON Schema of type object. Local references are followed. */
export function parameterRows(schema: JsonObject): ParameterRow[] {
  const rows: ParameterRow[] = []
  collect(schema, '', 0)
  return rows

  function collect(node: JsonObject, prefix: string, depth: number): void {
    const required = new Set(listOf(node.required))
    for (const [name, raw] of Object.entries(objectOf(node.properties))) {
      if (rows.length >= MOST_ROWS) return
      const property = resolve(objectOf(raw), schema)
      const path = `${prefix}${name}`
      rows.push({
        path,
        type: typeOf(property, schema),
        required: required.has(name),
        description: textOf(property.description),
        values: valuesOf(property).map((value) => JSON.stringify(value)),
        default: property.default === undefined ? undefined : JSON.stringify(property.default),
      })
      const inner = property.items ? resolve(objectOf(property.items), schema) : property
      const step = property.items ? '[].' : '.'
      if (depth + 1 < DEEPEST) collect(inner, `${path}${step}`, depth + 1)
    }
  }
}

function typeOf(property: JsonObject, root: JsonObject, depth = 0): string {
  const { type } = property
  if (type === 'array' || property.items) {
    if (!property.items || depth >= DEEPEST) return 'list'
    const items = typeOf(resolve(objectOf(property.items), root), root, depth + 1)
    return items !== 'any' ? `list of ${items}` : 'list'
  }
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return listOf(type).join(' | ')
  const options = alternatives(property)
  if (options.length) {
    const names = options.map((option) => resolve(option, root)).map((option) => shortType(option))
    return [...new Set(names)].join(' | ')
  }
  if (property.properties) return 'object'
  if (property.enum) return 'enum'
  return 'any'
}

function shortType(property: JsonObject): string {
  if (typeof property.type === 'string') return property.type
  return property.properties ? 'object' : 'any'
}

const alternatives = ({ anyOf, oneOf }: JsonObject): JsonObject[] =>
  arrayOf(anyOf ?? oneOf).map(objectOf)

function valuesOf(property: JsonObject): JsonValue[] {
  if (property.const !== undefined) return [property.const]
  return arrayOf(property.enum ?? objectOf(property.items).enum)
}

/** Follows `#/a/b` within the same schema; anything else, and circles, are left as they stand. */
function resolve(node: JsonObject, root: JsonObject, depth = 0): JsonObject {
  const { $ref, ...own } = node
  if (typeof $ref !== 'string' || !$ref.startsWith('#/') || depth >= DEEPEST) return node
  const path = $ref.slice(2).split('/')
  const target = path.reduce<JsonValue | undefined>(
    (value, part) => objectOf(value)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
    root,
  )
  return { ...resolve(objectOf(target), root, depth + 1), ...own }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

const arrayOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : [])

const listOf = (value: JsonValue | undefined): string[] =>
  arrayOf(value).filter((item) => typeof item === 'string')

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')
