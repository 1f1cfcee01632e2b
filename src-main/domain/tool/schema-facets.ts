import { isJsonObject } from '../value/json'
import type { JsonObject, JsonValue } from './tool'

/** One of the subschemas that together describe a value: where it stands, behind its `$ref`, an alternative. */
export interface Facet {
  node: JsonObject
  /** Whether it holds in every form that the schema allows. */
  always: boolean
}

/** What is shared by one walk through a schema. */
export interface Walk {
  resolve(reference: string): JsonValue | undefined
  unresolved: Set<string>
  stepsLeft: number
}

/** Keywords whose subschemas describe the very value: all of `allOf` hold, of the others some may. */
const BRANCHES = ['allOf', 'anyOf', 'oneOf', 'then', 'else', 'dependentSchemas'] as const
/** Keywords for what a list holds and for the values of a map, with how a path goes there. */
const ELEMENT_STEPS: ReadonlyMap<string, string> = new Map([
  ['items', '[]'],
  ['prefixItems', '[]'],
  ['additionalItems', '[]'],
  ['additionalProperties', '.*'],
  ['patternProperties', '.*'],
])
/** Keywords that hold subschemas by a name that is the author's. */
const BY_NAME = new Set<string>(['patternProperties', 'dependentSchemas'])

/** All facets of the value that these describe, each once: with what their references and alternatives add. */
export function facetsOf(starts: readonly Facet[], walk: Walk): readonly Facet[] {
  const [first] = starts
  // Most parameters have one facet, and a catalog of 100,000 tools has half a million of them.
  if (starts.length === 1 && first && isWhole(first.node)) {
    walk.stepsLeft -= 1
    return starts
  }
  const facets = new Map<JsonObject, Facet>()
  const waiting = starts.toReversed()
  for (let facet = waiting.pop(); facet; facet = waiting.pop()) {
    if (facets.has(facet.node)) continue
    if (walk.stepsLeft <= 0) break
    walk.stepsLeft -= 1
    facets.set(facet.node, facet)
    const next = [...referred(facet, walk), ...branches(facet)]
    for (let at = next.length - 1; at >= 0; at -= 1) waiting.push(next[at] as Facet)
  }
  return [...facets.values()]
}

const LEADING_ON: ReadonlySet<string> = new Set(['$ref', ...BRANCHES])
const isWhole = (node: JsonObject): boolean =>
  !Object.keys(node).some((keyword) => LEADING_ON.has(keyword))

function referred({ node, always }: Facet, walk: Walk): Facet[] {
  const { $ref } = node
  if (typeof $ref !== 'string') return []
  const target = walk.resolve($ref)
  if (isJsonObject(target)) return [{ node: target, always }]
  if (target === undefined) walk.unresolved.add($ref)
  return []
}

const branches = ({ node, always }: Facet): Facet[] =>
  BRANCHES.flatMap((keyword) =>
    schemasIn(node, keyword).map((branch) => ({
      node: branch,
      always: always && keyword === 'allOf',
    })),
  )

/** The subschemas of what a list holds and of the values of a map, by how a path goes there. */
export function elementsOf(facets: readonly Facet[]): [step: string, elements: Facet[]][] {
  const found = new Map<string, Facet[]>()
  for (const { node } of facets) {
    for (const keyword of Object.keys(node)) {
      const step = ELEMENT_STEPS.get(keyword)
      if (step === undefined) continue
      const elements = schemasIn(node, keyword).map((inner) => ({ node: inner, always: true }))
      if (elements.length > 0) found.set(step, [...(found.get(step) ?? []), ...elements])
    }
  }
  return [...found]
}

function schemasIn(node: JsonObject, keyword: string): JsonObject[] {
  const value = node[keyword]
  if (typeof value !== 'object' || value === null) return []
  const schemas = Array.isArray(value)
    ? value
    : BY_NAME.has(keyword) && isJsonObject(value)
      ? Object.values(value)
      : [value]
  return schemas.filter(isJsonObject)
}

/** What the facets say of the value, each text once. */
export const textsOf = (facets: readonly Facet[]): string[] => [
  ...new Set(
    facets.flatMap(({ node: { description } }) =>
      typeof description === 'string' && description !== '' ? [description] : [],
    ),
  ),
]

/** The values that the facets allow by `enum` and `const`, each once. */
export function valuesOf(facets: readonly Facet[]): JsonValue[] {
  const values = new Map<string, JsonValue>()
  for (const { node } of facets) {
    const allowed = Array.isArray(node.enum) ? node.enum : []
    for (const value of node.const === undefined ? allowed : [node.const]) {
      values.set(JSON.stringify(value), value)
    }
  }
  return [...values.values()]
}

/** Lists in lists are told this deep; it also ends a list that contains itself. */
const DEEPEST_LIST = 3

/** The value's type in words. */
export function typeOf(facets: readonly Facet[], walk: Walk, depth = 0): string {
  const named = facets.flatMap(({ node }) => typesOf(node))
  if (named.length === 0) {
    if (facets.some(({ node }) => isJsonObject(node.properties))) return 'object'
    return valuesOf(facets).length > 0 ? 'enum' : 'any'
  }
  return [...new Set(named)].map((name) => (name === 'array' ? listType() : name)).join(' | ')

  function listType(): string {
    const items = elementsOf(facets).flatMap(([step, elements]) => (step === '[]' ? elements : []))
    if (items.length === 0 || depth >= DEEPEST_LIST) return 'list'
    const inner = typeOf(facetsOf(items, walk), walk, depth + 1)
    return inner === 'any' ? 'list' : `list of ${inner}`
  }
}

function typesOf({ type, items }: JsonObject): string[] {
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string')
  if (typeof type === 'string') return [type]
  return items === undefined ? [] : ['array']
}
