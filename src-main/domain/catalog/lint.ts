import { z } from 'zod'
import { ToolId } from '../tool/tool'

/**
 * `error`: an agent is given too little or something wrong. `warning`: probably not meant so.
 * `note`: could be better.
 */
export const LintSeverity = z.enum(['error', 'warning', 'note'])
export type LintSeverity = z.infer<typeof LintSeverity>

/** What lint looks for, as people read it. */
export const LintRuleInfo = z.object({
  /** Stands in command lines and workspaces, such as `edge-cycle`: never changed. */
  id: z.string(),
  severity: LintSeverity,
  title: z.string(),
  /** Why it matters, in one sentence. */
  why: z.string(),
})
export type LintRuleInfo = z.infer<typeof LintRuleInfo>

/** One place in the catalog that a rule objects to. */
export const LintFinding = z.object({
  rule: z.string(),
  severity: LintSeverity,
  /** The tool to change. */
  tool: ToolId,
  /** The other tool, where two are alike. */
  other: ToolId.optional(),
  /** Where in the tool, as people read it. */
  where: z.string(),
  what: z.string(),
  fix: z.string(),
  /** Whether a text is known that would mend it, so that its effect can be measured. */
  hasMend: z.boolean().optional(),
  /** Stands for the text that is objected to: another text has another mark. */
  mark: z.string(),
})
export type LintFinding = z.infer<typeof LintFinding>

/** What findings that were set aside are bounded by. */
export const SET_ASIDE = { longestReason: 500, most: 20_000, mostAtOnce: 1000 }

/**
 * A finding that its author calls no fault, for as long as the text that it is about stays as it
 * is.
 */
export const SetAsideFinding = LintFinding.pick({
  rule: true,
  tool: true,
  where: true,
  mark: true,
}).extend({
  /** Why it is no fault, in the author's words. */
  reason: z.string().min(1).max(SET_ASIDE.longestReason),
  at: z.string(),
})
export type SetAsideFinding = z.infer<typeof SetAsideFinding>

/** What a finding is known by, whatever its text says. */
export const findingKey = ({
  rule,
  tool,
  where,
}: Pick<LintFinding, 'rule' | 'tool' | 'where'>): string => JSON.stringify([rule, tool, where])

/** A lint rule that a workspace has switched off. */
export const RuleSwitch = z.object({ rule: z.string().min(1), isOn: z.literal(false) })
export type RuleSwitch = z.infer<typeof RuleSwitch>
