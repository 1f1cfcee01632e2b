import { yieldToEventLoop } from '../../evaluation/yield-to-event-loop'
import type { AppContext, Handlers } from '../handlers'
import { withWorkspaceModels } from '../models/workspace-models'
import { fieldRecords, listFields } from './field-states'
import { askedBy, standardise } from './standardise'
import { fieldsOfTool } from './tool-fields'

export const fieldsHandlers = (context: AppContext): Handlers<'fields'> => {
  const { sessions, clock } = context
  return {
    async 'fields.list'({ dir, ...page }, call) {
      const session = await sessions.of(dir)
      const [catalog, records] = [await session.catalog(), await fieldRecords(session)]
      const { chatModel } = await withWorkspaceModels(context, dir).settings.read()
      const by = askedBy(chatModel, await session.wordings())
      return listFields({ catalog, records, by }, page, yieldToEventLoop(clock, call.signal))
    },
    async 'fields.tool'({ dir, id }) {
      const session = await sessions.of(dir)
      const entry = (await session.catalog()).tool(id)
      return fieldsOfTool(entry, (await fieldRecords(session)).get(id))
    },
    'fields.standardise': (input, call) => standardise(context, input, call),
    async 'fields.forget'({ dir, ids }) {
      const session = await sessions.of(dir)
      return session.change(async () => {
        const records = await fieldRecords(session)
        const remove = ids ? ids.filter((id) => records.has(id)) : [...records.keys()]
        return { standardFields: { remove }, answer: { forgotten: remove.length } }
      })
    },
  }
}
