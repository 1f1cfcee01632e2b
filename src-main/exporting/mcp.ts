import type { CatalogTool, JsonObject } from '../domain/tool'
import { applyEdits, authorEdits, definedFields, entryIn } from './author-edits'
import { jsonText } from './export-format'
import type { ExportFormat, ExportOptions } from './export-format'

/** One `tools/list` result; tools of servers as one object of `<server>.json` → that server's result. */
export const mcp: ExportFormat = {
  id: 'mcp',
  title: 'MCP tools/list',
  extension: 'json',
  write(tools, options) {
    if (tools.every(({ tool }) => tool.server === undefined)) {
      return jsonText(result(tools, options))
    }
    const servers = Map.groupBy(tools, ({ tool }) => tool.server ?? '')
    const files = [...servers].map(([server, own]) => [`${server}.json`, result(own, options)])
    return jsonText(Object.fromEntries(files))
  },
}

const result = (tools: CatalogTool[], options: ExportOptions) => ({
  tools: tools.map((tool) =>
    applyEdits(entryIn(tool, 'mcp') ?? built(tool), authorEdits(tool, options), {
      parameters: 'inputSchema',
    }),
  ),
})

function built({ tool }: CatalogTool): JsonObject {
  const { name, title, description, parameters, response, annotations } = tool
  return definedFields({
    name,
    title,
    description,
    inputSchema: parameters,
    outputSchema: response,
    annotations:
      annotations &&
      definedFields({
        readOnlyHint: annotations.readOnly,
        destructiveHint: annotations.destructive,
        idempotentHint: annotations.idempotent,
        openWorldHint: annotations.openWorld,
      }),
  })
}
