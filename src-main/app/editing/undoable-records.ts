import { counted } from '../../domain/value/quantity'
import type { WorkspaceChange } from '../../ports/workspace-store'
import { changeUndoably } from '../changes/stored-changes'
import type { Session } from '../workspaces/session'
import { recordsNow, type KeysToRead } from './records-now'
import { replacedRecords, writtenRecords } from './replaced-records'

interface RecordsPlan<Answer> {
  change: WorkspaceChange
  /** What is done, as a sentence without its end. */
  what: string
  answer: Answer
}

/**
 * Writes a change of records that are no tools, and keeps what it replaced, so that it can be taken
 * back by the name that the answer holds; without one, nothing was changed. Of a record whose
 * members cannot be read nothing is kept: it is removed all the same.
 */
export const changeRecordsUndoably = <Answer extends object>(
  session: Session,
  plan: () => Promise<RecordsPlan<Answer>>,
): Promise<Answer & { change?: string }> =>
  changeUndoably(session, async (catalog) => {
    const { change, ...planned } = await plan()
    const now = await recordsNow(session, catalog, writtenKeys(change))
    return { ...planned, change, replaced: await replacedRecords(change, now) }
  })

const writtenKeys = (change: WorkspaceChange): KeysToRead => {
  const keys = Map.groupBy(writtenRecords(change), ({ kind }) => kind)
  return new Map([...keys].map(([kind, own]) => [kind, new Set(own.map(({ key }) => key))]))
}

/** What a removal is called. */
export const removedText = (count: number, one: string): string => `Removed ${counted(count, one)}`
