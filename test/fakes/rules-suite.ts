import { describe, expect, it } from 'vitest'
import type { LintRule } from '../../src-main/authoring/lint/rule'
import type { CatalogTool } from '../../src-main/domain/tool/tool'
import { lintedBy } from './linted'

/** A catalog that trips a rule, and one that is as near to that as can be and does not. */
export interface RuleCase {
  trips: readonly CatalogTool[]
  passes: readonly CatalogTool[]
}

/** What holds of all rules of lint. @param cases by the ids of rules */
export function rulesSuite(rules: readonly LintRule[], cases: Record<string, RuleCase>): void {
  describe('every rule of lint', () => {
    it.each(rules.map((rule): [string, LintRule] => [rule.id, rule]))(
      '%s objects to a tool that has its fault, and to none that is in order',
      async (id, rule) => {
        const { trips, passes } = cases[id] ?? { trips: [], passes: [] }
        expect(await lintedBy([rule], trips)).not.toEqual([])
        expect(await lintedBy([rule], passes)).toEqual([])
      },
    )

    it('is named and justified, under an id of its own', () => {
      const ids = rules.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const { title, why } of rules) expect(`${title} ${why}`).toMatch(/^[A-Z].+\.$/)
    })
  })
}
