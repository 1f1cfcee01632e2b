import type { CatalogTool, JsonObject } from '../domain/tool'
import { applyEdits, authorEdits, definedFields, entryIn } from './author-edits'
import { jsonText } from './export-format'
import type { ExportFormat, ExportOptions } from './export-format'

const PARAMETER_KEYS = ['parameters', 'parametersJsonSchema', 'parameters_json_schema']

export const gemini: ExportFormat = {
  id: 'gemini',
  title: 'Gemini function declarations',
  extension: 'json',
  write: (tools, options) =>
    jsonText({ functionDeclarations: tools.map((tool) => declaration(tool, options)) }),
}

function declaration(tool: CatalogTool, options: ExportOptions): JsonObject {
  const definition = entryIn(tool, 'gemini') ?? built(tool)
  const parameters = PARAMETER_KEYS.find((key) => key in definition) ?? 'parameters'
  return applyEdits(definition, authorEdits(tool, options), { parameters })
}

/** With the JSON Schema as it is, rather than in Gemini's own subset, which would lose keywords. */
const built = ({ tool }: CatalogTool): JsonObject =>
  definedFields({
    name: tool.name,
    description: tool.description,
    parametersJsonSchema: tool.parameters,
    responseJsonSchema: tool.response,
  })
