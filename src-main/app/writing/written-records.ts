import type { WrittenQuery } from '../../domain/written-query'
import { readPerCommit } from '../read-per-commit'
import type { Session } from '../session'

/** What is drawn and written in a workspace, by id, in its order. */
export type WrittenRecords = ReadonlyMap<string, WrittenQuery>

export async function writtenRecords({ store }: Pick<Session, 'store'>): Promise<WrittenRecords> {
  const { writtenQueries } = await store.read('writtenQueries')
  return new Map(writtenQueries.map((each) => [each.id, each]))
}

/** {@link writtenRecords}, read again only after a commit. */
export const currentRecords = (session: Session): (() => Promise<WrittenRecords>) =>
  readPerCommit(session, () => writtenRecords(session))

/** Whether a model is still to be asked about it. */
export const isToDo = ({ state }: Pick<WrittenQuery, 'state'>): boolean =>
  state === 'drawn' || state === 'unjudged'
