import { Draw, type WritingListAnswer } from './shared/answers'
import type { AppContext } from '../../app/context'
import type { Session } from '../../app/workspaces/session'
import { decideWritten, WritingDecideInput } from './decide'
import { drawAndKeep, previewDraw } from './drawing/draw'
import { editWritten, WritingEditInput } from './edit-written'
import { listWritten, writtenRow, WritingListInput } from './list'
import { nearTexts } from './near-texts'
import { askedNow } from './open-askers'
import { writeAll, WritingWriteInput } from './write'
import { writtenRecords } from './written-records'
import { z } from 'zod'
import { WrittenState } from '../../domain/query/written-query'
import { Dir } from '../../contract/workspace'
import { WritingDrawInput } from './drawing/ground'
import { action, inSession, perApp } from '../../app/action'

const nearOf = perApp(nearTexts)

/** What a row shows of the workspace beside its query. */
const placed = async (context: AppContext, session: Session) => ({
  catalog: await session.catalog(),
  near: await nearOf(context)(session, context.clock),
})

export const writingActions = {
  'writing.preview': action({
    summary: 'What would be drawn, and what it costs; writes nothing',
    input: Draw,
    run: previewDraw,
  }),
  'writing.draw': action({
    summary:
      'Draw bundles, and keep them for `writing.write`; with a template, write their queries at once',
    input: WritingDrawInput,
    run: drawAndKeep,
  }),
  /**
   * What is answered is kept as it goes, so that a stop, a failure or a kill loses nothing, and
   * doing it again goes on from there. What another model could not answer is asked once more.
   */
  'writing.write': action({
    summary: 'Have the chat model write for all that is drawn, and a judge look at each',
    input: WritingWriteInput,
    run: writeAll,
  }),
  'writing.list': action({
    summary: 'Queries that were written, drawn or refused, for their author to review',
    input: WritingListInput,
    async run(context, { dir, judge, ...page }): Promise<WritingListAnswer> {
      const session = await context.sessions.of(dir)
      const records = await writtenRecords(session)
      const now = await askedNow(context, { dir, judge })
      return listWritten({ ...(await placed(context, session)), records, now }, page)
    },
  }),
  'writing.decide': action({
    summary:
      'Decides what is written: accepted queries are appended to a golden set, which is made where there is none of that name',
    input: WritingDecideInput,
    run: inSession(decideWritten),
  }),
  /** What is as it was written is no edit. */
  'writing.edit': action({
    summary: 'Change the text or the tools of a query before it is accepted',
    input: WritingEditInput,
    async run(context, input) {
      const session = await context.sessions.of(input.dir)
      const edited = await editWritten(session, input)
      return writtenRow(edited, await placed(context, session))
    },
  }),
  /** Accepted queries stay in their golden sets. */
  'writing.forget': action({
    summary: 'Remove what is drawn or written and in one of these states',
    input: z.object({ dir: Dir, states: z.array(WrittenState).min(1) }),
    async run({ sessions }, { dir, states }) {
      const session = await sessions.of(dir)
      return session.change(async () => {
        const remove = [...(await writtenRecords(session)).values()]
          .filter(({ state }) => states.includes(state))
          .map(({ id }) => id)
        return { writtenQueries: { remove }, answer: { forgotten: remove.length } }
      })
    },
  }),
}
