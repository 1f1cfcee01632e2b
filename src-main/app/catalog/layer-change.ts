import { isEdited } from '../../domain/tool/catalog-tool'
import type { AuthorLayer, ToolId } from '../../domain/tool/tool'
import type { WorkspaceChange } from '../../ports/workspace-store'

/** What writes a tool's author's layer; an empty one is removed. */
export const layerChange = (tool: ToolId, layer: AuthorLayer): Pick<WorkspaceChange, 'layers'> => ({
  layers: isEdited(layer) ? { put: [{ tool, layer }] } : { remove: [tool] },
})
