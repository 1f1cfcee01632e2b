import { absentRecord, RECORD_KINDS } from '../../domain/workspace/record-kinds'
import { Problem } from '../../domain/problem'
import type { WrittenQuery } from '../../domain/query/written-query'
import { bundleOf } from '../../domain/query/logged-queries'
import type { Catalog } from '../../app/workspaces/catalog'
import type { Session } from '../../app/workspaces/session'
import { isToDo, writtenRecords } from './written-records'
import { z } from 'zod'
import { ToolId } from '../../domain/tool/tool'
import { WRITING } from '../../domain/query/writing'
import { Dir } from '../../contract/workspace'

export const WritingEditInput = z.object({
  dir: Dir,
  id: z.string().min(1).describe('the query, as list names it'),
  text: z
    .string()
    .trim()
    .min(1)
    .max(WRITING.longestQuery)
    .optional()
    .describe('what it says instead'),
  tools: z
    .array(ToolId)
    .min(1)
    .max(100)
    .optional()
    .describe('a tool that is right for it, instead of those drawn; several times'),
})
export type WritingEditInput = z.output<typeof WritingEditInput>

/** Changes the text or the tools of a query before it is accepted. */
export function editWritten(
  session: Session,
  { id, text, tools }: WritingEditInput,
): Promise<WrittenQuery> {
  return session.change(async (catalog) => {
    const record = (await writtenRecords(session)).get(id)
    if (!record) throw absentRecord(RECORD_KINDS.writtenQueries, id)
    refuseUneditable(record)
    if (tools) refuseUnknown(catalog, tools)
    const { edited: before, ...written } = record
    const edited = {
      ...before,
      ...(text !== undefined && { text }),
      ...(tools && { tools: [...new Set(tools)] }),
    }
    if (edited.text === record.text) delete edited.text
    if (edited.tools && bundleOf({ tools: edited.tools }) === bundleOf(record.bundle)) {
      delete edited.tools
    }
    const put = Object.keys(edited).length > 0 ? { ...written, edited } : written
    return { writtenQueries: { put: [put] }, answer: put }
  })
}

function refuseUneditable(record: WrittenQuery): void {
  const { state, text } = record
  if (state === 'accepted') {
    throw new Problem(
      'bad-input',
      'This query is accepted: it is in its golden set.',
      'Edit it there, or take the decision back first.',
    )
  }
  if (text === undefined) throw new Problem('bad-input', 'No query is written here yet.')
  // What the judge says is of the text that it was given, and is kept in the place of this record.
  if (isToDo(record)) {
    throw new Problem(
      'bad-input',
      'The judge has not looked at this query yet.',
      'Edit it once it was judged.',
    )
  }
}

function refuseUnknown(catalog: Catalog, tools: readonly Parameters<Catalog['has']>[0][]): void {
  const unknown = tools.find((tool) => !catalog.has(tool))
  if (unknown !== undefined) catalog.tool(unknown)
}
