import { isEdited } from '../../domain/tool/catalog-tool'
import type { CatalogTool, ToolLayer } from '../../domain/tool/tool'

/**
 * The layers of tools that go, with what the tools were: where something was written by hand, it is
 * there when they come back.
 */
export function waitingLayers(
  removed: readonly CatalogTool[],
  records: readonly ToolLayer[],
): ToolLayer[] {
  // Where it went before, what it was then must not come back in the place of what it is now.
  const wentBefore = new Set(records.flatMap(({ tool, last }) => (last ? [tool] : [])))
  return removed.flatMap(({ tool, layer }) =>
    isEdited(layer) || tool.imported || wentBefore.has(tool.id)
      ? [{ tool: tool.id, layer, last: tool }]
      : [],
  )
}
