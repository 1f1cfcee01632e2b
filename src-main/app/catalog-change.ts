import type { CatalogChange } from '../domain/catalog-import'
import type { CatalogTool, Tool } from '../domain/tool'
import { canonical } from './canonical'

/**
 * What putting `imported` into the catalog would do. A tool counts as removed when its server is among the imported
 * ones but it is not: importing one server's tools says nothing of another's.
 */
export function catalogChange(current: CatalogTool[], imported: Tool[]): CatalogChange {
  const before = new Map(current.map(({ tool }) => [tool.id, tool]))
  const ids = new Set(imported.map(({ id }) => id))
  const servers = new Set(imported.map(({ server }) => server))
  const change: CatalogChange = { added: [], changed: [], removed: [], unchanged: 0 }
  for (const tool of imported) {
    const old = before.get(tool.id)
    const fields = old ? changedFields(old, tool) : []
    if (!old) change.added.push(tool.id)
    else if (fields.length > 0) change.changed.push({ id: tool.id, fields })
    else change.unchanged++
  }
  change.removed = current
    .filter(({ tool }) => !ids.has(tool.id) && servers.has(tool.server))
    .map(({ tool }) => tool.id)
  return change
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

const changedFields = (old: Tool, tool: Tool): string[] =>
  COMPARED.filter((field) => canonical(old[field]) !== canonical(tool[field]))
