import type { CatalogTool, JsonObject } from '../domain/tool/tool'
import { applyEdits, authorEdits, definitionIn } from './author-edits'
import { type ExportFormat, type ExportOptions, jsonText } from './export-format'
import { OLLAMA } from './provider-rules'

const KEYS = { parameters: 'parameters' }

/** The tools of a request to `/api/chat`. They have OpenAI's shape, and are imported as that. */
export const ollama: ExportFormat = {
  id: 'ollama',
  title: 'Ollama tools',
  extension: 'json',
  checked: {
    rules: OLLAMA,
    definition: (tool, options) => definitionIn(functionOf(tool, options), KEYS),
  },
  write: (tools, options) =>
    jsonText(tools.map((tool) => ({ type: 'function', function: functionOf(tool, options) }))),
}

/** Without fields of an entry that only OpenAI knows: Ollama has none but these. */
function functionOf(entry: CatalogTool, options: ExportOptions): JsonObject {
  const { name, description, parameters } = entry.tool
  return applyEdits({ name, description, parameters }, authorEdits(entry, options), KEYS)
}
