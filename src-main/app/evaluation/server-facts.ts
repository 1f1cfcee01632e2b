import { serverOf } from '../../domain/tool/catalog-tool'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'

/**
 * Of which server a tool is, itself where it is of none; nothing where all are of one, and nobody
 * asks.
 */
export function serversIn(catalog: Catalog): ((tool: ToolId) => string) | undefined {
  const [first, ...others] = catalog.tools.map(serverOf)
  if (others.every((server) => server === first)) return undefined
  return (tool) => {
    const server = catalog.has(tool) ? serverOf(catalog.tool(tool)) : undefined
    return server === undefined ? `tool ${tool}` : `server ${server}`
  }
}
