import type { CatalogTool, JsonObject } from '../domain/tool/tool'
import {
  applyEdits,
  authorEdits,
  definedFields,
  definitionIn,
  entryIn,
  mendParameters,
} from './author-edits'
import { type ExportFormat, type ExportOptions, jsonText } from './export-format'
import type { Definition } from './definition-rules'
import { GEMINI } from './provider-rules'

const PARAMETER_KEYS = ['parameters', 'parametersJsonSchema', 'parameters_json_schema']

export const gemini: ExportFormat = {
  id: 'gemini',
  title: 'Gemini function declarations',
  extension: 'json',
  checked: { rules: GEMINI, definition: checkedDefinition },
  write: (tools, options) =>
    jsonText({ functionDeclarations: tools.map((tool) => written(tool, options)) }),
}

function declaration(tool: CatalogTool, options: ExportOptions): JsonObject {
  const definition = entryIn(tool, 'gemini') ?? built(tool)
  const parameters = parametersKey(definition)
  return applyEdits(definition, authorEdits(tool, options), { parameters })
}

function written(tool: CatalogTool, options: ExportOptions): JsonObject {
  const fields = declaration(tool, options)
  return mendParameters(fields, { parameters: parametersKey(fields) })
}

const parametersKey = (definition: JsonObject): string =>
  PARAMETER_KEYS.find((key) => key in definition) ?? 'parameters'

function checkedDefinition(tool: CatalogTool, options: ExportOptions): Definition {
  const fields = declaration(tool, options)
  const parameters = parametersKey(fields)
  return {
    ...definitionIn(fields, { parameters }),
    ...(parameters === 'parameters' && { dialect: 'gemini' }),
  }
}

/** With the JSON Schema as it is, rather than in Gemini's own subset, which would lose keywords. */
const built = ({ tool }: CatalogTool): JsonObject =>
  definedFields({
    name: tool.name,
    description: tool.description,
    parametersJsonSchema: tool.parameters,
    responseJsonSchema: tool.response,
  })
