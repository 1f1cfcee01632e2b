import type { ToDoKind, ToDoOrder, ToDoRow } from '../../contract/to-do'
import type { LintSeverity } from '../../domain/catalog/lint'
import type { ToolId } from '../../domain/tool/tool'
import type { Catalog } from '../workspaces/catalog'

const WEIGHT: Record<LintSeverity, number> = { error: 3, warning: 2, note: 1 }

export interface ToDoRows {
  /** The row of a tool; none of one that the catalog lacks. */
  rowOf(tool: ToolId): ToDoRow | undefined
  /** Counts one more of a kind. */
  add(tool: ToolId, kind: ToDoKind): ToDoRow | undefined
  /** Counts one more that is proposed, also of a tool that the catalog lacks. */
  addProposed(tool: ToolId, kind: 'text' | 'edge'): ToDoRow
  /** Counts a finding; the gravest is told, of equal ones the first. */
  addFinding(tool: ToolId, finding: NonNullable<ToDoRow['finding']>): void
  /**
   * Those of which anything is counted, in an order: by weight unless another is asked for, or
   * things have a value.
   */
  sorted(order?: ToDoOrder, values?: ReadonlyMap<{ tool: ToolId }, number>): ToDoRow[]
}

export function toDoRows(catalog: Pick<Catalog, 'has' | 'tool'>): ToDoRows {
  const byTool = new Map<ToolId, ToDoRow>()
  const rowOf = (tool: ToolId): ToDoRow | undefined => {
    if (!catalog.has(tool)) return undefined
    const { name, server } = catalog.tool(tool).tool
    const row = byTool.get(tool) ?? { tool, name, ...(server && { server }), counts: {} }
    byTool.set(tool, row)
    return row
  }
  const add = (tool: ToolId, kind: ToDoKind): ToDoRow | undefined => {
    const row = rowOf(tool)
    if (row) row.counts[kind] = (row.counts[kind] ?? 0) + 1
    return row
  }
  return {
    rowOf,
    add,
    addProposed(tool, kind) {
      const row = rowOf(tool) ??
        byTool.get(tool) ?? { tool, name: tool, counts: {}, isGone: true as const }
      byTool.set(tool, row)
      row.counts[kind] = (row.counts[kind] ?? 0) + 1
      return row
    },
    addFinding(tool, finding) {
      const row = add(tool, 'finding')
      if (!row) return
      const known = row.finding ? WEIGHT[row.finding.severity] : 0
      if (WEIGHT[finding.severity] > known) row.finding = finding
    },
    sorted(order = 'weight', values = new Map()) {
      const most = new Map<ToolId, number>()
      for (const [{ tool }, value] of values) {
        most.set(tool, Math.max(value, most.get(tool) ?? -Infinity))
      }
      const valueOf = ({ tool }: ToDoRow) => most.get(tool) ?? -Infinity
      const rows = [...byTool.values()].filter(asksSomething).sort(byWeight)
      return order === 'name'
        ? rows.sort((a, b) => compareNames(a, b))
        : rows.sort((a, b) => (valueOf(a) === valueOf(b) ? 0 : valueOf(b) - valueOf(a)))
    },
  }
}

const compareNames = (a: ToDoRow, b: ToDoRow): number =>
  a.name === b.name ? (a.tool < b.tool ? -1 : 1) : a.name < b.name ? -1 : 1

/** Only where something is counted: a tool may be right for queries and never missed. */
const asksSomething = ({ counts, ofFeatures }: ToDoRow): boolean =>
  ofFeatures !== undefined || Object.keys(counts).length > 0

/**
 * What weighs more comes first: queries that are missed, then errors, proposals, and how grave and
 * how many findings are.
 */
function byWeight(one: ToDoRow, other: ToDoRow): number {
  const a = weightsOf(one)
  const b = weightsOf(other)
  const at = a.findIndex((weight, place) => weight !== b[place])
  return at < 0 ? (one.tool < other.tool ? -1 : 1) : (b[at] ?? 0) - (a[at] ?? 0)
}

function weightsOf({ counts, ofFeatures = [], ...row }: ToDoRow) {
  const { missed = 0, changed = 0, served = 0 } = counts
  const { text = 0, edge = 0, finding = 0 } = counts
  const gravity = row.finding ? WEIGHT[row.finding.severity] : 0
  return [
    missed + (row.broken ?? 0) + (row.missedByAgents ?? 0),
    changed,
    gravity === WEIGHT.error ? 1 : 0,
    served,
    ofFeatures.reduce((sum, { count }) => sum + count, 0),
    text + edge,
    gravity,
    finding,
  ]
}
