import type { RuleRow } from '../../../../src-main/contract/lint'
import type { QueueListAnswer } from '../../../../src-main/contract/to-do'
import { gatesText } from '../../../tool/review-words'
import { plural } from '../../../words/number-words'

/** What all rules find, in a sentence. */
export function foundSentence(rules: readonly RuleRow[]): string {
  const finding = rules.filter(({ found }) => found > 0)
  const counts = (['error', 'warning', 'note'] as const).flatMap((severity) => {
    const sum = finding
      .filter((rule) => rule.severity === severity)
      .reduce((all, { found }) => all + found, 0)
    return sum > 0 ? [plural(sum, severity)] : []
  })
  const off = rules.filter(({ isOn }) => !isOn).length
  const switchedOff = off > 0 ? ` ${plural(off, 'rule is', 'rules are')} switched off.` : ''
  const last = counts.pop()
  if (last === undefined) return `No findings.${switchedOff}`
  const all = counts.length > 0 ? `${counts.join(', ')} and ${last}` : last
  return `${all} by ${plural(finding.length, 'rule')}.${switchedOff}`
}

/** Why the one rule that is chosen matters. */
export function whyOfRule(
  rules: readonly RuleRow[],
  [only, ...others]: readonly string[],
): string | undefined {
  return others.length === 0 ? rules.find(({ id }) => id === only)?.why : undefined
}

/** What the proposed texts that wait would do. */
export function textsSentence({ gates }: Pick<QueueListAnswer, 'gates'>): string {
  const open = Object.values(gates).reduce((sum, count) => sum + count, 0)
  return open === 0
    ? 'No text waits for a decision.'
    : `${plural(open, 'proposal')} to review: ${gatesText(gates)}.`
}
