import type { LintFinding, LintRuleInfo } from '../domain/catalog/lint'

/** A finding as a list shows it. */
export interface FindingRow extends LintFinding {
  /** Why its author calls it no fault, where that is so and its text is still the same. */
  setAside?: {
    reason: string
    at: string
  }
}

/** A rule with what it finds. */
export interface RuleRow extends LintRuleInfo {
  /** Findings that stand; none of a rule that is switched off. */
  found: number
  /** Findings that were set aside. */
  setAside: number
  isOn: boolean
}

export interface LintRunAnswer {
  total: number
  rows: FindingRow[]
  /** Every rule with how often it found something, whichever rules were asked for. */
  rules: RuleRow[]
  /** What could not be looked at whole, in sentences. */
  remarks: string[]
}

export interface LintSwitchAnswer {
  off: string[]
}

export interface LintSetAsideAnswer {
  setAside: number
  passedOver: number
  /** By which it is taken back; absent where nothing was changed. */
  change?: string
}

export interface LintTakeBackAnswer {
  takenBack: number
  change?: string
}
