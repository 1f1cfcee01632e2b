import type { LintFinding } from '../../domain/lint'
import type { LintRule, LintSubject, Objection } from './rule'

/**
 * What the rules object to: rule by rule, and by tool. The tools are looked at one by one, with `pause` called between any two, so
 * that others have their turn.
 */
export async function lint(
  rules: readonly LintRule[],
  subject: LintSubject,
  pause: () => Promise<unknown>,
): Promise<LintFinding[]> {
  const found = new Map(rules.map((rule) => [rule, rule.ofCatalog?.(subject) ?? []]))
  for (const entry of subject.tools) {
    for (const [rule, objections] of found) {
      const more = rule.ofTool?.(entry, subject)
      if (more) objections.push(...more)
    }
    await pause()
  }
  return [...found].flatMap(([{ id, severity }, objections]) =>
    objections.sort(byTool).map((objection) => ({ rule: id, severity, ...objection })),
  )
}

const byTool = (a: Objection, b: Objection): number =>
  a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0
