import { serverOf } from '../../domain/tool/catalog-tool'
import { idOf, importedTraits } from '../../domain/tool/stored-tool'
import { toolNameIndex } from '../../domain/tool/tool-name-index'
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

async function namesOf(entries: readonly CatalogTool[]): Promise<IndexedNames> {
  const index = toolNameIndex()
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
    index.add(id, written)
    return []
  }
  await mapYielding(entries, add)
  return {
    has: (id) => all.has(id),
    isRead: (id) => read.has(id),
    called: (name, given) => index.called(name, given),
  }
}
