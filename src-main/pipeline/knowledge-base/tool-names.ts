import { serverOf } from '../../domain/tool/catalog-tool'
import { idOf, importedTraits } from '../../domain/tool/stored-tool'
import { comparedName, lastPart } from '../../domain/tool/tool-name'
import { toolId, type CatalogTool, type ToolId } from '../../domain/tool/tool'
import type { ToolNames } from '../kit'
import { mapYielding } from './map-yielding'
import type { Earlier } from './open-once'

/** Names, and which tools they were made of. */
export interface IndexedNames extends ToolNames {
  has(id: ToolId): boolean
  /** Whether its name was read, not told by its id. */
  isRead(id: ToolId): boolean
}

/** A name of a tool, as it is written and as it is compared. */
interface Name {
  id: ToolId
  written: string
  compared: string
}

/**
 * The names of all tools: their ids, and of those written here their server and name, which may be
 * others by now. Those of an earlier catalog serve where no name may have changed since.
 */
export async function toolNames(
  tools: ReadonlyMap<ToolId, CatalogTool>,
  earlier?: Earlier<IndexedNames>,
): Promise<IndexedNames> {
  const before = await earlier?.value
  const isSame = (id: ToolId) => {
    const entry = tools.get(id)
    if (before?.has(id) !== (entry !== undefined)) return false
    return !entry || (!before.isRead(id) && !mayBeRenamed(entry))
  }
  if (before && [...(earlier?.changed ?? [])].every(isSame)) return before
  return namesOf([...tools.values()])
}

/** Looked at without reading the tool, as 100,000 would take long. */
const mayBeRenamed = (entry: CatalogTool): boolean => importedTraits(entry).isWrittenHere

/** As clients write the names of a server's tools in front of its own: `mcp__github__search`. */
const CLIENT_PREFIX = 'mcp/'

async function namesOf(entries: readonly CatalogTool[]): Promise<IndexedNames> {
  const byLastPart = new Map<string, Name[]>()
  const read = new Set<ToolId>()
  const all = new Set<ToolId>()
  const add = (entry: CatalogTool): [] => {
    const id = idOf(entry)
    all.add(id)
    const written = new Set<string>([id])
    if (mayBeRenamed(entry)) {
      read.add(id)
      written.add(toolId(entry.tool.name, serverOf(entry)))
    }
    for (const each of written) {
      const name = { id, written: each, compared: `/${comparedName(each)}` }
      const part = lastPart(name.compared)
      const known = byLastPart.get(part)
      if (known) known.push(name)
      else byLastPart.set(part, [name])
    }
    return []
  }
  await mapYielding(entries, add)
  const among = (name: string, given: ReadonlySet<ToolId> | undefined) => {
    const namesakes = byLastPart.get(lastPart(name)) ?? []
    return namesakes.filter(
      ({ id, compared }) => compared.endsWith(`/${name}`) && given?.has(id) !== false,
    )
  }
  return {
    has: (id) => all.has(id),
    isRead: (id) => read.has(id),
    called(name, given) {
      const wanted = comparedName(name)
      if (!/[\p{L}\p{N}]/u.test(wanted)) return []
      const found = among(wanted, given)
      if (found.length > 0 || !wanted.startsWith(CLIENT_PREFIX)) return asWritten(found, name)
      return asWritten(among(wanted.slice(CLIENT_PREFIX.length), given), name)
    },
  }
}

/** Of several tools those that are called so to the letter; all where none is. */
function asWritten(names: readonly Name[], name: string): ToolId[] {
  const exact = names.filter(({ written }) => `/${written}`.endsWith(`/${name.trim()}`))
  return [...new Set((exact.length > 0 ? exact : names).map(({ id }) => id))]
}
