import type { LintFinding, LintRuleInfo } from '../../domain/catalog/lint'
import type { ToolGraph } from '../../domain/graph/tool-graph'
import type { CatalogTool, ToolId } from '../../domain/tool/tool'
import type { LintedTool } from './linted-tool'

/** What lint is asked about. */
export interface LintInput {
  /** By id. */
  readonly tools: readonly CatalogTool[]
  tool(id: ToolId): CatalogTool | undefined
  /** What providers refuse of a tool's definition. */
  refusalsOf(entry: CatalogTool): readonly Refusal[]
  /** Asked for when all tools have been looked at: their edges are known by then. */
  graph(): Promise<ToolGraph>
  /** Tokens of a text, as an agent's model reads it. */
  tokensOf(text: string): number
  /** What rules could not do whole, in sentences. */
  readonly remarks: Set<string>
}

/** What rules look at that look at more than a tool by itself. */
export interface LintSubject extends Pick<LintInput, 'tools' | 'tool' | 'tokensOf' | 'remarks'> {
  readonly graph: ToolGraph
  /** A tool by its place, read for a look and no longer. */
  read(at: number): CatalogTool
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

/** A rule looks at every tool by itself, at tools with edges, or at the whole catalog at once. */
export interface LintRule extends LintRuleInfo {
  /** What the tool alone shows: found once, as long as the tool stays as it is. */
  ofTool?(tool: LintedTool, refusals: () => readonly Refusal[]): readonly Objection[]
  /** What a tool that has edges shows beside the tools around it. */
  ofLinked?(tool: LintedTool, subject: LintSubject): readonly Objection[]
  /** What no tool shows by itself. */
  ofCatalog?: CatalogRule
}

/**
 * A rule for which no two tools are in memory at once: it notes something of each, and goes by its
 * notes.
 */
export interface CatalogRule {
  /** Called once for each tool, as long as the tool stays as it is. */
  note(tool: LintedTool): unknown
  /** @param notes one for each tool, in their order */
  objections(
    notes: readonly unknown[],
    subject: LintSubject,
    pause: Pause,
  ): readonly Objection[] | Promise<readonly Objection[]>
}

/** @param note gives what is as small as can be, such as numbers: 100,000 tools have one each */
export const byNotes = <Note>(
  note: (tool: LintedTool) => Note,
  objections: (
    notes: readonly Note[],
    subject: LintSubject,
    pause: Pause,
  ) => readonly Objection[] | Promise<readonly Objection[]>,
): CatalogRule => ({ note, objections })
