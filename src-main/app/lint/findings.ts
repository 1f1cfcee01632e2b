import { lint } from '../../authoring/lint/lint'
import type { LintRule } from '../../authoring/lint/rule'
import type { FindingRow, RuleRow } from '../../contract/lint'
import { findingKey, type LintFinding, type SetAsideFinding } from '../../domain/catalog/lint'
import { Problem } from '../../domain/problem'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { Call } from '../app'
import type { Catalog } from '../workspaces/catalog'
import { graphOf } from '../graph/catalog-graph'
import type { AppContext } from '../context'
import { counting } from '../requests/call-progress'
import type { Session } from '../workspaces/session'
import { lintSubject } from './lint-subject'

/** What lint found, and what it could not do whole. */
export interface Linted {
  findings: readonly LintFinding[]
  remarks: readonly string[]
}

/** What lint is done by. */
export type LintsBy = Pick<AppContext, 'clock' | 'places' | 'tokenCounter'>

const known = new WeakMap<Catalog, Linted>()

/** What all rules find in a catalog, those that are switched off included; found out once. */
export async function findingsOf(
  { clock, places, tokenCounter }: LintsBy,
  catalog: Catalog,
  { signal, emit }: Call,
): Promise<Linted> {
  const before = known.get(catalog)
  if (before) return before
  const subject = lintSubject(catalog.tools, () => graphOf(catalog), {
    tool: (id) => (catalog.has(id) ? catalog.tool(id) : undefined),
    tokensOf: (text) => tokenCounter.count(text).tokens,
  })
  const pause = yieldToEventLoop(clock, signal)
  const onLooked = counting(emit, 'Checking tools', 'tools')
  const findings = await lint(places.lintRules, subject, pause, onLooked)
  const linted = { findings, remarks: [...subject.remarks] }
  known.set(catalog, linted)
  return linted
}

/** What a workspace says of rules and findings. */
export interface LintChoices {
  off: ReadonlySet<string>
  setAside: ReadonlyMap<string, SetAsideFinding>
}

export async function choicesOf({ store }: Session): Promise<LintChoices> {
  const { ruleSwitches, setAsideFindings } = await store.read('ruleSwitches', 'setAsideFindings')
  return {
    off: new Set(ruleSwitches.map(({ rule }) => rule)),
    setAside: new Map(setAsideFindings.map((each) => [findingKey(each), each])),
  }
}

/** The findings of rules that are on, each with why it was set aside where it was. */
export const rowsOf = (
  findings: readonly LintFinding[],
  { off, setAside }: LintChoices,
): FindingRow[] =>
  findings.flatMap((finding) => {
    if (off.has(finding.rule)) return []
    const said = setAside.get(findingKey(finding))
    return said?.mark === finding.mark
      ? [{ ...finding, setAside: { reason: said.reason, at: said.at } }]
      : [finding]
  })

/** Every rule with what it finds. */
export function rulesOf(
  rules: readonly LintRule[],
  rows: readonly FindingRow[],
  { off }: LintChoices,
): RuleRow[] {
  const counts = new Map(rules.map(({ id }) => [id, { found: 0, setAside: 0 }]))
  for (const row of rows) {
    const count = counts.get(row.rule)
    if (count) count[row.setAside ? 'setAside' : 'found']++
  }
  return rules.map(({ id, severity, title, why }) => ({
    id,
    severity,
    title,
    why,
    ...(counts.get(id) ?? { found: 0, setAside: 0 }),
    isOn: !off.has(id),
  }))
}

/** @throws Problem `bad-input` where there is no such rule. */
export function requireRules(rules: readonly LintRule[], asked: readonly string[] = []): void {
  const ids = rules.map(({ id }) => id)
  const unknown = asked.find((rule) => !ids.includes(rule))
  if (unknown === undefined) return
  throw new Problem(
    'bad-input',
    `There is no lint rule “${unknown}”.`,
    `Choose from: ${ids.join(', ')}.`,
  )
}
