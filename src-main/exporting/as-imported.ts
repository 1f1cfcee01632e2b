import type { ExportFormat } from './export-format'
import { jsonText } from './export-format'
import { isMadeByHand } from '../domain/hand-fields'
import type { CatalogTool, JsonValue } from '../domain/tool'

/** Every tool's entry as its file had it, whatever the format: benchmarks come out as they went in. */
export const asImportedJson: ExportFormat = {
  id: 'as-imported',
  title: 'Entries as imported (JSON)',
  extension: 'json',
  write: (tools) => jsonText(tools.map(entryOf)),
}

export const asImportedLines: ExportFormat = {
  id: 'as-imported-lines',
  title: 'Entries as imported (JSON Lines)',
  extension: 'jsonl',
  write: (tools) => tools.map((tool) => `${JSON.stringify(entryOf(tool))}\n`).join(''),
}

/** Of a tool that was made by hand, what there is to say of it. */
function entryOf({ tool }: CatalogTool): JsonValue {
  if (!isMadeByHand(tool)) return tool.source.entry
  const { name, server, description, parameters } = tool
  return { name, ...(server !== undefined && { server }), description, parameters }
}
