import type { JsonObject, JsonValue } from '../../../domain/tool/tool'
import { named } from '../../../domain/value/json'
import { causes, type Causes, type Report } from '../../../importing/catalog/report'
import { isObject } from '../../../importing/reading/parse-json'
import { lineOf, type Line, type RoundFile } from './mcpevol-files'
import { propertySchema } from '../../../importing/catalog/parameter-schema'
import { textOf } from './server-tools'

/** Server → its tools, as MCP writes them. */
export type Listings = ReadonlyMap<string, readonly JsonValue[]>

/** What the rounds of a line make of a catalog and of the golden tools of tasks. */
export interface Evolved {
  listings: Listings
  /** The golden tools of a server after all rounds, and the kinds of changes that concern them. */
  goldOf(server: string, tools: readonly string[]): { tools: string[]; kinds: string[] }
}

/** What one round does to one server. */
interface Change {
  /** Tools taken away, each with the one that stands for it since. */
  moved?: { from: string; to: string }
  /** Whether the server has a new tool or tools whose texts were tuned to it. */
  isAddition: boolean
  /** The only tool whose texts or parameters change. */
  tool?: string
  kind: string
}

type Remark = (outcome: 'skipped' | 'notice', why: string, entry: string) => void

/**
 * Applies the rounds of the longest line of files to the tools, as far as they say in data what
 * they change: names, descriptions and parameters by name. What they change in code alone stays as
 * it was, and the report says so.
 */
export function evolve(listings: Listings, rounds: readonly RoundFile[], report: Report): Evolved {
  const line = lineOf(rounds)
  const found = causes('changes')
  const changes: Map<string, Change>[] = []
  let evolved = listings
  for (const round of line.applied) {
    const applied = applyRound(evolved, round, found)
    evolved = applied.listings
    changes.push(applied.changes)
  }
  reportLine(line, report)
  found.report(report)
  return {
    listings: evolved,
    goldOf: (server, tools) =>
      goldAfter(
        tools,
        changes.flatMap((round) => round.get(server) ?? []),
      ),
  }
}

function reportLine({ applied, others }: Line, report: Report): void {
  for (const { path } of others) {
    const why = 'Not applied: its round follows upon others than those of the longest line of files'
    report.add({ outcome: 'notice', where: path, why })
  }
  const last = applied.at(-1)
  if (!last) return
  if (applied.length < last.number) {
    const why = `Rounds before round ${last.number} are not among the files: what they change is as it was`
    report.add({ outcome: 'notice', where: last.path, why })
  }
  const why = `The catalog is as round ${last.number} of changes left it, as far as the files say it in data; golden tools that were taken away are those that stand for them`
  const fix =
    'Import test_cases without mutation into a workspace of its own for the catalog before.'
  report.add({ outcome: 'notice', where: last.path, why, fix })
}

function applyRound(listings: Listings, { path, servers, number }: RoundFile, found: Causes) {
  const next = new Map(listings)
  const changes = new Map<string, Change>()
  for (const [server, written] of Object.entries(servers)) {
    const remark: Remark = (outcome, why, entry) =>
      found.add({ outcome, where: `${path}, server ${server}`, entry, why })
    const tools = listings.get(server)
    if (!tools || !isObject(written)) {
      const what = tools ? 'says of a server what cannot be read' : 'changes a server without tools'
      remark('skipped', `Round ${number} ${what}`, server)
      continue
    }
    const said: Remark = (outcome, why, name) =>
      remark(outcome, `Round ${number} ${why}`, `${server}/${name}`)
    const applied =
      written.mutation_type === 'TOOL'
        ? changeTools(tools, written, said)
        : changeTexts(tools, written, said)
    if (!applied) continue
    next.set(server, applied.tools)
    changes.set(server, applied.change)
  }
  return { listings: next, changes }
}

interface Applied {
  tools: readonly JsonValue[]
  change: Change
}

const nameOf = (tool: JsonValue): JsonValue | undefined => (isObject(tool) ? tool.name : undefined)

/** A tool is added, taken away for another, or put in the place of one. */
function changeTools(
  tools: readonly JsonValue[],
  written: JsonObject,
  said: Remark,
): Applied | undefined {
  const { new_tool_config: config, auto_optimizations } = written
  const [from] = [written.deleted_tool_name, written.old_tool_name].flatMap(textOf)
  const [to] = [
    written.migration_target_tool,
    nameOf(config ?? null),
    written.new_tool_name,
  ].flatMap(textOf)
  if (to === undefined) {
    said('skipped', 'changes tools in a way that is not known', Object.keys(written).join(', '))
    return undefined
  }
  const tuned = listOf(auto_optimizations).flatMap(
    (change) => changeOf(change, 'tool_name')?.name ?? [],
  )
  for (const name of tuned) {
    said('skipped', 'tunes the texts of a tool in words alone: they stay', name)
  }
  const left = tools.filter((tool) => from === undefined || nameOf(tool) !== from)
  if (left.length < tools.length) {
    said('notice', 'takes a tool away, and another stands for it', from ?? to)
  } else if (from !== undefined) {
    said('skipped', 'takes a tool away that is not in the catalog', from)
  }
  const change: Change = {
    ...(from !== undefined && { moved: { from, to } }),
    isAddition: isObject(config) || Array.isArray(auto_optimizations),
    kind: 'tool',
  }
  if (left.some((tool) => nameOf(tool) === to)) return { tools: left, change }
  if (!isObject(config)) {
    said('skipped', 'adds a tool that only its code describes: it is not added', to)
    return { tools: left, change }
  }
  const why = 'adds a tool; no task is said to need it, so it is golden for none'
  said('notice', from === undefined ? why : 'puts a tool in the place of another', to)
  return { tools: [...left, asListed(config)], change }
}

