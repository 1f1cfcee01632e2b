import { createHash } from 'node:crypto'
import type { LintFinding } from '../../domain/catalog/lint'
import { lintedTool } from './linted-tool'
import type { LintRule, LintSubject, Objection, Pause } from './rule'

/**
 * What the rules object to: rule by rule, and by tool. The tools are looked at one by one, with `pause` called between any two, so
 * that others have their turn.
 */
export async function lint(
  rules: readonly LintRule[],
  subject: LintSubject,
  pause: Pause,
): Promise<LintFinding[]> {
  const found = new Map<LintRule, Objection[]>()
  for (const rule of rules) found.set(rule, [...((await rule.ofCatalog?.(subject, pause)) ?? [])])
  for (const entry of subject.tools) {
    const tool = lintedTool(entry)
    for (const [rule, objections] of found) {
      const more = rule.ofTool?.(tool, subject)
      if (more) objections.push(...more)
    }
    await pause()
  }
  const findings: LintFinding[] = []
  for (const [rule, objections] of found) {
    for (const objection of objections.sort(byTool)) findings.push(findingOf(rule, objection))
    await pause()
  }
  return findings
}

const findingOf = (
  { id, severity }: LintRule,
  { about, ...objection }: Objection,
): LintFinding => ({
  ...{ rule: id, severity, ...objection },
  mark: createHash('sha256')
    .update(about ?? objection.what)
    .digest('hex')
    .slice(0, MARK_LENGTH),
})

/** Hexadecimal digits: 64 bits, of which two texts of one place never agree by chance. */
const MARK_LENGTH = 16

const byTool = (a: Objection, b: Objection): number =>
  a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0
