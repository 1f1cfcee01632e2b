import type { CatalogCalledAnswer } from '../../contract/catalog'
import { serverOf } from '../../domain/tool/catalog-tool'
import { toolId, type ToolId } from '../../domain/tool/tool'
import { toolNameIndex } from '../../domain/tool/tool-name-index'
import type { Catalog } from '../workspaces/catalog'

/** The tools that names mean: of an id the tool that has it, whatever others are called. */
export function calledIn(catalog: Catalog, names: readonly string[]): CatalogCalledAnswer {
  const isId = (name: string): name is ToolId => catalog.has(name as ToolId)
  const index = toolNameIndex()
  // Where all are ids, no tool is looked at.
  for (const entry of names.every(isId) ? [] : catalog.tools) {
    const { id, name } = entry.tool
    index.add(id, new Set([id, toolId(name, serverOf(entry))]))
  }
  return names.map((name) => ({ name, ids: isId(name) ? [name] : [...index.meant(name)] }))
}
