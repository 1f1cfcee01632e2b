import type { LintSubject } from '../../authoring/lint/rule'
import { refusalsOf } from '../../exporting/refusals'
import { idOf } from '../../domain/kept-tool'
import type { CatalogTool } from '../../domain/tool'
import type { ToolGraph } from '../../domain/tool-graph'

/** What lint looks at, of these tools and what they need. */
export function lintSubject(tools: readonly CatalogTool[], graph: ToolGraph): LintSubject {
  const byId = new Map(tools.map((entry) => [idOf(entry), entry]))
  return { tools, graph, tool: (id) => byId.get(id), refusalsOf, remarks: new Set() }
}
