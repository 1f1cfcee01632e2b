import { isJsonObject } from '../domain/value/json'
import { HOLDS, HOLDS_BY_NAME } from '../domain/tool/subschemas'
import type { JsonObject, JsonValue } from '../domain/tool/tool'
import { TOP } from './definition-rules'

/** What a provider asks for beside what JSON Schema does, and what changes nothing when added. */
export interface Additions {
  /** `properties: {}` at the top. */
  properties?: boolean
  /** `items: {}` in every list. */
  items?: boolean
}

/** A strict tool says of every schema what it is: `items: {}` would be refused. */
export const additionsFor = (additions: Additions | undefined, isStrict: boolean): Additions =>
  isStrict ? { ...additions, items: false } : (additions ?? {})

interface MendedSchema {
  /** The very same where nothing was mended. */
  schema: JsonObject
  /** What was added or left out, and where. */
  mended: string[]
}

/**
 * The schema without keywords that are null, which programs write where there is nothing, and with
 * what the provider asks for. It means what it meant.
 */
export function mendedSchema(schema: JsonObject, additions: Additions): MendedSchema {
  const mended: string[] = []
  const said = (what: string, path: string[]): void => {
    mended.push(`${what} at ${path.join('.') || TOP}`)
  }
  return { schema: mendNode(schema, [], { additions, said }) as JsonObject, mended }
}

interface Mending {
  additions: Additions
  said(what: string, path: string[]): void
}

/** Keywords whose null is a value, and names that are no keywords of JSON Schema. */
const KEYWORDS = new Set(
  `type properties required items prefixItems additionalItems additionalProperties contains not if
  then else anyOf oneOf allOf patternProperties $defs definitions dependentSchemas dependentRequired
  propertyNames unevaluatedItems unevaluatedProperties enum format title description pattern minimum
  maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems
  uniqueItems minProperties maxProperties examples $ref $schema $id $anchor $comment deprecated
  readOnly writeOnly`.split(/\s+/),
)

function mendNode(node: JsonValue, path: string[], mending: Mending): JsonValue {
  if (!isJsonObject(node)) return node
  let isChanged = false
  const entries = Object.entries(node).flatMap(([keyword, value]): [string, JsonValue][] => {
    if (value === null && KEYWORDS.has(keyword)) {
      isChanged = true
      mending.said(`${keyword}: null left out`, path)
      return []
    }
    const mended = mendHeld(keyword, value, path, mending)
    isChanged ||= mended !== value
    return [[keyword, mended]]
  })
  const missing = missingIn(Object.fromEntries(entries), path, mending.additions)
  if (missing !== undefined) {
    isChanged = true
    mending.said(`${missing}: {} added`, path)
    entries.push([missing, {}])
  }
  return isChanged ? Object.fromEntries(entries) : node
}

function mendHeld(keyword: string, value: JsonValue, path: string[], mending: Mending): JsonValue {
  if (HOLDS_BY_NAME.has(keyword)) {
    if (!isJsonObject(value)) return value
    let isChanged = false
    const inner = Object.entries(value).map(([name, each]): [string, JsonValue] => {
      const mended = mendNode(each, [...path, keyword, name], mending)
      isChanged ||= mended !== each
      return [name, mended]
    })
    return isChanged ? Object.fromEntries(inner) : value
  }
  if (!HOLDS.has(keyword)) return value
  if (!Array.isArray(value)) return mendNode(value, [...path, keyword], mending)
  const mended = value.map((each, at) => mendNode(each, [...path, keyword, `${at}`], mending))
  return mended.some((each, at) => each !== value[at]) ? mended : value
}

/** The keyword that the provider misses in a schema. */
function missingIn(
  node: JsonObject,
  path: string[],
  { properties, items }: Additions,
): string | undefined {
  if (properties && path.length === 0 && node.type === 'object' && !('properties' in node)) {
    return 'properties'
  }
  const isList = (Array.isArray(node.type) ? node.type : [node.type]).includes('array')
  return items && isList && !('items' in node) ? 'items' : undefined
}
