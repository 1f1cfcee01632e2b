import type { ExportFormat } from './export-format'
import { jsonText } from './export-format'

/** Every tool's entry as its file had it, whatever the format: benchmarks come out as they went in. */
export const asImportedJson: ExportFormat = {
  id: 'as-imported',
  title: 'Entries as imported (JSON)',
  extension: 'json',
  write: (tools) => jsonText(tools.map(({ tool }) => tool.source.entry)),
}

export const asImportedLines: ExportFormat = {
  id: 'as-imported-lines',
  title: 'Entries as imported (JSON Lines)',
  extension: 'jsonl',
  write: (tools) => tools.map(({ tool }) => `${JSON.stringify(tool.source.entry)}\n`).join(''),
}
