import type { LintFinding, LintRuleInfo } from '../../domain/catalog/lint'
import type { ToolGraph } from '../../domain/graph/tool-graph'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { CommonTexts } from '../../pipeline/knowledge-base/common-texts'
import type { LintedTool } from './linted-tool'

/** What rules look at. */
export interface LintSubject {
  /** By id. */
  readonly tools: readonly CatalogTool[]
  readonly graph: ToolGraph
  tool(id: ToolId): CatalogTool | undefined
  /** What too many of the tools share to tell any from others. */
  readonly commonTexts: () => Promise<CommonTexts>
  /** What providers refuse of a tool's definition. */
  refusalsOf(entry: CatalogTool): readonly Refusal[]
  /** What rules could not do whole, in sentences. */
  readonly remarks: Set<string>
}

/** One of providers' rules that a definition breaks. */
interface Refusal {
  of: 'name' | 'schema'
  /** Those who refuse it, such as OpenAI. */
  providers: readonly string[]
  why: string
  fix: string
}

/** What a rule says of a place; which rule that is and how severe, the run adds. */
export type Objection = Omit<LintFinding, 'rule' | 'severity' | 'mark'> & {
  /** The text that it objects to; left out: what it says. */
  about?: string
}

/** Lets others have their turn where it is time; throws when stopped. */
export type Pause = () => Promise<unknown>

/** A rule looks at every tool by itself, at the whole catalog at once, or both. */
export interface LintRule extends LintRuleInfo {
  ofTool?(tool: LintedTool, subject: LintSubject): readonly Objection[]
  /** Called once; for what no tool shows by itself. */
  ofCatalog?(
    subject: LintSubject,
    pause: Pause,
  ): readonly Objection[] | Promise<readonly Objection[]>
}
