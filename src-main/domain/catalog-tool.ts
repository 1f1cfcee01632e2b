import type {
  AuthorLayer,
  CatalogTool,
  Dependency,
  Tool,
  ToolId,
  ToolLayer,
  Visibility,
} from './tool'

/** Tools with their layers, by id. A layer whose tool is not there is left out. */
export function catalogTools(tools: Tool[], layers: ToolLayer[]): CatalogTool[] {
  const layerOf = new Map<ToolId, AuthorLayer>(layers.map(({ tool, layer }) => [tool, layer]))
  return tools
    .map((tool) => ({ tool, layer: layerOf.get(tool.id) ?? {} }))
    .sort((a, b) => (a.tool.id < b.tool.id ? -1 : 1))
}

export const tagsOf = ({ tool, layer }: CatalogTool): string[] => layer.tags ?? tool.tags

export const visibilityOf = ({ tool, layer }: CatalogTool): Visibility =>
  layer.visibility ?? tool.visibility

export const dependenciesOf = ({ tool, layer }: CatalogTool): Dependency[] =>
  layer.dependencies ?? tool.dependencies

/** Whether the author changed anything: an empty layer reads as untouched. */
export const isEdited = (layer: AuthorLayer): boolean =>
  Object.values(layer).some((value) => value !== undefined)
