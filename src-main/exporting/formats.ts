import { Problem } from '../domain/problem'
import type { CatalogTool } from '../domain/tool'
import { anthropic } from './anthropic'
import { asImportedJson, asImportedLines } from './as-imported'
import { csv, tsv } from './csv'
import type { ExportFormat, ExportOptions } from './export-format'
import { gemini } from './gemini'
import { mcp } from './mcp'
import { openaiChat, openaiFunctions, openaiResponses } from './openai'
import { pegboard } from './pegboard'

/** Every format a catalog can be exported in. */
export const EXPORT_FORMATS: ExportFormat[] = [
  openaiChat,
  openaiResponses,
  openaiFunctions,
  anthropic,
  gemini,
  mcp,
  csv,
  tsv,
  pegboard,
  asImportedJson,
  asImportedLines,
]

export interface CatalogExport {
  /** Of the file's name, without the dot. */
  extension: string
  text: string
}

/** The catalog as one file of the format. @throws Problem when there is no such format. */
export function exportCatalog(
  tools: CatalogTool[],
  { format: id, ...options }: ExportOptions & { format: string },
): CatalogExport {
  const format = EXPORT_FORMATS.find((candidate) => candidate.id === id)
  if (!format) {
    const known = EXPORT_FORMATS.map((candidate) => candidate.id).join(', ')
    throw new Problem('bad-input', `There is no export format "${id}".`, `Use one of: ${known}.`)
  }
  return { extension: format.extension, text: format.write(tools, options) }
}
