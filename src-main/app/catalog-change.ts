import type { CatalogTool, Tool, ToolId } from '../domain/tool'
import { canonical } from './canonical'

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
 * What putting `imported` into the catalog would do. A tool counts as removed when its server is among the imported
 * ones but it is not: importing one server's tools says nothing of another's.
 */
export function catalogDifference(current: CatalogTool[], imported: Tool[]): CatalogDifference {
  const here = new Map(current.map(({ tool }) => [tool.id, tool]))
  const ids = new Set<ToolId>(imported.map(({ id }) => id))
  const servers = new Set(imported.map(({ server }) => server))
  const difference: CatalogDifference = { added: [], changed: [], removed: [], unchanged: 0 }
  for (const after of imported) {
    const before = here.get(after.id)
    const fields = before ? changedFields(before, after) : []
    if (!before) difference.added.push(after)
    else if (fields.length > 0) difference.changed.push({ before, after, fields })
    else difference.unchanged++
  }
  difference.removed = current.filter(({ tool }) => !ids.has(tool.id) && servers.has(tool.server))
  return difference
}

const COMPARED = [
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
] as const satisfies (keyof Tool)[]

export type ComparedField = (typeof COMPARED)[number]

/** The entry that a tool was read from tells nothing beside the fields that were read. */
function changedFields(before: Tool, after: Tool): ComparedField[] {
  const fields = COMPARED.filter((field) => canonical(before[field]) !== canonical(after[field]))
  return fields.length > 1 ? fields.filter((field) => field !== 'source') : fields
}
