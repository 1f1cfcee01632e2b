import { lintSubject } from '../../src-main/app/lint/lint-subject'
import { lint } from '../../src-main/authoring/lint/lint'
import { LINT_RULES } from '../../src-main/authoring/lint/registry'
import type { LintFinding } from '../../src-main/domain/catalog/lint'
import { toolGraph } from '../../src-main/domain/graph/tool-graph'
import { dependenciesOf } from '../../src-main/domain/tool/catalog-tool'
import type { CatalogTool } from '../../src-main/domain/tool/tool'

/** What all rules say of these tools. */
export function linted(...tools: CatalogTool[]): Promise<LintFinding[]> {
  const graph = toolGraph(
    tools.map((entry) => ({ id: entry.tool.id, dependencies: dependenciesOf(entry) })),
  )
  return lint(LINT_RULES, lintSubject(tools, graph), () => Promise.resolve())
}

/** The ids of tools that one rule objects to. */
export const objectedBy = async (rule: string, ...tools: CatalogTool[]): Promise<string[]> =>
  (await linted(...tools)).filter((finding) => finding.rule === rule).map(({ tool }) => tool)
