import type { ServedTool } from '../../contract/serving'
import type { PlacedTool } from '../../domain/query/query'
import { modelDescriptionOf } from '../../domain/tool/catalog-tool'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'
import { foundBy } from './found-by'
import type { ToolNaming } from './tool-naming'

/** A tool as an agent is given it. @param placed where it was found by a search */
export function servedTool(
  catalog: Catalog,
  id: ToolId,
  { nameOf }: ToolNaming,
  placed?: Pick<PlacedTool, 'witnesses'>,
): ServedTool {
  const entry = catalog.tool(id)
  const why = placed && foundBy(placed, nameOf)
  return {
    name: nameOf(id),
    description: modelDescriptionOf(entry),
    inputSchema: entry.tool.parameters,
    ...(why !== undefined && { why }),
  }
}
