import { modelDescriptionOf, serverOf, visibilityOf } from '../domain/tool/catalog-tool'
import type { ToolId } from '../domain/tool/tool'
import type { Hit, Rating } from '../ports/hit'
import { overTools } from './drafted'
import type { DenseSource, Documents, KeyedText, Kit, LexicalSource } from './kit'

/**
 * Servers as documents of their own: each is its name with what it says of itself, or else with the
 * names of its tools. A tool of no server stands for itself.
 */

/** Tools whose names describe a server that says nothing of itself. */
const MOST_NAMED = 100

/** The servers of a kit's tools. */
export interface Servers {
  /**
   * Which a tool is of; itself where it is of none. Not shown: it stands for the server in indexes.
   */
  of(tool: ToolId): string | undefined
  /** All that are of it, by id. */
  tools(server: string): readonly ToolId[]
  /** As people and models read it: its name and its text. */
  text(server: string): Promise<{ name: string; description: string } | undefined>
  documents: Documents<string>
}

/** Of a tool that stands for itself is read what an agent is sent. */
export function serversOf(kit: Kit): Servers {
  const { prepare } = kit.servers
  return {
    of: (tool) => (kit.tools.has(tool) ? keyOf(kit, tool) : undefined),
    tools: (server) => groupsOf(kit).get(server) ?? [],
    text: async (server) => described(kit, server, await prepare()),
    documents: {
      key: 'servers as sent',
      pooling: 'best',
      ...overTools(kit, async (of, tools) => {
        const own = await prepare()
        return serversAmong(kit, tools).flatMap((key): KeyedText<string>[] => {
          const told = described(of, key, own)
          return told ? [{ key, text: `${told.name}: ${told.description}` }] : []
        })
      }),
    },
  }
}

const known = new WeakMap<Kit['tools'], ReadonlyMap<string, ToolId[]>>()

/** Tools by their servers, worked out when they are first wanted. */
function groupsOf(kit: Kit): ReadonlyMap<string, ToolId[]> {
  const found =
    known.get(kit.tools) ?? Map.groupBy([...kit.tools.keys()].sort(), (id) => keyOf(kit, id))
  known.set(kit.tools, found)
  return found
}

/** The servers of tools, as they are and as they would be. */
function serversAmong(kit: Kit, tools: Iterable<ToolId>): string[] {
  const kits = [kit, ...(kit.draft ? [kit.draft.base] : [])]
  const keys = [...tools].flatMap((id) =>
    kits.flatMap((each) => (each.tools.has(id) ? keyOf(each, id) : [])),
  )
  return [...new Set(keys)]
}

const keyOf = ({ tools }: Kit, id: ToolId): string => {
  const entry = tools.get(id)
  const server = entry && serverOf(entry)
  return server === undefined ? `tool ${id}` : `server ${server}`
}

/** Nothing of a server that has no tools there. */
function described(
  kit: Kit,
  key: string,
  own: ReadonlyMap<string, string>,
): { name: string; description: string } | undefined {
  const entries = (groupsOf(kit).get(key) ?? []).flatMap((id) => kit.tools.get(id) ?? [])
  const [first] = entries
  if (!first) return undefined
  const server = serverOf(first)
  if (server === undefined) return { name: first.tool.name, description: modelDescriptionOf(first) }
  // What is hidden is not to be found by its name either.
  const shown = entries.filter((entry) => visibilityOf(entry) !== 'hidden')
  const names = shown.slice(0, MOST_NAMED).map(({ tool }) => tool.name)
  return { name: server, description: own.get(server) ?? names.join(', ') }
}

/** Of a catalog in which servers tell no tools apart. */
function remarkOn(kit: Kit): string | undefined {
  const keys = [...groupsOf(kit).keys()]
  if (keys.every((key) => key.startsWith('tool '))) {
    return 'No tool is of a server, so each is searched as a server of its own.'
  }
  return keys.length === 1
    ? 'All tools are of one server, which tells none from another.'
    : undefined
}

/** A search of servers' words that gives the first tool of each what its server scores. */
export function wordsOfServers(
  kit: Kit,
  { servers, analyser }: { servers: Servers; analyser: readonly string[] },
): LexicalSource {
  const source = kit.lexical(servers.documents, analyser)
  const { among, handOn, rated } = throughServers(servers)
  return {
    ...source,
    key: `${source.key}, for the first of their tools`,
    remark: () => Promise.resolve(remarkOn(kit)),
    async search(texts, call) {
      const lists = await source.search(texts, { ...call, among: among(call.among) })
      return lists.map((list) => handOn(list, call.among))
    },
    async rate(texts, tools, call) {
      const wanted = among(new Set(tools)) ?? new Set()
      const ratings = await source.rate(texts, [...wanted], { ...call, among: among(call.among) })
      return ratings.map((rating) => rated(rating, tools))
    },
    textsSearched: (of) => source.textsSearched(among(of)),
  }
}

/** The same by meaning. */
export function meaningOfServers(kit: Kit, servers: Servers): DenseSource {
  const source = kit.dense(servers.documents)
  const { among, handOn, rated } = throughServers(servers)
  return {
    ...source,
    key: `${source.key}, for the first of their tools`,
    remark: () => Promise.resolve(remarkOn(kit)),
    async search(texts, call) {
      const lists = await source.search(texts, { ...call, among: among(call.among) })
      return lists.map((list) => list && handOn(list, call.among))
    },
    async rate(texts, tools, call) {
      const wanted = among(new Set(tools)) ?? new Set()
      const ratings = await source.rate(texts, [...wanted], { ...call, among: among(call.among) })
      return ratings.map((rating) => rating && rated(rating, tools))
    },
    async alike(one, other) {
      const first = servers.of(one)
      const second = servers.of(other)
      return first === undefined || second === undefined ? undefined : source.alike(first, second)
    },
  }
}

function throughServers(servers: Servers) {
  /** The same set for the same tools, as indexes want it. */
  const among = new WeakMap<ReadonlySet<ToolId>, ReadonlySet<string>>()
  return {
    among(tools: ReadonlySet<ToolId> | undefined): ReadonlySet<string> | undefined {
      if (!tools) return undefined
      const found = among.get(tools) ?? new Set([...tools].flatMap((id) => servers.of(id) ?? []))
      among.set(tools, found)
      return found
    },
    handOn: (
      hits: readonly Hit<string>[],
      admitted: ReadonlySet<ToolId> | undefined,
    ): Hit<ToolId>[] =>
      hits.flatMap(({ key, ...hit }) => {
        const first = servers.tools(key).find((tool) => admitted?.has(tool) ?? true)
        return first === undefined ? [] : [{ ...hit, key: first }]
      }),
    rated({ hits, spread }: Rating<string>, tools: readonly ToolId[]): Rating<ToolId> {
      const byServer = new Map(hits.map((hit) => [hit.key, hit]))
      const own = tools.flatMap((key) => {
        const hit = byServer.get(servers.of(key) ?? '')
        return hit ? [{ ...hit, key }] : []
      })
      return { hits: own, spread }
    },
  }
}
