import { FieldState, type FieldsListAnswer, type FieldRow } from './shared/answers'
import { idOf } from '../../domain/tool/stored-tool'
import type { StandardFieldsRecord } from '../../domain/tool/standard-fields'
import { ToolId, type CatalogTool } from '../../domain/tool/tool'
import { toolVersion } from '../../pipeline/knowledge-base/to-standardise'
import type { Catalog } from '../../app/workspaces/catalog'
import { isRefusedToOthers, type ModelAndPrompt } from '../../app/models/job'
import type { Session } from '../../app/workspaces/session'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'
import { page } from '../../contract/page'

export const FieldsListInput = z.object({
  dir: Dir,
  ids: z.array(ToolId).min(1).optional().describe('only these tools'),
  states: z.array(FieldState).min(1).optional().describe('only those in this state; several times'),
  ...page(100),
})
export type FieldsListInput = z.output<typeof FieldsListInput>

/** What models wrote, by tool. */
export type FieldRecords = ReadonlyMap<ToolId, StandardFieldsRecord>

export async function fieldRecords({ store }: Pick<Session, 'store'>): Promise<FieldRecords> {
  const { standardFields } = await store.read('standardFields')
  return new Map(standardFields.map((each) => [each.tool, each]))
}

/** Whether it was refused, and the one asked now may answer. */
export const isToAskAgain = (
  state: FieldState,
  record: StandardFieldsRecord | undefined,
  by: ModelAndPrompt,
): boolean => state === 'refused' && isRefusedToOthers(record?.refused, by)

/** How far a tool is standardised. */
export function fieldState(
  entry: CatalogTool,
  record: StandardFieldsRecord | undefined,
): FieldState {
  if (entry.tool.standardised) return 'data'
  if (!record) return 'none'
  const version = toolVersion(entry)
  if (record.written?.of === version) return 'written'
  if (record.refused?.of === version) return 'refused'
  return record.written ? 'stale' : 'none'
}

/** How far the tools of a catalog are standardised. @param pause called between any two tools. */
export async function listFields(
  { catalog, records, by }: { catalog: Catalog; records: FieldRecords; by: ModelAndPrompt },
  { ids, states, offset, limit }: Omit<FieldsListInput, 'dir'>,
  pause: () => Promise<unknown>,
): Promise<FieldsListAnswer> {
  const counts: Record<FieldState, number> = { data: 0, written: 0, refused: 0, stale: 0, none: 0 }
  const rows: FieldRow[] = []
  let corrected = 0
  let total = 0
  let refusedToOthers = 0
  const wanted = ids && new Set<ToolId>(ids)
  const tools = wanted ? catalog.tools.filter((entry) => wanted.has(idOf(entry))) : catalog.tools
  for (const entry of tools) {
    const record = records.get(idOf(entry))
    const state = fieldState(entry, record)
    const isCorrected = entry.layer.standardised !== undefined
    counts[state]++
    if (isCorrected) corrected++
    if (isToAskAgain(state, record, by)) refusedToOthers++
    if (!states || states.includes(state)) {
      if (total >= offset && rows.length < limit) {
        const why = state === 'refused' ? record?.refused?.why : undefined
        const { id, name } = entry.tool
        rows.push({ id, name, state, ...(why !== undefined && { why }), isCorrected })
      }
      total++
    }
    await pause()
  }
  return { tools: tools.length, counts, refusedToOthers, corrected, total, rows }
}
