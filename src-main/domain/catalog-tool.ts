import type { AuthorLayer, CatalogTool, Dependency, Visibility } from './tool'

export const tagsOf = ({ tool, layer }: CatalogTool): string[] => layer.tags ?? tool.tags

export const visibilityOf = ({ tool, layer }: CatalogTool): Visibility =>
  layer.visibility ?? tool.visibility

export const dependenciesOf = ({ tool, layer }: CatalogTool): Dependency[] =>
  layer.dependencies ?? tool.dependencies

/** Whether the author changed anything: an empty layer reads as untouched. */
export const isEdited = (layer: AuthorLayer): boolean =>
  Object.values(layer).some((value) => value !== undefined)
