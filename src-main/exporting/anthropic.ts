import type { CatalogTool, JsonObject } from '../domain/tool/tool'
import { applyEdits, authorEdits, definedFields, definitionIn, entryIn } from './author-edits'
import { type ExportFormat, type ExportOptions, jsonText } from './export-format'
import { ANTHROPIC } from './provider-rules'

const KEYS = { parameters: 'input_schema' }

export const anthropic: ExportFormat = {
  id: 'anthropic',
  title: 'Anthropic tools',
  extension: 'json',
  checked: {
    rules: ANTHROPIC,
    definition: (tool, options) => definitionIn(defined(tool, options), KEYS),
  },
  write: (tools, options) => jsonText(tools.map((tool) => defined(tool, options))),
}

const defined = (tool: CatalogTool, options: ExportOptions): JsonObject =>
  applyEdits(entryIn(tool, 'anthropic') ?? built(tool), authorEdits(tool, options), KEYS)

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
