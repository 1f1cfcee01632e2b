import { idOf, isSameTool } from './stored-tool'
import type { CatalogTool, ToolId } from './tool'

/**
 * The tools that are not the same in both lists: added, removed, or of another definition or layer.
 * Both lists are by id.
 */
export function changedIds(
  before: readonly CatalogTool[],
  after: readonly CatalogTool[],
): Set<ToolId> {
  const changed = new Set<ToolId>()
  let at = 0
  let next = 0
  while (at < before.length || next < after.length) {
    const one = before[at]
    const other = after[next]
    if (one === other) {
      at++
      next++
      continue
    }
    const id = one && idOf(one)
    const otherId = other && idOf(other)
    if (otherId === undefined || (id !== undefined && id < otherId)) {
      changed.add(id as ToolId)
      at++
    } else if (id === undefined || otherId < id) {
      changed.add(otherId)
      next++
    } else {
      if (!isSameTool(one as CatalogTool, other as CatalogTool)) changed.add(id)
      at++
      next++
    }
  }
  return changed
}
