import { type Tool, toolId, type ToolId } from '../../domain/tool/tool'
import { type PairingOptions, type Pairs, pairTools } from './pair-tools'

/** A tool of the catalog and the id of a tool in, or from, the files. */
export interface ToolPair {
  id: ToolId
  as: ToolId
}

/** Tools of the catalog as they are called now, by hand or not. */
interface InForce {
  inForce: readonly Tool[]
}

/** The tools of an import under the ids they are to have in the catalog. */
export interface RecognisedTools {
  /** `tools[i]` is the import's tool `i`. */
  tools: Tool[]
  /** Id in the import → id in the catalog. */
  ids: ReadonlyMap<ToolId, ToolId>
  /** Tools that are here under another server, or none; `as` is the files' id. They keep their id, and with it layer and labels. */
  recognised: ToolPair[]
  /** Tools here whose name a tool of the files has as well, which comes in beside them under the id `as`. */
  beside: ToolPair[]
}

/**
 * Gives each tool of an import the id, and the server, that it has in the catalog already; new ones get ids that are free.
 * @param current also those that an import removed and whose author's layers wait for them.
 */
export async function recogniseTools(
  current: readonly Tool[],
  imported: readonly Tool[],
  { inForce, ...options }: PairingOptions & InForce,
): Promise<RecognisedTools> {
  const pairs = await pairTools(current, imported, options)
  const placed = placeTools(current, imported, pairs)
  const ids = new Map(placed.map(({ from, to }) => [from.id, to.id]))
  return {
    tools: placed.map(({ to }) => withDependencies(to, ids)),
    ids,
    recognised: placed.flatMap(({ from, here }) =>
      here && here.server !== from.server ? [{ id: here.id, as: from.id }] : [],
    ),
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

/** The server here that at least half of the import's tools without a server turned out to be of. */
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
