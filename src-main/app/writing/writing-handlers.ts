import type { AppContext, Handlers } from '../handlers'
import type { Session } from '../session'
import { decideWritten, undoWritten } from './decide'
import { drawAndKeep, previewDraw } from './draw'
import { editWritten } from './edit-written'
import { listWritten, writtenRow } from './list'
import { nearTexts } from './near-texts'
import { askedNow } from './open-askers'
import { writeAll } from './write'
import { writtenRecords } from './written-records'

export const writingHandlers = (context: AppContext): Handlers<'writing'> => {
  const { sessions, clock } = context
  const findNear = nearTexts()
  const placed = async (session: Session) => ({
    catalog: await session.catalog(),
    near: await findNear(session, clock),
  })
  return {
    'writing.preview': (input, call) => previewDraw(context, input, call),
    'writing.draw': (input, call) => drawAndKeep(context, input, call),
    'writing.write': (input, call) => writeAll(context, input, call),
    async 'writing.list'({ dir, judge, ...page }) {
      const session = await sessions.of(dir)
      const records = await writtenRecords(session)
      const now = await askedNow(context, { dir, judge })
      return listWritten({ ...(await placed(session)), records, now }, page)
    },
    'writing.decide': async (input) => decideWritten(context, await sessions.of(input.dir), input),
    async 'writing.edit'(input) {
      const session = await sessions.of(input.dir)
      const edited = await editWritten(session, input)
      return writtenRow(edited, await placed(session))
    },
    'writing.undo': async ({ dir, batch }) => undoWritten(await sessions.of(dir), batch),
    async 'writing.forget'({ dir, states }) {
      const session = await sessions.of(dir)
      return session.change(async () => {
        const remove = [...(await writtenRecords(session)).values()]
          .filter(({ state }) => states.includes(state))
          .map(({ id }) => id)
        return { writtenQueries: { remove }, answer: { forgotten: remove.length } }
      })
    },
  }
}
