import { z } from 'zod'
import { LintFinding } from './lint'

/** What findings that were set aside are bounded by. */
export const SET_ASIDE = { longestReason: 500, most: 20_000, mostAtOnce: 1000 }

/** A finding that its author calls no fault, for as long as the text that it is about stays as it is. */
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
