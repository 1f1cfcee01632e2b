import type { FieldsListAnswer } from './shared/answers'
import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import { withWorkspaceModels } from '../../app/models/workspace-models'
import { fieldRecords, listFields, FieldsListInput } from './field-states'
import { askedBy, standardise, FieldsStandardiseInput } from './standardise'
import { fieldsOfTool } from './tool-fields'
import { z } from 'zod'
import { ToolId } from '../../domain/tool/tool'
import { Dir } from '../../contract/workspace'
import { action } from '../../app/action'
import { counted } from '../../domain/value/quantity'
import { changeRecordsUndoably } from '../../app/editing/undoable-records'

export const fieldActions = {
  'fields.list': action({
    summary: 'How far the tools are standardised, with a page of those in some states',
    input: FieldsListInput,
    async run(context, { dir, ...page }, call): Promise<FieldsListAnswer> {
      const { sessions, clock } = context
      const session = await sessions.of(dir)
      const catalog = await session.catalog()
      const records = await fieldRecords(session)
      const { chatModel } = await withWorkspaceModels(context, dir).settings.read()
      const by = askedBy(chatModel, await session.promptOverrides())
      return listFields({ catalog, records, by }, page, yieldToEventLoop(clock, call.signal))
    },
  }),
  'fields.tool': action({
    summary: 'Show the four fields of a tool beside what its definition says',
    input: z.object({ dir: Dir, id: ToolId.describe('the tool') }),
    async run({ sessions }, { dir, id }) {
      const session = await sessions.of(dir)
      const entry = (await session.catalog()).tool(id)
      return fieldsOfTool(entry, (await fieldRecords(session)).get(id))
    },
  }),
  /**
   * Of those that have none, those that changed since and those that another model could not
   * answer. What was answered is kept as it goes, so that a stop, a failure or a kill loses
   * nothing, and doing it again goes on from there.
   */
  'fields.standardise': action({
    summary: 'Ask the chat model for the four fields of tools that have none, or changed since',
    input: FieldsStandardiseInput,
    run: standardise,
  }),
  /** What authors corrected and what came with the data stays. */
  'fields.forget': action({
    summary: 'Remove what models wrote of tools, all or some; corrections stay',
    input: z.object({
      dir: Dir,
      ids: z.array(ToolId).min(1).optional().describe('only this tool; may be repeated'),
    }),
    async run({ sessions }, { dir, ids }) {
      const session = await sessions.of(dir)
      return changeRecordsUndoably(session, async () => {
        const records = await fieldRecords(session)
        const remove = ids ? ids.filter((id) => records.has(id)) : [...records.keys()]
        return {
          change: { standardFields: { remove } },
          what: `Removed the standard fields of ${counted(remove.length, 'tool')}`,
          answer: { forgotten: remove.length },
        }
      })
    },
  }),
}
