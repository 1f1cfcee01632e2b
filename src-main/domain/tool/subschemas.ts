import { isJsonObject } from '../value/json'
import type { JsonObject, JsonValue } from './tool'

/** Keys and positions from the top of a schema. */
export type SchemaPath = (string | number)[]

/** What stands where a schema belongs. */
export interface Subschema {
  value: JsonValue
  path: SchemaPath
  /** Whether no other schema describes the same value. */
  isAlone: boolean
  /** Deeper than any model follows: nothing in it is looked at. */
  isTooDeep: boolean
}

const DEEPEST = 60
/** Schemas within a schema that are looked at: a bound on the time, some milliseconds. */
const MOST_STEPS = 20_000

/** Keywords that hold one schema, with whether that stands alone. */
const ONE: ReadonlyMap<string, boolean> = new Map([
  ['items', true],
  ['additionalItems', true],
  ['additionalProperties', true],
  ['unevaluatedItems', true],
  ['unevaluatedProperties', true],
  ['contains', true],
  ['propertyNames', true],
  ['not', false],
  ['if', false],
  ['then', false],
  ['else', false],
])
/** Keywords that hold a list of schemas. */
const LISTS: ReadonlyMap<string, boolean> = new Map([
  ['anyOf', false],
  ['oneOf', false],
  ['allOf', false],
  ['prefixItems', true],
])
/** Keywords that hold schemas by names that are the author's. */
const BY_NAME: ReadonlyMap<string, boolean> = new Map([
  ['properties', true],
  ['patternProperties', true],
  // Whatever refers to them may describe the rest.
  ['$defs', false],
  ['definitions', false],
  ['dependentSchemas', false],
])

/** Keywords that hold schemas by names that are the author's. */
export const HOLDS_BY_NAME: ReadonlySet<string> = new Set(BY_NAME.keys())
/** Keywords that hold a schema, or a list of them. */
export const HOLDS: ReadonlySet<string> = new Set([...ONE.keys(), ...LISTS.keys()])

/**
 * Everything that stands where a schema belongs, the whole one first, as long as `visit` says to go
 * on. Values are not entered: what looks like a schema in a default or an enum is none.
 */
export function eachSubschema(schema: JsonValue, visit: (found: Subschema) => boolean): void {
  const waiting: Subschema[] = [{ value: schema, path: [], isAlone: true, isTooDeep: false }]
  for (let at = 0; at < waiting.length && at < MOST_STEPS; at++) {
    const found = waiting[at] as Subschema
    if (!visit(found)) return
    if (!found.isTooDeep && isJsonObject(found.value)) enter(found.value, found.path, waiting)
  }
}

function enter(node: JsonObject, path: SchemaPath, waiting: Subschema[]): void {
  const isTooDeep = path.length + 1 > DEEPEST
  for (const keyword in node) {
    const value = node[keyword]
    if (value === undefined) continue
    const isAlone = ONE.get(keyword) ?? LISTS.get(keyword) ?? BY_NAME.get(keyword)
    if (isAlone === undefined) continue
    const add = (inner: JsonValue, ...steps: SchemaPath) =>
      waiting.push({ value: inner, path: [...path, keyword, ...steps], isAlone, isTooDeep })
    if (BY_NAME.has(keyword)) {
      if (isJsonObject(value)) for (const [name, inner] of Object.entries(value)) add(inner, name)
    } else if (Array.isArray(value)) {
      // Before 2020, `items` might be a list of schemas.
      if (keyword !== 'items' && !LISTS.has(keyword)) add(value)
      else for (const [index, inner] of value.entries()) add(inner, index)
    } else if (ONE.has(keyword)) add(value)
  }
}
