import type { LoggedTool } from '../../contract/logged-tool'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'

/** Tools of a query by name; one that the catalog does not hold has only its id. */
export const namedTools = (tools: readonly ToolId[], catalog: Catalog): LoggedTool[] =>
  tools.map((tool) => {
    if (!catalog.has(tool)) return { tool, name: tool, isInCatalog: false }
    const { name, server } = catalog.tool(tool).tool
    return { tool, name, ...(server !== undefined && { server }), isInCatalog: true }
  })
