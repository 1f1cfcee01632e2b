import {
  ExportSwitch,
  type ExportedName,
  type ExportFinding,
  type ExportNames,
} from '../domain/catalog/export'
import { Problem } from '../domain/problem'
import { isMadeByHand } from '../domain/tool/hand-fields'
import type { CatalogTool, JsonValue } from '../domain/tool/tool'
import { uniqueNames } from '../domain/tool/unique-names'
import { anthropic } from './anthropic'
import { bedrock } from './bedrock'
import { checkExport } from './check-export'
import { csv, tsv } from './csv'
import { jsonText, type ExportFormat, type ExportOptions } from './export-format'
import { gemini } from './gemini'
import { mcp } from './mcp'
import { ollama } from './ollama'
import { openaiChat, openaiFunctions, openaiResponses } from './openai'
import { pegboard } from './pegboard'
import type { ProviderRules } from './provider-rules'

/**
 * A name for every tool that the provider takes and no other tool has: `server__name`, with an
 * underscore for what is not allowed, cut to the longest allowed, and numbered where that leaves
 * two alike. The same catalog gives the same names.
 */
function qualifiedNames(
  tools: readonly CatalogTool[],
  { name: rule }: ProviderRules,
): ExportedName[] {
  const unique = uniqueNames(rule.longest)
  return tools.map(({ tool: { id, server, name } }) => {
    const wanted = server === undefined ? name : `${server}__${name}`
    const plain = wanted.replace(rule.foreign, '_').slice(0, rule.longest) || '_'
    // A digit where a letter is to stand first.
    const allowed = rule.pattern.test(plain) ? plain : `_${plain}`.slice(0, rule.longest)
    return { exported: unique(allowed), id, ...(server !== undefined && { server }), name }
  })
}

/**
 * Every tool's entry as its file had it, whatever the format: benchmarks come out as they went in.
 */
const asImportedJson: ExportFormat = {
  id: 'as-imported',
  title: 'Entries as imported (JSON)',
  extension: 'json',
  write: (tools) => jsonText(tools.map(entryOf)),
}

const asImportedLines: ExportFormat = {
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

/** Every format a catalog can be exported in. */
export const EXPORT_FORMATS: ExportFormat[] = [
  openaiChat,
  openaiResponses,
  openaiFunctions,
  anthropic,
  bedrock,
  gemini,
  ollama,
  mcp,
  csv,
  tsv,
  pegboard,
  asImportedJson,
  asImportedLines,
]

/** Which format, how, and what the tools are called in it. */
interface ExportChoice {
  format: string
  withAuthorLayer: boolean
  names?: ExportNames
  strict?: boolean
  deferLoading?: boolean
}

interface CatalogExport {
  /** Of the file's name, without the dot. */
  extension: string
  text: string
  /** What the tools are called in it, where that is not their own name. */
  names?: ExportedName[]
}

/**
 * The catalog as one file of the format.
 * @throws Problem when there is no such format, or it does not have what is chosen.
 */
export function exportCatalog(tools: CatalogTool[], choice: ExportChoice): CatalogExport {
  const format = chosenFormat(choice)
  const names = namesIn(tools, choice)
  const text = format.write(tools, optionsOf(choice, names))
  return { extension: format.extension, text, ...(names && { names }) }
}

interface CheckedExport {
  /** Whose rules; absent where the format has none. */
  provider?: string
  /** What the format can be told besides. */
  switches: readonly ExportSwitch[]
  /** Refusals first. */
  findings: ExportFinding[]
  names?: ExportedName[]
}

/**
 * What a provider would refuse of the very file that {@link exportCatalog} writes.
 * @throws as that does.
 */
export function checkCatalogExport(tools: CatalogTool[], choice: ExportChoice): CheckedExport {
  const { checked, switches = [] } = chosenFormat(choice)
  const names = namesIn(tools, choice)
  if (!checked) return { switches, findings: [] }
  const findings = checkExport(tools, checked, optionsOf(choice, names))
  return { provider: checked.rules.provider, switches, findings, ...(names && { names }) }
}

const optionsOf = (
  { withAuthorLayer, strict = false, deferLoading = false }: ExportChoice,
  names?: ExportedName[],
): ExportOptions => ({
  withAuthorLayer,
  strict,
  deferLoading,
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

/** @throws Problem when there is no such format, or it cannot be told what it is to be told. */
function chosenFormat(choice: ExportChoice): ExportFormat {
  const format = formatOf(choice.format)
  const foreign = ExportSwitch.options.find(
    (name) => choice[name] && !format.switches?.includes(name),
  )
  if (foreign === undefined) return format
  const having = EXPORT_FORMATS.filter(({ switches }) => switches?.includes(foreign))
  throw new Problem(
    'bad-input',
    `The format “${format.id}” has no ${SWITCH_WORDS[foreign]}.`,
    `Leave it out, or use one of: ${having.map(({ id }) => id).join(', ')}.`,
  )
}

const SWITCH_WORDS: Record<ExportSwitch, string> = {
  strict: '“strict”',
  deferLoading: '“defer_loading”',
}

function formatOf(id: string): ExportFormat {
  const format = EXPORT_FORMATS.find((candidate) => candidate.id === id)
  if (format) return format
  const known = EXPORT_FORMATS.map((candidate) => candidate.id).join(', ')
  throw new Problem('bad-input', `There is no export format "${id}".`, `Use one of: ${known}.`)
}
