import type { ClashChoices, ReportRow } from '../../domain/catalog/import'
import { isEdited } from '../../domain/tool/catalog-tool'
import type { AuthorLayer, ToolId, ToolLayer } from '../../domain/tool/tool'
import { canonical } from '../../domain/value/canonical'
import type { Layers } from '../workspaces/current-catalog'
import { importReport } from '../../importing/catalog/report'
import { mergedLayers, type DifferingField } from '../editing/edited-layer'

/** The author's layers to write, and where they say something else than the layers here. */
export interface SettledLayers {
  put: ToolLayer[]
  differing: DifferingLayer[]
  rows: ReportRow[]
}

/** A layer of the files with fields that say something else here. */
export interface DifferingLayer {
  id: ToolId
  fields: DifferingField[]
}

/**
 * Adds what the files' layers have besides those here. Of fields that both have, `choice` decides.
 */
export function settleLayers(
  stored: Layers,
  carried: ReadonlyMap<ToolId, AuthorLayer>,
  choice: ClashChoices['layers'],
): SettledLayers {
  const put: ToolLayer[] = []
  const differing: DifferingLayer[] = []
  const report = importReport()
  for (const [tool, other] of carried) {
    if (!isEdited(other)) continue
    const here = stored.get(tool) ?? {}
    const merged = mergedLayers(here, other, choice === 'replace' ? 'other' : 'stored')
    if (merged.differing.length > 0) {
      differing.push({ id: tool, fields: merged.differing })
      report.add(rowOf({ id: tool, fields: merged.differing }, choice))
    }
    if (canonical(merged.layer) !== canonical(here)) put.push({ tool, layer: merged.layer })
  }
  return { put, differing, rows: report.rows() }
}

function rowOf({ id, fields }: DifferingLayer, choice: ClashChoices['layers']): ReportRow {
  const where = `author’s layer of ${id}`
  const what = fields.map(({ field }) => field).join(', ')
  return choice === 'replace'
    ? { outcome: 'notice', where, entry: id, why: `The files’ text replaces yours: ${what}` }
    : {
        outcome: 'skipped',
        where,
        entry: id,
        why: `Your text stays; the files say something else: ${what}`,
        fix: 'Choose to take the files’ layers to replace it.',
      }
}
