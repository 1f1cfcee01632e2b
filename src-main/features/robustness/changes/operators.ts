import type { ChangeKind } from '../shared/robustness'
import { serverOf } from '../../../domain/tool/catalog-tool'
import { idOf } from '../../../domain/tool/stored-tool'
import type { CatalogTool, JsonObject, Tool, ToolId } from '../../../domain/tool/tool'
import { isJsonObject } from '../../../domain/value/json'
import { sentencesOf } from '../../../pipeline/text/sentences'
import type { Near } from './nearest-tools'
import { namedLike, renamed, reworded, wordsOf } from './wording'

/** What a change may look at besides its tool. */
export interface Surroundings {
  /** Numbers in 0…1 (1 excluded), the same for the same tool, kind and seed. */
  random: () => number
  /** The tools most like it that no other change has touched, the nearest first. */
  near: readonly Near[]
  toolOf(id: ToolId): CatalogTool
  /** Whether the catalog has a tool of this id. */
  has(id: ToolId): boolean
  /** All servers of the catalog, rising. */
  servers: readonly string[]
}

/** What a change makes of a catalog. */
export interface Change {
  /** Tools as they are then: under the id of one that was there, in its place. */
  put: readonly CatalogTool[]
  /** Tools that are no longer there. */
  gone?: readonly ToolId[]
  /**
   * Which tools do the work of one that was there, where that is not the one in its place; any of
   * them is right.
   */
  instead?: readonly (readonly [ToolId, readonly ToolId[]])[]
}

/** Changes one tool; undefined where it has nothing that could change so. */
type Operator = (entry: CatalogTool, at: Surroundings) => Change | undefined

/** Changes fields of a tool; what its author wrote beside it stays, as after an import. */
const rewriting =
  (fieldsOf: (tool: Tool, random: () => number) => Partial<Tool> | undefined): Operator =>
  ({ tool, layer }, { random }) => {
    const fields = fieldsOf(tool, random)
    return fields && { put: [{ tool: { ...tool, ...fields }, layer }] }
  }

/**
 * A tool’s own parameters; those behind references, in alternatives and within others stay as they
 * are.
 */
const propertiesOf = ({ properties }: JsonObject): [string, JsonObject[string]][] =>
  Object.entries(isJsonObject(properties) ? properties : {})

const requiredOf = ({ required }: JsonObject): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []

/** The schema with other parameters of its own, in their order. */
function withProperties(
  schema: JsonObject,
  entries: readonly (readonly [string, JsonObject[string]])[],
  required: readonly string[] = requiredOf(schema),
): JsonObject {
  const names = new Set(entries.map(([name]) => name))
  const { required: _, ...rest } = schema
  const kept = required.filter((name) => names.has(name))
  return {
    ...rest,
    properties: Object.fromEntries(entries),
    ...(kept.length > 0 && { required: kept }),
  }
}

function renameParameters({ parameters }: Tool, random: () => number): Partial<Tool> | undefined {
  const before = propertiesOf(parameters)
  const taken = new Set(before.map(([name]) => name))
  const names = new Map<string, string>()
  for (const [name] of before) {
    const other = renamed(name, random)
    if (other === undefined || taken.has(other)) continue
    taken.add(other)
    names.set(name, other)
  }
  if (names.size === 0) return undefined
  const then = (name: string) => names.get(name) ?? name
  return {
    parameters: withProperties(
      parameters,
      before.map(([name, schema]) => [then(name), schema]),
      requiredOf(parameters).map(then),
    ),
  }
}

function rewordParameters({ parameters }: Tool, random: () => number): Partial<Tool> | undefined {
  let isOther = false
  const entries = propertiesOf(parameters).map(([name, schema]) => {
    const description = isJsonObject(schema) ? schema.description : undefined
    const other = typeof description === 'string' ? reworded(description, random) : undefined
    if (!isJsonObject(schema) || other === undefined) return [name, schema] as const
    isOther = true
    return [name, { ...schema, description: other }] as const
  })
  return isOther ? { parameters: withProperties(parameters, entries) } : undefined
}

/** The share of optional parameters that is dropped; one at least. */
const DROPPED = 0.5

function pruneParameters({ parameters }: Tool, random: () => number): Partial<Tool> | undefined {
  const required = new Set(requiredOf(parameters))
  const all = propertiesOf(parameters)
  const optional = all.flatMap(([name]) => (required.has(name) ? [] : [name]))
  if (optional.length === 0) return undefined
  const one = optional[Math.floor(random() * optional.length)]
  const dropped = new Set(optional.filter((name) => name === one || random() < DROPPED))
  return {
    parameters: withProperties(
      parameters,
      all.filter(([name]) => !dropped.has(name)),
    ),
  }
}

/** Parameters that tools are often given later; ours. */
const LATER_PARAMETERS: readonly (readonly [string, JsonObject])[] = [
  ['limit', { type: 'integer', description: 'The maximum number of results to return.' }],
  ['offset', { type: 'integer', description: 'How many results to skip.' }],
  ['language', { type: 'string', description: 'The language of the answer, such as “en”.' }],
  ['format', { type: 'string', description: 'The format of the output: json, csv or text.' }],
  ['sort_by', { type: 'string', description: 'The field by which results are sorted.' }],
  ['timeout', { type: 'integer', description: 'Seconds to wait before giving up.' }],
  ['verbose', { type: 'boolean', description: 'Whether to include additional details.' }],
  ['dry_run', { type: 'boolean', description: 'Only validate the request, change nothing.' }],
]
const MOST_LATER = 3

