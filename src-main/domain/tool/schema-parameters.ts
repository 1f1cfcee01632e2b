import { schemaReferences } from './schema-reference'
import {
  elementsOf,
  facetsOf,
  textsOf,
  typeOf,
  valuesOf,
  type Facet,
  type Walk,
} from './schema-facets'
import { isJsonObject } from '../value/json'
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
  /** All that is said of it, a line each: where it stands, behind its references, and in its alternatives. */
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
/** Measured: the 89 tools of four real MCP servers have 20 at most. More than this fills a model's context on its own. */
const MOST_PARAMETERS = 500
/** Schemas looked at, a bound on the time that references to references to references can take: some 20 ms. */
const MOST_STEPS = 20_000

/**
 * The parameters that a tool's JSON Schema describes: also those behind `$ref` and in `anyOf`, `oneOf`, `allOf`, `then`,
 * `else`, in list items, and in the values of maps. What several alternatives name is one parameter. A schema that contains
 * itself ends where it begins again.
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
  const elements = elementsOf(facets).flatMap(([, inner]) => facetsOf(inner, walk))
  const all = elements.length > 0 ? [...facets, ...elements] : facets
  return {
    type: typeOf(facets, walk),
    description: textsOf(all).join('\n'),
    values: valuesOf(all),
    default: facets.find(({ node }) => node.default !== undefined)?.node.default,
  }
}

const knownNames = new WeakMap<JsonObject, ReadonlySet<string>>()

/** What a tool's parameters may be called: their names and their paths, also of those within others. Worked out once for each schema. */
export function parameterNames(schema: JsonObject): ReadonlySet<string> {
  const names =
    knownNames.get(schema) ??
    new Set(parametersOf(schema).parameters.flatMap(({ name, path }) => [name, path]))
  knownNames.set(schema, names)
  return names
}
