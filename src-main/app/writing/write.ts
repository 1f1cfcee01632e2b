import { Judge, type WritingWriteAnswer } from '../../contract/writing'
import { Problem } from '../../domain/problem'
import type { WrittenQuery } from '../../domain/query/written-query'
import type { Call } from '../app'
import { askEach, askWatched } from '../models/ask-each'
import type { Keeping } from '../models/keep-in-batches'
import type { AppContext } from '../context'
import type { Session } from '../workspaces/session'
import { askJudge, askQueries, type Asker, type Asking } from './ask-written'
import { keepingWritten, type Answered } from './keep-written'
import { openAskers } from './open-askers'
import {
  currentRecords,
  isRefusedToOthers,
  isToDo,
  reopened,
  type WrittenRecords,
} from './written-records'
import { z } from 'zod'
import { Dir } from '../../contract/workspace'

export const WritingWriteInput = z.object({
  dir: Dir,
  judge: Judge,
})
export type WritingWriteInput = z.output<typeof WritingWriteInput>

type Input = WritingWriteInput
type Output = WritingWriteAnswer

interface Writing {
  session: Session
  clock: AppContext['clock']
  writer: Asker
  judge: Asker
  keeping: Keeping<Answered>
  records: () => Promise<WrittenRecords>
  done: Output
}

/** Has the chat model write for all that is drawn and a judge look at it, one after the other, and keeps what they say as it goes. */
export async function writeAll(context: AppContext, input: Input, call: Call): Promise<Output> {
  const { sessions, clock } = context
  const session = await sessions.of(input.dir)
  const askers = await openAskers(context, input, call.signal)
  const records = currentRecords(session)
  const isToAsk = (record: WrittenQuery) => isToDo(record) || isRefusedToOthers(record, askers)
  const toDo = [...(await records()).values()].filter(isToAsk)
  const done: Output = {
    ...{ asked: 0, written: 0, judged: 0, kept: 0, dropped: 0, refused: 0 },
    ...{ failed: [], left: toDo.length },
  }
  const keeping = keepingWritten(session, clock)
  const writing = { ...askers, session, clock, keeping, records, done }
  const one = async ({ id }: WrittenQuery) => {
    // As it is by now: another program may have written it, or somebody removed it.
    const record = (await records()).get(id)
    if (record && isToAsk(record)) await writeOne(writing, record, call)
    done.left--
  }
  const asking = { what: 'Writing golden queries', unit: 'bundles', one }
  try {
    const ended = await askEach(toDo, asking, call)
    return { ...done, ...ended }
  } catch (error) {
    throw call.signal.aborted ? stopped(done, toDo.length) : error
  } finally {
    await keeping.end()
  }
}

/** Writes for one bundle, and has each of its queries judged. */
async function writeOne(writing: Writing, found: WrittenQuery, call: Call): Promise<void> {
  const { done, keeping } = writing
  const record = reopened(found)
  let unjudged = [record]
  if (record.state === 'drawn') {
    const written = await asking(writing, call, (place) =>
      askQueries(writing.writer, record, place),
    )
    await keeping.add({ of: found, records: written }, written.some(isRefused))
    unjudged = written.filter(({ state }) => state === 'unjudged')
    done.asked++
    done.written += unjudged.length
    done.refused += written.length - unjudged.length
  }
  for (const each of unjudged) {
    const judged = await asking(writing, call, (place) => askJudge(writing.judge, each, place))
    await keeping.add({ of: found, records: [judged] }, isRefused(judged))
    done.judged++
    if (judged.state === 'waiting') done.kept++
    else if (judged.state === 'dropped') done.dropped++
    else done.refused++
  }
}

const isRefused = ({ state }: WrittenQuery): boolean => state === 'refused'

async function asking<Result>(
  { session, clock }: Writing,
  { signal }: Call,
  ask: (place: Asking) => Promise<Result>,
): Promise<Result> {
  const catalog = await session.catalog()
  const stage = 'write golden queries'
  return askWatched({ clock, stage, signal }, (call) => ask({ catalog, clock, call }))
}

const stopped = ({ left }: Output, of: number): Problem =>
  new Problem(
    'cancelled',
    `Stopped. ${of - left} of ${of} bundles are done, and what was answered is kept.`,
    'Go on when you like: what is done is not asked about again.',
  )