function addParameters({ parameters }: Tool, random: () => number): Partial<Tool> | undefined {
  const before = propertiesOf(parameters)
  const taken = new Set(before.flatMap(([name]) => wordsOf(name).join(' ').toLowerCase()))
  const free = LATER_PARAMETERS.filter(([name]) => !taken.has(wordsOf(name).join(' ')))
  const from = Math.floor(random() * free.length)
  const count = 1 + Math.floor(random() * MOST_LATER)
  const added = [...free.slice(from), ...free.slice(0, from)].slice(0, count)
  if (added.length === 0) return undefined
  return { parameters: withProperties(parameters, [...before, ...added]) }
}

/** Every second one, from the first or the second on. */
const halfOf = <Item>(items: readonly Item[], half: number): Item[] =>
  items.filter((_, at) => at % 2 === half)

/**
 * A new tool under the first id that no tool of the catalog has, with nothing that an author wrote.
 */
function newTool(tool: Tool, what: string, has: Surroundings['has']): CatalogTool {
  let id = `${tool.id} (${what})` as ToolId
  for (let next = 2; has(id); next++) id = `${tool.id} (${what} ${next})` as ToolId
  return { tool: { ...tool, id }, layer: {} }
}

/**
 * One tool into two: the first keeps its id and its author’s layer. What there is only one of, both
 * have.
 */
const split: Operator = ({ tool, layer }, { has }) => {
  const parameters = propertiesOf(tool.parameters)
  const sentences = sentencesOf(tool.description)
  if (parameters.length < 2 && sentences.length < 2) return undefined
  const partOf = (half: number): Partial<Tool> => {
    const own = parameters.length < 2 ? parameters : halfOf(parameters, half)
    const said = sentences.length < 2 ? sentences : halfOf(sentences, half)
    const by =
      parameters.length < 2 ? [['overview'], ['details']][half] : wordsOf(own[0]?.[0] ?? '')
    const words = [...wordsOf(tool.name), ...(parameters.length < 2 ? [] : ['by']), ...(by ?? [])]
    return {
      name: namedLike(tool.name, words),
      description: said.join(' '),
      parameters: withProperties(tool.parameters, own),
    }
  }
  const other = newTool({ ...tool, ...partOf(1) }, 'second part', has)
  return {
    put: [{ tool: { ...tool, ...partOf(0) }, layer }, other],
    instead: [[tool.id, [tool.id, other.tool.id]]],
  }
}

/** Tools that have less in common are not made one. */
const NEAR_ENOUGH = 0.15

/** Two tools into one, with the parameters of both: required is only what both required. */
const merge: Operator = (entry, { near, toolOf }) => {
  const found = near.find(
    ({ tool, alike }) => alike >= NEAR_ENOUGH && serverOf(toolOf(tool)) === serverOf(entry),
  )
  if (!found) return undefined
  const { tool, layer } = entry
  const { tool: other } = toolOf(found.tool)
  const words = wordsOf(tool.name)
  const more = wordsOf(other.name).filter((word) => !words.includes(word))
  const both = new Map([...propertiesOf(other.parameters), ...propertiesOf(tool.parameters)])
  const required = new Set(requiredOf(other.parameters))
  const merged: Tool = {
    ...tool,
    name: namedLike(tool.name, [...words, ...(more.length > 0 ? ['and', ...more] : [])]),
    description: [tool.description, other.description].filter((text) => text !== '').join(' '),
    parameters: withProperties(
      tool.parameters,
      [...both],
      requiredOf(tool.parameters).filter((name) => required.has(name)),
    ),
  }
  return { put: [{ tool: merged, layer }], gone: [other.id], instead: [[other.id, [tool.id]]] }
}

/** Nothing stands in for it: what is worded alike may do something else. */
const deprecate: Operator = (entry) => ({
  put: [],
  gone: [idOf(entry)],
  instead: [[idOf(entry), []]],
})

/** Its nearest neighbour from another server, in other words where there are any. */
const copy: Operator = (_, { near: [nearest], toolOf, has, servers, random }) => {
  if (!nearest) return undefined
  const { tool } = toolOf(nearest.tool)
  const others = servers.filter((server) => server !== tool.server)
  const server = others[Math.floor(random() * others.length)] ?? 'another server'
  const name = renamed(tool.name, random) ?? tool.name
  const description = reworded(tool.description, random) ?? tool.description
  return { put: [newTool({ ...tool, server, name, description }, 'copy', has)] }
}

export const OPERATORS: Readonly<Record<ChangeKind, Operator>> = {
  rename: rewriting(({ name }, random) => {
    const other = renamed(name, random)
    return other === undefined ? undefined : { name: other }
  }),
  split,
  merge,
  deprecate,
  copy,
  'rename-parameters': rewriting(renameParameters),
  'prune-parameters': rewriting(pruneParameters),
  'add-parameters': rewriting(addParameters),
  reword: rewriting(({ description }, random) => {
    const other = reworded(description, random)
    return other === undefined ? undefined : { description: other }
  }),
  'reword-parameters': rewriting(rewordParameters),
}
