import type { ExportFinding } from '../domain/export-check'
import type { CatalogTool } from '../domain/tool'
import type { CheckedFormat, ExportOptions } from './export-format'
import type { Breach, Definition, ProviderRules } from './rule'

/** What the provider would refuse of the tools as the format writes them: of each tool, then of all together. */
export function checkExport(
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