/** A tool as the catalog before has its own, for later rounds to change. */
function asListed({ input_schema, ...config }: JsonObject): JsonObject {
  const inputSchema = config.inputSchema ?? input_schema
  return { ...config, ...(inputSchema !== undefined && { inputSchema }) }
}

/** A tool is described anew, or takes other parameters. */
function changeTexts(
  tools: readonly JsonValue[],
  written: JsonObject,
  said: Remark,
): Applied | undefined {
  const [name = ''] = Object.keys(written).filter((key) => !ABOUT_CHANGE.includes(key))
  const texts = named(written, name)
  const at = tools.findIndex((tool) => nameOf(tool) === name)
  const tool = tools[at]
  if (!isObject(tool) || !isObject(texts)) {
    said('skipped', 'changes a tool that is not in the catalog', name)
    return undefined
  }
  const isText = written.mutation_type === 'DESC'
  said('notice', isText ? 'describes a tool anew' : 'changes the parameters of a tool', name)
  const changed = withParameters(withDescription(tool, texts), texts, (why) => {
    said('skipped', why, name)
  })
  return {
    tools: tools.with(at, changed),
    change: { isAddition: false, tool: name, kind: isText ? 'desc' : 'param' },
  }
}

/** What stands beside the name of the tool. */
const ABOUT_CHANGE = ['mutation_type', 'task_idx']

function withDescription(tool: JsonObject, { tool: anew, tool_description_change }: JsonObject) {
  const [description] = [
    isObject(anew) ? anew.modified_description : undefined,
    isObject(tool_description_change) ? tool_description_change.new_description : undefined,
  ].flatMap(textOf)
  return description === undefined ? tool : { ...tool, description }
}

type Properties = Map<string, JsonValue>

interface Parameters {
  properties: Properties
  required: Set<string>
}

function withParameters(
  tool: JsonObject,
  texts: JsonObject,
  skip: (why: string) => void,
): JsonObject {
  const written = isObject(tool.inputSchema) ? tool.inputSchema : { type: 'object' }
  const parameters: Parameters = {
    properties: new Map(Object.entries(isObject(written.properties) ? written.properties : {})),
    required: new Set(listOf(written.required).flatMap(textOf)),
  }
  const lists = [
    ...listOf(texts.parameters).map((change) => describe(change, parameters.properties)),
    ...listOf(texts.parameter_additions).map((change) => add(change, parameters)),
    ...listOf(texts.parameter_removals).map((change) => remove(change, parameters)),
    ...listOf(texts.parameter_changes).map((change) => alter(change, parameters)),
  ]
  if (lists.length === 0) return tool
  if (lists.includes(false)) skip('changes a parameter in a way that its data does not tell')
  const required = [...parameters.required].filter((name) => parameters.properties.has(name))
  const { required: _required, ...kept } = written
  return {
    ...tool,
    inputSchema: {
      ...kept,
      properties: Object.fromEntries(parameters.properties),
      ...(required.length > 0 && { required }),
    },
  }
}

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : [])

/** The change of a parameter, with its name; undefined where it names none. */
function changeOf(change: JsonValue, key = 'name'): (JsonObject & { name: string }) | undefined {
  const [name] = isObject(change) ? textOf(change[key]) : []
  return isObject(change) && name !== undefined ? { ...change, name } : undefined
}

/**
 * Whether the parameter is there to be described: some stand within others, and which ones the data
 * does not say.
 */
function describe(written: JsonValue, properties: Properties): boolean {
  const change = changeOf(written, 'parameter_name')
  const [description] = textOf(change?.modified_description)
  const property = change && properties.get(change.name)
  if (!change || !isObject(property) || description === undefined) return false
  properties.set(change.name, { ...property, description })
  return true
}

function add(written: JsonValue, { properties, required }: Parameters): boolean {
  const change = changeOf(written)
  if (!change) return false
  const { name, type = null, description = null } = change
  properties.set(name, propertySchema({ type, description }))
  if (change.required === true) required.add(name)
  return true
}

function remove(written: JsonValue, { properties }: Parameters): boolean {
  const change = changeOf(written)
  return change !== undefined && properties.delete(change.name)
}

/**
 * Parameters are put in and taken out, or one is asked for from now on; other limits are told in
 * words.
 */
function alter(written: JsonValue, parameters: Parameters): boolean {
  const change = changeOf(written)
  if (!change) return false
  const { name, action, change_type, new_value, description_new = null } = change
  if (action === 'add') return add({ ...change, description: description_new }, parameters)
  if (action === 'remove') return remove(change, parameters)
  if (change_type !== 'required' || typeof new_value !== 'boolean') return false
  if (new_value) parameters.required.add(name)
  else parameters.required.delete(name)
  return true
}

/**
 * As the benchmark’s code has it, an added tool concerns all tasks of its server, any other change
 * those whose tool it is.
 */
function goldAfter(
  tools: readonly string[],
  changes: readonly Change[],
): { tools: string[]; kinds: string[] } {
  let gold = [...tools]
  const kinds = new Set<string>()
  for (const { moved, isAddition, tool, kind } of changes) {
    const isMoved = moved !== undefined && gold.includes(moved.from)
    if (isMoved || isAddition || (tool !== undefined && gold.includes(tool))) kinds.add(kind)
    if (isMoved) gold = gold.map((name) => (name === moved.from ? moved.to : name))
  }
  return { tools: gold, kinds: [...kinds] }
}
