import { lint } from '../../authoring/lint/lint'
import { LINT_RULES } from '../../authoring/lint/registry'
import type { RouteOutput } from '../../contract/routes'
import type { LintFinding } from '../../domain/lint'
import { Problem } from '../../domain/problem'
import { turns } from '../../evaluation/turns'
import type { Call } from '../app'
import { readingTools } from '../call-progress'
import type { Catalog } from '../catalog'
import type { AppContext, Handlers } from '../handlers'
import { graphOf } from './catalog-graph'

export const lintHandlers = ({ sessions, clock }: AppContext): Handlers<'lint'> => ({
  async 'lint.run'({ dir, rules, tool, offset, limit }, call) {
    requireKnown(rules)
    const catalog = await (await sessions.of(dir)).catalog(readingTools(call, clock))
    if (tool !== undefined) catalog.tool(tool)
    const all = await findingsOf(catalog, turns(clock, call.signal), call)
    const isWanted = ({ rule, tool: of }: LintFinding) =>
      (rules === undefined || rules.includes(rule)) && (tool === undefined || tool === of)
    const found = all.filter(isWanted)
    return {
      total: found.length,
      rows: found.slice(offset, offset + limit),
      rules: rulesOf(all, tool),
    }
  },
})

function requireKnown(rules: readonly string[] = []): void {
  const ids = LINT_RULES.map(({ id }) => id)
  const unknown = rules.find((rule) => !ids.includes(rule))
  if (unknown === undefined) return
  throw new Problem(
    'bad-input',
    `There is no lint rule “${unknown}”.`,
    `Choose from: ${ids.join(', ')}.`,
  )
}

const known = new WeakMap<Catalog, LintFinding[]>()

/** What all rules find in a catalog, found out once. */
async function findingsOf(
  catalog: Catalog,
  pause: () => Promise<boolean>,
  { signal }: Call,
): Promise<LintFinding[]> {
  const before = known.get(catalog)
  if (before) return before
  const graph = await graphOf(catalog)
  signal.throwIfAborted()
  const { tools } = catalog
  const tool: Parameters<typeof lint>[1]['tool'] = (id) =>
    catalog.has(id) ? catalog.tool(id) : undefined
  const findings = await lint(LINT_RULES, { tools, graph, tool }, pause)
  known.set(catalog, findings)
  return findings
}

function rulesOf(
  findings: readonly LintFinding[],
  tool: string | undefined,
): RouteOutput<'lint.run'>['rules'] {
  const counts = new Map<string, number>()
  for (const finding of findings) {
    if (tool === undefined || tool === finding.tool)
      counts.set(finding.rule, (counts.get(finding.rule) ?? 0) + 1)
  }
  return LINT_RULES.map(({ id, severity, title, why }) => ({
    ...{ id, severity, title, why },
    found: counts.get(id) ?? 0,
  }))
}
