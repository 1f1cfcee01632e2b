import { lintSubject } from '../../src-main/app/lint/lint-subject'
import { lint } from '../../src-main/authoring/lint/lint'
import { CORE_RULES } from '../../src-main/authoring/lint/registry'
import type { LintRule } from '../../src-main/authoring/lint/rule'
import type { LintFinding } from '../../src-main/domain/catalog/lint'
import { toolGraph } from '../../src-main/domain/graph/tool-graph'
import { dependenciesOf } from '../../src-main/domain/tool/catalog-tool'
import type { CatalogTool } from '../../src-main/domain/tool/tool'

/** Tokens, by their characters. */
export const quarters = (text: string): number => Math.ceil(text.length / 4)

/** What rules say of these tools. */
export function lintedBy(
  rules: readonly LintRule[],
  tools: readonly CatalogTool[],
): Promise<LintFinding[]> {
  const graph = toolGraph(
    tools.map((entry) => ({ id: entry.tool.id, dependencies: dependenciesOf(entry) })),
  )
  return lint(rules, lintSubject(tools, graph, { tokensOf: quarters }), () => Promise.resolve())
}

/** What all rules of the core say of these tools. */
export const linted = (...tools: CatalogTool[]): Promise<LintFinding[]> =>
  lintedBy(CORE_RULES, tools)

/** The ids of tools that one rule of the core objects to. */
export const objectedBy = async (rule: string, ...tools: CatalogTool[]): Promise<string[]> =>
  (await linted(...tools)).filter((finding) => finding.rule === rule).map(({ tool }) => tool)
