import { isJsonObject } from '../value/json'
import { schemaReferences } from './schema-reference'
import type { JsonObject, JsonValue } from './tool'

/** One parameter that a JSON Schema describes, wherever in it. */
export interface SchemaParameter {
  /** Its name after those it stands in: `filter.since`, `rows[].id`, `headers.*.value`. */
  path: string
  name: string
  /** 1: the tool's own; 2: of an object in one of these; and so on. */
  level: number
  /** In words: `string`, `list of object`, `string | null`. */
  type: string
  /** In every form the schema allows. */
  required: boolean
  /**
   * All that is said of it, a line each: where it stands, behind its references, and in its
   * alternatives.
   */
  description: string
  /** Allowed values. */
  values: JsonValue[]
  default: JsonValue | undefined
}

export interface SchemaParameters {
  /** Each before those in it, in the order of the schema. */
  parameters: SchemaParameter[]
  /** What a bound leaves out, in sentences. */
  cut: string[]
  /** References that lead nowhere, or out of the schema. */
  unresolved: string[]
}

/** Deeper parameters say too little about a tool to be worth matching. */
const DEEPEST_LEVEL = 4
/**
 * Measured: the 89 tools of four real MCP servers have 20 at most. More than this fills a model's
 * context on its own.
 */
const MOST_PARAMETERS = 500
/**
 * Schemas looked at, a bound on the time that references to references to references can take: some
 * 20 ms.
 */
const MOST_STEPS = 20_000

/**
 * The parameters that a tool's JSON Schema describes: also those behind `$ref` and in `anyOf`,
 * `oneOf`, `allOf`, `then`, `else`, in list items, and in the values of maps. What several
 * alternatives name is one parameter. A schema that contains itself ends where it begins again.
 */
export function parametersOf(schema: JsonObject): SchemaParameters {
  const found: SchemaParameter[] = []
  const walk: Walk = {
    resolve: schemaReferences(schema),
    unresolved: new Set(),
    stepsLeft: MOST_STEPS,
  }
  let isTooDeep = false
  visit(facetsOf([{ node: schema, always: true }], walk), { path: '', level: 1, open: new Set() })
  const isCut = found.length > MOST_PARAMETERS || walk.stepsLeft <= 0
  return {
    parameters: found.slice(0, MOST_PARAMETERS),
    cut: [
      ...(isTooDeep ? [`Parameters below level ${DEEPEST_LEVEL} are not matched`] : []),
      ...(isCut
        ? [`Only the first ${Math.min(found.length, MOST_PARAMETERS)} parameters are matched`]
        : []),
    ],
    unresolved: [...walk.unresolved],
  }

  /** @param open the subschemas that this one stands in. */
  function visit(facets: readonly Facet[], { path, level, open }: Place): void {
    const entered = facets.filter(({ node }) => !open.has(node))
    const properties = propertiesOf(entered)
    const inner = elementsOf(entered)
    if (properties.size + inner.length === 0) return
    const inside = new Set([...open, ...entered.map(({ node }) => node)])
    for (const [name, { facets: own, required }] of properties) {
      if (level > DEEPEST_LEVEL) isTooDeep = true
      if (level > DEEPEST_LEVEL || found.length > MOST_PARAMETERS || walk.stepsLeft <= 0) return
      const all = facetsOf(own, walk)
      const at = path === '' ? name : `${path}.${name}`
      found.push({ path: at, name, level, required, ...describe(all, walk) })
      visit(all, { path: at, level: level + 1, open: inside })
    }
    for (const [step, elements] of inner) {
      visit(facetsOf(elements, walk), { path: `${path}${step}`, level, open: inside })
    }
  }
}

interface Place {
  path: string
  level: number
  open: ReadonlySet<JsonObject>
}

interface Property {
  facets: Facet[]
  required: boolean
}

function propertiesOf(facets: readonly Facet[]): Map<string, Property> {
  const properties = new Map<string, Property>()
  for (const { node, always } of facets) {
    if (!isJsonObject(node.properties)) continue
    const required = new Set(Array.isArray(node.required) ? node.required : [])
    for (const [name, value] of Object.entries(node.properties)) {
      const property = properties.get(name) ?? { facets: [], required: false }
      property.facets.push({ node: isJsonObject(value) ? value : {}, always: true })
      property.required ||= always && required.has(name)
      properties.set(name, property)
    }
  }
  return properties
}

function describe(
  facets: readonly Facet[],
  walk: Walk,
): Pick<SchemaParameter, 'type' | 'description' | 'values' | 'default'> {
  const [only] = facets
  if (facets.length === 1 && only && isPlain(only.node)) return describePlain(only.node)
  const elements = elementsOf(facets).flatMap(([, inner]) => facetsOf(inner, walk))
  const all = elements.length > 0 ? [...facets, ...elements] : facets
  return {
    type: typeOf(facets, walk),
    description: textsOf(all).join('\n'),
    values: valuesOf(all),
    default: facets.find(({ node }) => node.default !== undefined)?.node.default,
  }
}

/**
 * Whether all that a schema says is a type by its name, a description and a usual value, as of most
 * parameters.
 */
function isPlain(node: JsonObject): boolean {
  for (const keyword in node) if (!PLAIN_KEYWORDS.has(keyword)) return false
  return typeof node.type === 'string' && node.type !== 'array'
}
const PLAIN_KEYWORDS: ReadonlySet<string> = new Set(['type', 'description', 'default', 'format'])

const describePlain = ({ type, description, default: usual }: JsonObject) => ({
  type: type as string,
  description: typeof description === 'string' ? description : '',
  values: [],
  default: usual,
})

const knownNames = new WeakMap<JsonObject, ReadonlySet<string>>()

/**
 * What a tool's parameters may be called: their names and their paths, also of those within others.
 * Worked out once for each schema.
 */
export function parameterNames(schema: JsonObject): ReadonlySet<string> {
  const names =
    knownNames.get(schema) ??
    new Set(parametersOf(schema).parameters.flatMap(({ name, path }) => [name, path]))
  knownNames.set(schema, names)
  return names
}

/**
 * One of the subschemas that together describe a value: where it stands, behind its `$ref`, an
 * alternative.
 */
interface Facet {
  node: JsonObject
  /** Whether it holds in every form that the schema allows. */
  always: boolean
}

/** What is shared by one walk through a schema. */
interface Walk {
  resolve(reference: string): JsonValue | undefined
  unresolved: Set<string>
  stepsLeft: number
}

/**
 * Keywords whose subschemas describe the very value: all of `allOf` hold, of the others some may.
 */
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

/**
 * All facets of the value that these describe, each once: with what their references and
 * alternatives add.
 */
function facetsOf(starts: readonly Facet[], walk: Walk): readonly Facet[] {
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
function elementsOf(facets: readonly Facet[]): [step: string, elements: Facet[]][] {
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
const textsOf = (facets: readonly Facet[]): string[] => [
  ...new Set(
    facets.flatMap(({ node: { description } }) =>
      typeof description === 'string' && description !== '' ? [description] : [],
    ),
  ),
]

/** The values that the facets allow by `enum` and `const`, each once. */
function valuesOf(facets: readonly Facet[]): JsonValue[] {
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
function typeOf(facets: readonly Facet[], walk: Walk, depth = 0): string {
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
