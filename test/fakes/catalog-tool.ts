import {
  toolId,
  type AuthorLayer,
  type CatalogTool,
  type Tool,
  type ToolId,
} from '../../src-main/domain/tool/tool'

export const id = (text: string): ToolId => text as ToolId

/** A tool of a catalog, named `name` or `server/name`; what is not given is empty, and public. */
export function catalogTool(
  address: string,
  tool: Partial<Tool> = {},
  layer: AuthorLayer = {},
): CatalogTool {
  const [name = '', server] = address.split('/').reverse()
  return {
    tool: {
      id: toolId(name, server),
      name,
      server,
      description: '',
      parameters: { type: 'object', properties: {} },
      tags: [],
      visibility: 'public',
      examples: [],
      dependencies: [],
      source: { format: 'openai', entry: null },
      ...tool,
    },
    layer,
  }
}
