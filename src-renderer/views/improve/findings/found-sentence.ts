import type { RuleRow } from '../../../../src-main/contract/lint'
import { plural } from '../../../words/number-words'

/** What all rules find, in a sentence. */
export function foundSentence(rules: readonly RuleRow[]): string {
  const finding = rules.filter(({ found }) => found > 0)
  const said = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const sum = finding
      .filter((rule) => rule.severity === severity)
      .reduce((all, { found }) => all + found, 0)
    return sum > 0 ? [plural(sum, severity)] : []
  })
  const off = rules.filter(({ isOn }) => !isOn).length
  const switchedOff = off > 0 ? ` ${plural(off, 'rule is', 'rules are')} switched off.` : ''
  if (said.length === 0) return `No findings.${switchedOff}`
  const last = said.pop() ?? ''
  const all = said.length > 0 ? `${said.join(', ')} and ${last}` : last
  return `${all} by ${plural(finding.length, 'rule')}.${switchedOff}`
}
