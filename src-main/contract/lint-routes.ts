import { z } from 'zod'
import { LintFinding, LintRuleInfo, LintSeverity } from '../domain/lint'
import { SET_ASIDE } from '../domain/set-aside'
import { AuthorLayer, ToolId } from '../domain/tool'
import { SearchText } from './search-text'
import { Dir } from './workspace-routes'

/** A finding as a list shows it. */
const FindingRow = LintFinding.extend({
  /** Why its author calls it no fault, where that is so and its text is still the same. */
  setAside: z.object({ reason: z.string(), at: z.string() }).optional(),
})
export type FindingRow = z.infer<typeof FindingRow>

/** A rule with what it finds. */
const RuleRow = LintRuleInfo.extend({
  /** Findings that stand; none of a rule that is switched off. */
  found: z.number().int(),
  /** Findings that were set aside. */
  setAside: z.number().int(),
  isOn: z.boolean(),
})
export type RuleRow = z.infer<typeof RuleRow>

const RuleIds = z.array(z.string()).min(1).max(100)

export const lintRoutes = {
  /** What the rules that are on find in the catalog as it is now, errors first. */
  'lint.run': {
    input: z.object({
      dir: Dir,
      /** Only findings of these rules, by id; left out: of all. */
      rules: z.array(z.string()).optional(),
      severities: z.array(LintSeverity).optional(),
      /** Only findings that this tool is to be changed for, or is the other one of. */
      tool: ToolId.optional(),
      /** Words that tool, text or advice hold. */
      search: SearchText,
      /** `all`: findings that stand and those that were set aside, which say so. */
      show: z.enum(['open', 'set-aside', 'all']).default('open'),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      total: z.number().int(),
      rows: z.array(FindingRow),
      /** Every rule with how often it found something, whichever rules were asked for. */
      rules: z.array(RuleRow),
      /** What could not be looked at whole, in sentences. */
      remarks: z.array(z.string()),
    }),
  },
  /** The author's layer that would mend a finding of a tool, where one is known; nothing is written. */
  'lint.mend': {
    input: z.object({ dir: Dir, tool: ToolId, rule: z.string() }),
    output: z.object({ layer: AuthorLayer.optional() }),
  },
  /** Switches rules off, or on again, for this workspace. */
  'lint.switch': {
    input: z.object({ dir: Dir, rules: RuleIds, isOn: z.boolean() }),
    output: z.object({ off: z.array(z.string()) }),
  },
  /** Says of findings that they are no faults. Those whose text is another by now are passed over. */
  'lint.setAside': {
    input: z.object({
      dir: Dir,
      findings: z
        .array(LintFinding.pick({ rule: true, tool: true, where: true, mark: true }))
        .min(1)
        .max(SET_ASIDE.mostAtOnce),
      reason: z.string().trim().min(1).max(SET_ASIDE.longestReason),
    }),
    output: z.object({ setAside: z.number().int(), passedOver: z.number().int() }),
  },
  /** Lets findings that were set aside count again. */
  'lint.takeBack': {
    input: z.object({
      dir: Dir,
      findings: z
        .array(LintFinding.pick({ rule: true, tool: true, where: true }))
        .min(1)
        .max(SET_ASIDE.mostAtOnce),
    }),
    output: z.object({ takenBack: z.number().int() }),
  },
}
