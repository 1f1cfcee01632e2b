import { FindingKind, type ExportFinding } from '../domain/catalog/export'
import type { CatalogTool } from '../domain/tool/tool'
import type { Breach, Definition, WrittenTool } from './definition-rules'
import type { CheckedFormat, ExportOptions } from './export-format'
import { additionsFor, mendedSchema } from './mended-schema'
import type { ProviderRules } from './provider-rules'
import { schemaBreaches } from './schema-breaches'

/**
 * What the provider makes of the tools as the format writes them: refusals first; of each tool,
 * then of all together.
 */
export function checkExport(
  tools: readonly CatalogTool[],
  { rules, definition }: CheckedFormat,
  options: ExportOptions,
): ExportFinding[] {
  const written = tools.map((tool) => ({
    tool,
    definition: asWritten(definition(tool, options), rules),
  }))
  const namesakes = Map.groupBy(written, (one) => nameKey(one, rules))
  const ofTools = written.flatMap((one) => {
    const group = namesakes.get(nameKey(one, rules)) ?? []
    const other = group.find(({ tool }) => tool !== one.tool)?.tool
    const found = [
      ...namesakeBreach(other, group.length - 1, rules),
      ...breaches(one.definition, rules),
    ]
    return found.map((breach) => ({ tool: one.tool.tool.id, ...finding(breach) }))
  })
  const together = [
    ...countBreach(tools, rules),
    ...(rules.together ?? []).flatMap((rule) => rule(written)),
  ]
  return worstFirst([...ofTools, ...together.map(finding)])
}

/** With its schema as the file has it. */
function asWritten(definition: Definition, { additions }: ProviderRules): Definition {
  if (!additions || !definition.schema) return definition
  return {
    ...definition,
    ...mendedSchema(definition.schema, additionsFor(additions, definition.strict === true)),
  }
}

const finding = ({ kind = 'refused', ...breach }: Breach) => ({ kind, ...breach })

const worstFirst = (findings: ExportFinding[]): ExportFinding[] =>
  FindingKind.options.flatMap((kind) => findings.filter((found) => found.kind === kind))

/** Alike for tools of one name that stand in one list. */
const nameKey = ({ tool, definition }: WrittenTool, { unique }: ProviderRules): string =>
  JSON.stringify([unique === 'in all' ? '' : (tool.tool.server ?? ''), definition.name])

const namesakeBreach = (
  other: CatalogTool | undefined,
  count: number,
  { namesakes = 'refused' }: ProviderRules,
): Breach[] =>
  other
    ? [
        {
          kind: namesakes,
          why: `${count === 1 ? 'Another tool has' : `${count} other tools have`} its name: ${other.tool.id}`,
          fix: 'Export with names of the form server__name.',
        },
      ]
    : []

function breaches(definition: Definition, rules: ProviderRules): Breach[] {
  const { name, description } = definition
  const found: (Breach | undefined)[] = [
    ...rules.schema.map((rule) => rule(definition)),
    ...(rules.additions ? schemaBreaches(definition, rules.provider) : []),
  ]
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

function countBreach(
  tools: readonly CatalogTool[],
  { provider, unique, mostTools = Infinity }: ProviderRules,
): Breach[] {
  const count = unique === 'in all' ? tools.length : entriesOf(tools)
  if (count <= mostTools) return []
  return [
    {
      why: `These are ${count} tools; ${provider} takes ${mostTools} in one request`,
      fix: 'Send the tools that a query needs, not all.',
    },
  ]
}

/** How many entries a list has in which each server is one. */
function entriesOf(tools: readonly CatalogTool[]): number {
  const servers = new Set(tools.flatMap(({ tool }) => tool.server ?? []))
  return servers.size + tools.filter(({ tool }) => tool.server === undefined).length
}
