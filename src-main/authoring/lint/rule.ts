import type { LintFinding, LintRuleInfo } from '../../domain/lint'
import type { CatalogTool, ToolId } from '../../domain/tool'
import type { ToolGraph } from '../../domain/tool-graph'

/** What rules look at. */
export interface LintSubject {
  /** By id. */
  readonly tools: readonly CatalogTool[]
  readonly graph: ToolGraph
  tool(id: ToolId): CatalogTool | undefined
}

/** What a rule says of a place; which rule that is and how severe, the run adds. */
export type Objection = Omit<LintFinding, 'rule' | 'severity'>

/** A rule looks at every tool by itself, at the whole catalog at once, or both. */
export interface LintRule extends LintRuleInfo {
  ofTool?(entry: CatalogTool, subject: LintSubject): Objection[]
  /** Called once; for what no tool shows by itself. In linear time. */
  ofCatalog?(subject: LintSubject): Objection[]
}
