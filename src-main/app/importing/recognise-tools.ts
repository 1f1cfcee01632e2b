import type { ClashChoices } from '../../domain/catalog/import'
import { toolId, type Tool, type ToolId } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import { jaccard } from '../../domain/value/jaccard'
import { mapYielding } from '../../pipeline/knowledge-base/map-yielding'
import { contentHash } from '../../pipeline/knowledge-base/weighed-text'

/** A tool of the catalog and the id of a tool in, or from, the files. */
export interface ToolPair {
  id: ToolId
  as: ToolId
}

interface Naming {
  /** Tools of the catalog as they are called now, by hand or not. */
  inForce: readonly Tool[]
  /** Id in the import → id of the tool here that has a new name there. */
  renames?: ReadonlyMap<ToolId, ToolId>
}

/** The tools of an import under the ids they are to have in the catalog. */
export interface RecognisedTools {
  /** `tools[i]` is the import's tool `i`. */
  tools: Tool[]
  /** Id in the import → id in the catalog. */
  ids: ReadonlyMap<ToolId, ToolId>
  /**
   * Tools that are here under another server, or none; `as` is the files' id. They keep their id,
   * and with it layer and labels.
   */
  recognised: ToolPair[]
  /** Tools that are here under another name, and keep their id. */
  renamed: ToolPair[]
  /**
   * Tools here whose name a tool of the files has as well, which comes in beside them under the id
   * `as`.
   */
  beside: ToolPair[]
}

/**
 * Gives each tool of an import the id, and the server, that it has in the catalog already; new ones
 * get ids that are free.
 * @param current also those that an import removed and whose author's layers wait for them.
 */
export async function recogniseTools(
  current: readonly Tool[],
  imported: readonly Tool[],
  { inForce, renames = new Map(), ...options }: PairingOptions & Naming,
): Promise<RecognisedTools> {
  const pairs = await pairTools(current, imported, options)
  const byId = new Map(current.map((tool) => [tool.id, tool]))
  const renamed = new Map(
    imported.flatMap((tool) => {
      const here = pairs.has(tool) ? undefined : byId.get(renames.get(tool.id) ?? tool.id)
      return here && renames.has(tool.id) ? [[tool, here] as const] : []
    }),
  )
  const placed = placeTools(current, imported, new Map([...pairs, ...renamed]))
  const ids = new Map(placed.map(({ from, to }) => [from.id, to.id]))
  return {
    tools: placed.map(({ to }) => withDependencies(to, ids)),
    ids,
    recognised: placed.flatMap(({ from, here }) =>
      here && here.server !== from.server ? [{ id: here.id, as: from.id }] : [],
    ),
    renamed: [...renamed].map(([from, here]) => ({ id: here.id, as: from.id })),
    beside: besidePairs([...current, ...inForce], placed),
  }
}

interface Placed {
  from: Tool
  to: Tool
  here?: Tool
}

function placeTools(current: readonly Tool[], imported: readonly Tool[], pairs: Pairs): Placed[] {
  const home = sharedServer(imported, pairs)
  const taken = new Set<string>(current.map(({ id }) => id))
  return imported.map((from) => {
    const here = pairs.get(from)
    const server = from.server ?? (here ? here.server : home)
    const wanted = server === from.server ? from.id : toolId(from.name, server)
    const id = here?.id ?? freeId(wanted, taken)
    return { from, to: { ...from, id, ...(server !== undefined && { server }) }, here }
  })
}

/**
 * The server here that at least half of the import's tools without a server turned out to be of.
 */
function sharedServer(imported: readonly Tool[], pairs: Pairs): string | undefined {
  const unnamed = imported.filter(({ server }) => server === undefined)
  const servers = unnamed.flatMap((tool) => pairs.get(tool)?.server ?? [])
  const groups = [...Map.groupBy(servers, (server) => server).values()]
  return groups.find((group) => group.length * 2 >= unnamed.length)?.[0]
}

/** `wanted`, or the first of `wanted#2`, `wanted#3` … that is free; taken from then on. */
function freeId(wanted: ToolId, taken: Set<string>): ToolId {
  let id: string = wanted
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}#${number}`
  taken.add(id)
  return id as ToolId
}

function withDependencies(tool: Tool, ids: ReadonlyMap<ToolId, ToolId>): Tool {
  if (tool.dependencies.every(({ on }) => (ids.get(on) ?? on) === on)) return tool
  return {
    ...tool,
    dependencies: tool.dependencies.map((edge) => ({ ...edge, on: ids.get(edge.on) ?? edge.on })),
  }
}

function besidePairs(current: readonly Tool[], placed: Placed[]): ToolPair[] {
  const names = new Set(placed.map(({ to }) => to.name))
  const namesakes = Map.groupBy(
    current.filter(({ name }) => names.has(name)),
    ({ name }) => name,
  )
  return placed.flatMap(({ to, here }) => {
    const other = here ? undefined : namesakes.get(to.name)?.find((one) => isConfusable(one, to))
    return other ? [{ id: other.id, as: to.id }] : []
  })
}

/** Tools of two named servers are told apart by them. */
const isConfusable = (here: Tool, tool: Tool): boolean =>
  here.server === tool.server || here.server === undefined || tool.server === undefined

interface PairingOptions {
  sameName: ClashChoices['sameName']
  /**
   * Whether the files say their servers: a server that a person named by hand takes in no tool that
   * stands without one.
   */
  filesSayServers: boolean
}

/** Tool of an import → the tool of the catalog that it is; one to one. */
type Pairs = ReadonlyMap<Tool, Tool>

