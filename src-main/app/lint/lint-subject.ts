import type { LintSubject } from '../../authoring/lint/rule'
import { refusalsOf } from '../../exporting/provider-rules'
import { idOf } from '../../domain/tool/kept-tool'
import type { CatalogTool } from '../../domain/tool/tool'
import type { ToolGraph } from '../../domain/graph/tool-graph'
import { commonTexts } from '../../pipeline/knowledge-base/common-texts'

/** What lint looks at, of these tools and what they need. @param common left out: it is worked out when it is asked for */
export function lintSubject(
  tools: readonly CatalogTool[],
  graph: ToolGraph,
  common: LintSubject['commonTexts'] = () => commonTexts(tools),
): LintSubject {
  const byId = new Map(tools.map((entry) => [idOf(entry), entry]))
  return {
    ...{ tools, graph, refusalsOf, commonTexts: common },
    tool: (id) => byId.get(id),
    remarks: new Set(),
  }
}
