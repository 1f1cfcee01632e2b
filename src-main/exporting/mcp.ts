import type { CatalogTool, JsonObject } from '../domain/tool/tool'
import { applyEdits, authorEdits, definedFields, definitionIn, entryIn } from './author-edits'
import { type ExportFormat, type ExportOptions, jsonText } from './export-format'
import { MCP } from './provider-rules'

const KEYS = { parameters: 'inputSchema' }

/**
 * One `tools/list` result; tools of servers as one object of `<server>.json` → that server's
 * result.
 */
export const mcp: ExportFormat = {
  id: 'mcp',
  title: 'MCP tools/list',
  extension: 'json',
  checked: {
    rules: MCP,
    definition: (tool, options) => definitionIn(defined(tool, options), KEYS),
  },
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
  tools: tools.map((tool) => defined(tool, options)),
})

const defined = (tool: CatalogTool, options: ExportOptions): JsonObject =>
  applyEdits(entryIn(tool, 'mcp') ?? built(tool), authorEdits(tool, options), KEYS)

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