/**
 * Finds the tools of an import that are in the catalog already, the surest matches first: of the
 * same server, then the same definition where one side has no server, then the same name. Other
 * requests have their turns meanwhile: of tens of thousands of tools it takes as many tenths of a
 * second as there are tens.
 */
export async function pairTools(
  current: readonly Tool[],
  imported: readonly Tool[],
  { sameName, filesSayServers }: PairingOptions,
): Promise<Pairs> {
  const names = new Set(imported.map(({ name }) => name))
  const namesakes = current.filter(({ name }) => names.has(name))
  const { pairs, match } = matching()
  if (namesakes.length === 0) return pairs
  await mapYielding([...namesakes, ...imported], (tool) => [definitionOf(tool)])
  await match(imported, namesakes, (tool) => [tool.server ?? null, tool.name, definitionOf(tool)])
  // As when the same files are imported again.
  if (pairs.size === imported.length) return pairs

  const named = imported.filter(({ server }) => server !== undefined)
  const unnamed = imported.filter(({ server }) => server === undefined)
  const loose = namesakes.filter(({ server }) => server === undefined)
  if (sameName !== 'both') {
    await match(named, namesakes, ({ server, name, id }) => [server ?? null, name, id])
    await match(named, namesakes, ({ server, name }) => [server ?? null, name])
  }
  if (filesSayServers && loose.length > 0) {
    await match(mostAlikeFirst(named, loose).flat(), loose, sameTool)
  }
  const home = likeliestServer(unnamed, namesakes)
  const ofHome = namesakes.filter(({ server }) => server === home)
  await match(unnamed, ofHome, sameTool)
  await match(unnamed, namesakes, sameTool)
  if (sameName === 'replace' || (sameName === 'auto' && isNewerVersion(unnamed, current))) {
    await match(unnamed, loose, ({ id }) => [id])
    await match(unnamed, [...loose, ...ofHome], ({ name }) => [name])
  }
  if (sameName === 'replace') await match(named, loose, ({ name }) => [name])
  return pairs
}

type KeyOf = (tool: Tool) => unknown[]

const sameTool: KeyOf = (tool) => [tool.name, definitionOf(tool)]

/**
 * Pairs found so far, and a search for more by what both sides must have alike. Each call takes
 * time in proportion to both lists.
 */
function matching() {
  const pairs = new Map<Tool, Tool>()
  const claimed = new Set<Tool>()
  const match = async (tools: readonly Tool[], among: readonly Tool[], keyOf: KeyOf) => {
    await new Promise(setImmediate)
    const free = among.filter((here) => !claimed.has(here)).toReversed()
    if (free.length === 0) return
    const byKey = Map.groupBy(free, (here) => JSON.stringify(keyOf(here)))
    for (const tool of tools) {
      const here = pairs.has(tool) ? undefined : byKey.get(JSON.stringify(keyOf(tool)))?.pop()
      if (!here) continue
      claimed.add(here)
      pairs.set(tool, here)
    }
  }
  return { pairs, match }
}

const definitions = new WeakMap<Tool, string>()

/**
 * Stands for what an agent is told of a tool: worked out once, as a definition may be long and is
 * looked at many times.
 */
function definitionOf(tool: Tool): string {
  const known = definitions.get(tool)
  if (known !== undefined) return known
  const { title, description, parameters, response, annotations } = tool
  const told = [title ?? null, description, parameters, response ?? null, annotations ?? null]
  const definition = contentHash(canonical(told) ?? '')
  definitions.set(tool, definition)
  return definition
}

const keysOf = (tools: readonly Tool[], keyOf: KeyOf): Set<string> =>
  new Set(tools.map((tool) => JSON.stringify(keyOf(tool))))

/** The tools by server, first the server that shares most with the tools here. */
function mostAlikeFirst(tools: readonly Tool[], here: readonly Tool[]): Tool[][] {
  const known = keysOf(here, sameTool)
  const isKnown = (tool: Tool): boolean => known.has(JSON.stringify(sameTool(tool)))
  return [...Map.groupBy(tools, ({ server }) => server).values()]
    .map((group) => ({ group, alike: group.filter(isKnown).length }))
    .toSorted((a, b) => b.alike - a.alike)
    .map(({ group }) => group)
}

/** The server, or none, that most of these very tools stand under. */
function likeliestServer(tools: readonly Tool[], here: readonly Tool[]): string | undefined {
  return here.length === 0 ? undefined : mostAlikeFirst(here, tools)[0]?.[0]?.server
}

/** Two descriptions that share as many of their words are taken for versions of one. */
const SHARED_WORDS = 0.5
/**
 * What is looked at of a description, and how many tools of one name, so that no import takes long.
 */
const LONGEST_DESCRIPTION = 2000
const MOST_NAMESAKES = 10

/**
 * Whether tools without a server are those that are here, read again: of one side or the other at
 * least half says much the same as before.
 */
function isNewerVersion(tools: readonly Tool[], current: readonly Tool[]): boolean {
  const wanted = new Set(tools.map(({ name }) => name))
  const namesakes = Map.groupBy(
    current.filter(({ name }) => wanted.has(name)),
    ({ name }) => name,
  )
  const alike = tools.filter((tool) =>
    namesakes
      .get(tool.name)
      ?.slice(0, MOST_NAMESAKES)
      .some((here) => shareWords(here, tool)),
  ).length
  const loose = current.filter(({ server }) => server === undefined).length
  return alike > 0 && (alike * 2 >= tools.length || alike * 2 >= loose)
}

const shareWords = (one: Tool, other: Tool): boolean =>
  one.description === other.description || jaccard(wordsOf(one), wordsOf(other)) >= SHARED_WORDS

const wordsOf = ({ description }: Tool): Set<string> =>
  new Set(
    description
      .slice(0, LONGEST_DESCRIPTION)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  )
