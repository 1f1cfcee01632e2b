import type { ClashChoices, ReportRow } from '../../domain/catalog/import'
import { changedByHand, isMadeByHand } from '../../domain/tool/hand-fields'
import type { Tool, ToolId } from '../../domain/tool/tool'
import { importReport } from '../../importing/catalog/report'
import { reimported } from '../editing/written-fields'
import type { DifferingLayer } from './settle-layers'

/** The tools of an import as they are to stand beside what was written by hand, and where they say something new of it. */
export interface SettledTools {
  tools: Tool[]
  differing: DifferingLayer[]
  rows: ReportRow[]
}

/** @param tools under the ids that they have in the catalog. */
export function settleHandEdits(
  known: readonly Tool[],
  tools: readonly Tool[],
  choice: ClashChoices['layers'],
): SettledTools {
  const isTouched = (tool: Tool): boolean => isMadeByHand(tool) || changedByHand(tool).length > 0
  const touched = new Map<ToolId, Tool>(known.filter(isTouched).map((tool) => [tool.id, tool]))
  const differing: DifferingLayer[] = []
  const report = importReport()
  const settled = tools.map((incoming) => {
    const { tool, differing: fields } = reimported(touched.get(incoming.id), incoming, choice)
    if (fields.length > 0) {
      differing.push({ id: tool.id, fields })
      report.add(rowOf(tool.id, fields.map(({ field }) => field).join(', '), choice))
    }
    return tool
  })
  return { tools: settled, differing, rows: report.rows() }
}

const rowOf = (entry: ToolId, what: string, choice: ClashChoices['layers']): ReportRow => {
  const where = `what was written by hand of ${entry}`
  return choice === 'replace'
    ? { outcome: 'notice', where, entry, why: `The files’ replaces yours: ${what}` }
    : {
        outcome: 'notice',
        where,
        entry,
        why: `Yours stays; the files say something else: ${what}. What they say is kept beside it`,
        fix: 'Choose to take the files’ to replace it, or go back to it later in the tool’s definition.',
      }
}
