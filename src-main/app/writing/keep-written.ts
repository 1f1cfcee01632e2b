import type { WrittenQuery } from '../../domain/query/written-query'
import type { Clock } from '../../ports/clock'
import { keepInBatches, type Keeping } from '../models/keep-in-batches'
import type { Session } from '../workspaces/session'
import { isToDo, writtenRecords } from './written-records'

/** Records as models answered, with the one that they were made of. */
export interface Answered {
  of: WrittenQuery
  records: readonly WrittenQuery[]
}

/** What was refused is open to a model that is asked about it once more. */
const isOpen = (stored: WrittenQuery, of: WrittenQuery): boolean =>
  isToDo(stored) || (stored.state === 'refused' && of.state === 'refused')

/** Keeps what models answered, as it goes. What was forgotten meanwhile, or finished by another program, stays as it is there. */
export const keepingWritten = (session: Session, clock: Clock): Keeping<Answered> =>
  keepInBatches(clock, (batch) =>
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
    }),
  )
