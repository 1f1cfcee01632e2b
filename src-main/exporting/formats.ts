import type { ExportedName, ExportFinding, ExportNames } from '../domain/catalog/export'
import { Problem } from '../domain/problem'
import { isMadeByHand } from '../domain/tool/hand-fields'
import type { CatalogTool, JsonValue } from '../domain/tool/tool'
import { uniqueNames } from '../domain/tool/unique-names'
import { anthropic } from './anthropic'
import { csv, tsv } from './csv'
import {
  jsonText,
  type ExportFormat,
  type CheckedFormat,
  type ExportOptions,
} from './export-format'
import { gemini } from './gemini'
import { mcp } from './mcp'
import { openaiChat, openaiFunctions, openaiResponses } from './openai'
import { pegboard } from './pegboard'
import type { ProviderRules, Breach, Definition } from './provider-rules'

/**
 * A name for every tool that the provider takes and no other tool has: `server__name`, with an underscore for what is not
 * allowed, cut to the longest allowed, and numbered where that leaves two alike. The same catalog gives the same names.
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

/** Every tool's entry as its file had it, whatever the format: benchmarks come out as they went in. */
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

/** What the provider would refuse of the tools as the format writes them: of each tool, then of all together. */
function checkExport(
  tools: readonly CatalogTool[],
  { rules, definition }: CheckedFormat,
  options: ExportOptions,
): ExportFinding[] {
  const written = tools.map((tool) => ({ tool, definition: definition(tool, options) }))
  const scope = (tool: CatalogTool) => (rules.unique === 'in all' ? '' : (tool.tool.server ?? ''))
  const key = (one: (typeof written)[number]) =>
    JSON.stringify([scope(one.tool), one.definition.name])
  const namesakes = Map.groupBy(written, key)
  const findings = written.flatMap((one) => {
    const group = namesakes.get(key(one)) ?? []
    const other = group.find(({ tool }) => tool !== one.tool)?.tool
    const found = [...namesakeBreach(other, group.length - 1), ...breaches(one.definition, rules)]
    return found.map((breach) => ({ tool: one.tool.tool.id, ...breach }))
  })
  return [...findings, ...countBreach(tools.length, rules)]
}

const namesakeBreach = (other: CatalogTool | undefined, count: number): Breach[] =>
  other
    ? [
        {
          why: `${count === 1 ? 'Another tool has' : `${count} other tools have`} its name: ${other.tool.id}`,
          fix: 'Export with names of the form server__name.',
        },
      ]
    : []

function breaches(definition: Definition, rules: ProviderRules): Breach[] {
  const { name, description } = definition
  const found: (Breach | undefined)[] = rules.schema.map((rule) => rule(definition))
  if (!rules.name.pattern.test(name)) {
    found.unshift({
      why: `Its name is not one that ${rules.provider} takes: ${rules.name.said}`,
      fix: 'Rename it at its source, or export with names of the form server__name.',
    })
  }
  const longest = rules.longestDescription ?? Infinity
  if (description.length > longest) {
    found.push({
      why: `Its description has ${description.length} characters; some models take ${longest}`,
      fix: 'Write a shorter model-facing description in its author’s layer.',
    })
  }
  return found.filter((breach) => breach !== undefined)
}

const countBreach = (count: number, { provider, mostTools = Infinity }: ProviderRules): Breach[] =>
  count > mostTools
    ? [
        {
          why: `These are ${count} tools; ${provider} takes ${mostTools} in one request`,
          fix: 'Send the tools that a query needs, not all.',
        },
      ]
    : []

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
interface ExportChoice {
  format: string
  withAuthorLayer: boolean
  names?: ExportNames
}

interface CatalogExport {
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

interface CheckedExport {
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
