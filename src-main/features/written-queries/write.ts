import { Judge, type WritingWriteAnswer } from './shared/answers'
import type { WrittenQuery } from '../../domain/query/written-query'
import type { Call } from '../../app/app'
import { runJob } from '../../app/models/job'
import type { AppContext } from '../../app/context'
import type { Session } from '../../app/workspaces/session'
import { askJudge, askQueries, type Asking } from './ask-written'
import { openAskers } from './open-askers'
import { currentRecords, isToAskAgain, isToDo, reopened, writtenRecords } from './written-records'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const WritingWriteInput = z.object({
  dir: Dir,
  judge: Judge,
})
export type WritingWriteInput = z.output<typeof WritingWriteInput>

/**
 * Has the chat model write for all that is drawn and a judge look at it, one after the other, and
 * keeps what they say as it goes.
 */
export async function writeAll(
  context: AppContext,
  input: WritingWriteInput,
  call: Call,
): Promise<WritingWriteAnswer> {
  const { clock } = context
  const session = await context.sessions.of(input.dir)
  const askers = await openAskers(context, input, call.signal)
  const records = currentRecords(session)
  const isToAsk = (record: WrittenQuery) => isToDo(record) || isToAskAgain(record, askers)
  const items = [...(await records()).values()].filter(isToAsk)
  const done = { asked: 0, written: 0, judged: 0, kept: 0, dropped: 0, refused: 0 }
  const ended = await runJob<WrittenQuery, WrittenQuery, Answered>(
    {
      what: 'Writing golden queries',
      unit: 'bundles',
      stage: 'write golden queries',
      items,
      async find({ id }) {
        const record = (await records()).get(id)
        return record && isToAsk(record) ? record : undefined
      },
      async ask(found, { question, keep }) {
        const ask = async <Answer>(one: (asking: Asking) => Promise<Answer>): Promise<Answer> => {
          const catalog = await session.catalog()
          return question((each) => one({ catalog, clock, call: each }))
        }
        const record = reopened(found)
        let unjudged = [record]
        if (record.state === 'drawn') {
          const written = await ask((asking) => askQueries(askers.writer, record, asking))
          await keep({ of: found, records: written }, written.some(isRefused))
          unjudged = written.filter(({ state }) => state === 'unjudged')
          done.asked++
          done.written += unjudged.length
          done.refused += written.length - unjudged.length
        }
        for (const each of unjudged) {
          const judged = await ask((asking) => askJudge(askers.judge, each, asking))
          await keep({ of: found, records: [judged] }, isRefused(judged))
          done.judged++
          if (judged.state === 'waiting') done.kept++
          else if (judged.state === 'dropped') done.dropped++
          else done.refused++
        }
      },
      keep: (batch) => keepWritten(session, batch),
      stopped: (finished) => [
        `Stopped. ${finished} of ${items.length} bundles are done, and what was answered is kept.`,
        'Go on when you like: what is done is not asked about again.',
      ],
    },
    { clock, ...call },
  )
  return { ...done, ...ended }
}

const isRefused = ({ state }: WrittenQuery): boolean => state === 'refused'

/** Records as models answered, with the one that they were made of. */
interface Answered {
  of: WrittenQuery
  records: readonly WrittenQuery[]
}

/**
 * Keeps answers. What was forgotten meanwhile, or finished by another program, stays as it is
 * there.
 */
const keepWritten = (session: Session, batch: readonly Answered[]): Promise<unknown> =>
  session.change(async () => {
    const here = await writtenRecords(session)
    const put = batch.flatMap(({ of, records }) =>
      records.flatMap((record) => {
        const stored = here.get(record.id) ?? here.get(of.id)
        return stored && isOpen(stored, of) ? [[record.id, record] as const] : []
      }),
    )
    // What was written and then judged, as it was judged.
    return { writtenQueries: { put: [...new Map(put).values()] } }
  })

/** What was refused is open to a model that is asked about it once more. */
const isOpen = (stored: WrittenQuery, of: WrittenQuery): boolean =>
  isToDo(stored) || (stored.state === 'refused' && of.state === 'refused')
