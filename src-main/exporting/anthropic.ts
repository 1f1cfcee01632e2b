import type { CatalogTool, JsonObject } from '../domain/tool'
import { applyEdits, authorEdits, definedFields, entryIn } from './author-edits'
import { jsonText } from './export-format'
import type { ExportFormat } from './export-format'

export const anthropic: ExportFormat = {
  id: 'anthropic',
  title: 'Anthropic tools',
  extension: 'json',
  write: (tools, options) =>
    jsonText(
      tools.map((tool) =>
        applyEdits(entryIn(tool, 'anthropic') ?? built(tool), authorEdits(tool, options), {
          parameters: 'input_schema',
        }),
      ),
    ),
}

function built({ tool }: CatalogTool): JsonObject {
  const { name, description, parameters } = tool
  const examples = tool.examples.filter(({ code }) => code === undefined)
  return definedFields({
    name,
    description,
    input_schema: parameters,
    input_examples: examples.length > 0 ? examples.map((example) => example.arguments) : undefined,
  })
}
