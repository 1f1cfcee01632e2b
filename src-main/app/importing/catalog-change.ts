import { asImported, isMadeByHand } from '../../domain/tool/hand-fields'
import type { CatalogTool, Tool, ToolId } from '../../domain/tool/tool'
import { mapYielding } from '../../pipeline/knowledge-base/map-yielding'
import { isSame } from '../editing/written-fields'

/** A tool before and after an import, and the fields that differ. */
export interface ChangedTool {
  before: Tool
  after: Tool
  fields: ComparedField[]
}

/** What putting the tools of an import into the catalog does. */
export interface CatalogDifference {
  added: Tool[]
  changed: ChangedTool[]
  removed: CatalogTool[]
  unchanged: number
}

/**
 * What putting `imported` into the catalog would do, worked out in turns with other requests. A
 * tool counts as removed when its server is among the imported ones but it is not: importing one
 * server's tools says nothing of another's.
 * @param own the tools that may count as removed, where it is known what the files held before
 */
export async function catalogDifference(
  current: readonly CatalogTool[],
  imported: readonly Tool[],
  own?: ReadonlySet<ToolId>,
): Promise<CatalogDifference> {
  const here = new Map(current.map(({ tool }) => [tool.id, tool]))
  const ids = new Set<ToolId>(imported.map(({ id }) => id))
  // A tool moved by hand is still of the server that it came from.
  const servers = new Set(imported.map((tool) => asImported(tool).server))
  // No file could hold a tool that was made here.
  const isOfImport = (tool: Tool): boolean =>
    !isMadeByHand(tool) && (own ? own.has(tool.id) : servers.has(asImported(tool).server))
  const added = imported.filter(({ id }) => !here.has(id))
  const changed = await mapYielding(imported, (after) => {
    const before = here.get(after.id)
    const fields = before ? changedFields(before, after) : []
    return before && fields.length > 0 ? [{ before, after, fields }] : []
  })
  return {
    added,
    changed,
    removed: current.filter(({ tool }) => !ids.has(tool.id) && isOfImport(tool)),
    unchanged: imported.length - added.length - changed.length,
  }
}

const COMPARED = [
  'name',
  'server',
  'title',
  'description',
  'parameters',
  'response',
  'tags',
  'visibility',
  'annotations',
  'examples',
  'dependencies',
  'standardised',
  'source',
  'imported',
] as const satisfies (keyof Tool)[]

export type ComparedField = (typeof COMPARED)[number]

/** The entry that a tool was read from tells nothing beside the fields that were read. */
function changedFields(before: Tool, after: Tool): ComparedField[] {
  const fields = COMPARED.filter((field) => !isSame(before[field], after[field]))
  return fields.length > 1 ? fields.filter((field) => field !== 'source') : fields
}
