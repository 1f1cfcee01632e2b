import type { ExportedName, ExportFinding, ExportNames } from '../domain/export-check'
import { Problem } from '../domain/problem'
import type { CatalogTool } from '../domain/tool'
import { anthropic } from './anthropic'
import { asImportedJson, asImportedLines } from './as-imported'
import { checkExport } from './check-export'
import { csv, tsv } from './csv'
import { qualifiedNames } from './exported-names'
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

/** Which format, how, and what the tools are called in it. */
export interface ExportChoice {
  format: string
  withAuthorLayer: boolean
  names?: ExportNames
}

export interface CatalogExport {
  /** Of the file's name, without the dot. */
  extension: string
  text: string
  /** What the tools are called in it, where that is not their own name. */
  names?: ExportedName[]
}

/** The catalog as one file of the format. @throws Problem when there is no such format, or it keeps names as they are. */
export function exportCatalog(tools: CatalogTool[], choice: ExportChoice): CatalogExport {
  const format = formatOf(choice.format)
  const names = namesIn(tools, choice)
  const text = format.write(tools, optionsOf(choice, names))
  return { extension: format.extension, text, ...(names && { names }) }
}

export interface CheckedExport {
  /** Whose rules; absent where the format has none. */
  provider?: string
  findings: ExportFinding[]
  names?: ExportedName[]
}

/** What a provider would refuse of the very file that {@link exportCatalog} writes. @throws as that does. */
export function checkCatalogExport(tools: CatalogTool[], choice: ExportChoice): CheckedExport {
  const { checked } = formatOf(choice.format)
  const names = namesIn(tools, choice)
  if (!checked) return { findings: [] }
  const findings = checkExport(tools, checked, optionsOf(choice, names))
  return { provider: checked.rules.provider, findings, ...(names && { names }) }
}

const optionsOf = ({ withAuthorLayer }: ExportChoice, names?: ExportedName[]): ExportOptions => ({
  withAuthorLayer,
  ...(names && { names: new Map(names.map(({ id, exported }) => [id, exported])) }),
})

function namesIn(tools: CatalogTool[], { format: id, names }: ExportChoice) {
  if (names !== 'server__name') return undefined
  const { checked } = formatOf(id)
  if (checked) return qualifiedNames(tools, checked.rules)
  throw new Problem(
    'bad-input',
    `The format “${id}” keeps the tools’ own names, so that it can be imported again.`,
    'Export without other names, or choose a provider’s format.',
  )
}

function formatOf(id: string): ExportFormat {
  const format = EXPORT_FORMATS.find((candidate) => candidate.id === id)
  if (format) return format
  const known = EXPORT_FORMATS.map((candidate) => candidate.id).join(', ')
  throw new Problem('bad-input', `There is no export format "${id}".`, `Use one of: ${known}.`)
}
