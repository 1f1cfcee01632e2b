import type { LintInput } from '../../authoring/lint/rule'
import { refusalsOf } from '../../exporting/provider-rules'
import { idOf } from '../../domain/tool/stored-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import type { ToolGraph } from '../../domain/graph/tool-graph'

/**
 * What lint looks at, of these tools and what they need.
 * @param given `tool` looks one up; left out: among these
 */
export function lintSubject(
  tools: readonly CatalogTool[],
  graph: ToolGraph | (() => Promise<ToolGraph>),
  {
    tokensOf,
    tool = lookup(tools),
  }: Pick<LintInput, 'tokensOf'> & Partial<Pick<LintInput, 'tool'>>,
): LintInput {
  return {
    tools,
    tool,
    tokensOf,
    refusalsOf,
    remarks: new Set(),
    graph: async () => (typeof graph === 'function' ? graph() : graph),
  }
}

function lookup(tools: readonly CatalogTool[]): LintInput['tool'] {
  const byId = new Map(tools.map((entry) => [idOf(entry), entry]))
  return (id) => byId.get(id)
}
