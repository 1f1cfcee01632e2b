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
  switches: ['deferLoading'],
  write: (tools, options) =>
    jsonText([
      ...(options.deferLoading ? [TOOL_SEARCH] : []),
      ...tools.map((tool) => mendParameters(defined(tool, options), KEYS)),
    ]),
}

/** platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool (seen 2026-11). */
const TOOL_SEARCH = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' }

function defined(tool: CatalogTool, options: ExportOptions): JsonObject {
  const entry = entryIn(tool, 'anthropic') ?? built(tool)
  const edited = applyEdits(entry, authorEdits(tool, options), KEYS)
  return options.deferLoading ? { ...edited, defer_loading: true } : edited
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
