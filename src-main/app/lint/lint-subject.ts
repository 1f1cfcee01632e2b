import type { LintGiven } from '../../authoring/lint/rule'
import { refusalsOf } from '../../exporting/provider-rules'
import { idOf } from '../../domain/tool/kept-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import type { ToolGraph } from '../../domain/graph/tool-graph'

/** What lint looks at, of these tools and what they need. */
export function lintSubject(
  tools: readonly CatalogTool[],
  graph: ToolGraph | (() => Promise<ToolGraph>),
): LintGiven {
  const byId = new Map(tools.map((entry) => [idOf(entry), entry]))
  return {
    ...{ tools, refusalsOf, remarks: new Set() },
    tool: (id) => byId.get(id),
    graph: async () => (typeof graph === 'function' ? graph() : graph),
  }
}
